import { UsageError } from '../../../domain/errors.ts';

/** Nobody can tell within reason how these calls stand to what is expected: there are too many ways to look at them. */
export class TooMuchToCompare extends UsageError {}
