/** Why nothing is said of what came of calls: nobody recorded it, which says nothing of the agent. */
export const openOutcomes =
  'the log holds no result of any call, so nobody can tell whether they succeeded: with `outcome: any` that is not asked';
