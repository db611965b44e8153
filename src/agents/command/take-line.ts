import { quoteLine, readProgramLine } from './lines/program-line.ts';
import { fail, faultOf, type State } from './program-state.ts';

/** Brings a line of the program to the session that it belongs to. */
export function takeLine(state: State, source: string): void {
  if (state.failure !== undefined) return;
  const { channels, gone, options } = state;
  state.hasSpoken = true;
  const read = readProgramLine(source);
  if (read.status === 'unreadable') {
    const channel = read.session === undefined ? undefined : channels.get(read.session);
    if (channel === undefined || !options.isShared) fail(state, read.problem);
    else channel.onFailure(faultOf(state, read.problem));
    return;
  }
  const { line } = read;
  if (line.type === 'ready') {
    state.isReady = true;
    state.onStart();
    return;
  }
  const only = options.isShared ? undefined : [...channels.keys()][0];
  const session = line.session ?? only;
  if (session === undefined) {
    const problem = options.isShared ? 'a line without `session`' : 'a line before any session began';
    fail(state, `wrote ${problem}: ${quoteLine(source)}`);
    return;
  }
  const channel = channels.get(session);
  if (channel !== undefined) channel.onLine(line);
  else if (gone.has(session)) gone.get(session)?.(line);
  else fail(state, `wrote a line for an unknown session: ${quoteLine(source)}\n${describeOpen(channels)}`);
}

function describeOpen(channels: State['channels']): string {
  const open = [...channels.keys()].slice(0, 5).map((id) => `\`${id}\``);
  return open.length === 0 ? 'No session is open.' : `Open sessions: ${open.join(', ')}.`;
}
