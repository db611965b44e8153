import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { type Calibration, readCalibrationText } from '../domain/authoring/calibration.ts';
import { UsageError } from '../domain/errors.ts';
import { storeError } from '../store/store-error.ts';

/** The file of a project that says nothing else, relative to the config. */
export const CALIBRATION_FILE = 'calibration.json';

/** Where a project's calibrations are, absolute. */
export function calibrationPath(root: string, named: string | undefined): string {
  return resolve(root, named ?? CALIBRATION_FILE);
}

/** What was measured of judges; undefined when there is no such file. Throws `UsageError` for one that is no calibration. */
export async function readCalibration(path: string, cwd: string): Promise<Calibration | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw storeError('read', path, cause);
  }
  const read = readCalibrationText(text);
  if (read.status === 'read') return read.calibration;
  throw new UsageError(`\`${relative(cwd, path)}\` is no calibration file and is left as it is: ${read.problem}`);
}
