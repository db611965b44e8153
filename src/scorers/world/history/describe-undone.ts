import type { Finding } from '../../../domain/verdicts/evidence.ts';
import { callEvidence, describeCall } from '../../trajectory/explanation/describe-call.ts';
import { byWhom } from './last-touch.ts';
import type { UndoneWrite } from './undone-writes.ts';

/** That work was done and undone, with both turns. */
export function describeUndone({ write, turn, by }: UndoneWrite): Finding {
  const done = `\`${describeCall(write)}\` was done in turn ${write.turn}`;
  return {
    turn,
    stage: 'execution',
    code: 'undone_write',
    severity: 'failure',
    message: `${done}, and undone in turn ${turn} ${byWhom({ call: by })}; expected it to stay done`,
    evidence: [callEvidence(write), ...(by === undefined ? [] : [callEvidence(by)])],
  };
}
