/** Slope of the weighted least-squares line through points; undefined unless they have two places or more. */
export function slopeOf(points: readonly { x: number; y: number; weight: number }[]): number | undefined {
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  const meanX = points.reduce((sum, { x, weight }) => sum + weight * x, 0) / total;
  const meanY = points.reduce((sum, { y, weight }) => sum + weight * y, 0) / total;
  const spread = points.reduce((sum, { x, weight }) => sum + weight * (x - meanX) ** 2, 0);
  if (spread === 0) return undefined;
  return points.reduce((sum, { x, y, weight }) => sum + weight * (x - meanX) * (y - meanY), 0) / spread;
}
