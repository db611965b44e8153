import { countOf } from '../domain/values/quantities.ts';
import type { ScenarioReplay } from '../lint/replay.ts';

/** More names than these are counted. */
const MAX_NAMES = 8;

/** What came of the replays, so that one that had nothing to carry out does not look like one that found nothing. */
export function describeReplays(replays: readonly ScenarioReplay[]): string[] {
  if (replays.length === 0) return ['the replay had no scenario to carry out'];
  const namesOf = (...states: ScenarioReplay['status'][]): string[] =>
    replays.flatMap(({ scenario, status }) => (states.includes(status) ? [scenario] : []));
  const carried = replays.filter((replay) => replay.calls > 0);
  const calls = carried.reduce((sum, replay) => sum + replay.calls, 0);
  const expected = replays.reduce((sum, replay) => sum + replay.expected, 0);
  const broken = namesOf('broken');
  const partly = replays.filter((replay) => replay.status !== 'no_world' && replay.calls < replay.expected);
  const [nothing, unowned] = [namesOf('nothing'), namesOf('no_world')];
  const head =
    calls === 0
      ? `${expected === 0 ? 'no expected call' : `none of ${countOf(expected, 'expected call')}`} was carried out: the replay proves nothing`
      : calls < expected
        ? `${calls} of ${countOf(expected, 'expected call')} were carried out; of the rest nothing is known`
        : `the expected calls of ${countOf(carried.length, 'scenario')} were carried out (${countOf(calls, 'call')})`;
  return [
    head,
    ...(broken.length === 0 ? [] : [`they do not all work in ${nameList(broken)}`]),
    ...(partly.length === 0 ? [] : [`not all were in ${joined(partly.map(share))}: see the notes`]),
    ...(nothing.length === 0
      ? []
      : [`nothing to carry out: ${nameList(nothing)} ${nothing.length === 1 ? 'expects' : 'expect'} no call`]),
    ...(unowned.length === 0
      ? []
      : [`nothing to carry out: ${nameList(unowned)} ${unowned.length === 1 ? 'has' : 'have'} no world`]),
  ];
}

/** How much of a scenario was carried out. */
function share({ scenario, calls, expected }: ScenarioReplay): string {
  return `\`${scenario}\` (${calls} of ${expected})`;
}

function nameList(names: readonly string[]): string {
  return joined(names.map((name) => `\`${name}\``));
}

function joined(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES);
  const more = names.length - shown.length;
  const all = [...shown, ...(more > 0 ? [`${more} more`] : [])];
  return all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
