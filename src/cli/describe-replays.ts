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
  const [broken, partly] = [namesOf('broken'), namesOf('partly')];
  const [nothing, unowned] = [namesOf('nothing'), namesOf('no_world')];
  const head =
    calls === 0
      ? 'no expected call was carried out: the replay proves nothing'
      : `the expected calls of ${countOf(carried.length, 'scenario')} were carried out (${countOf(calls, 'call')})`;
  return [
    head,
    ...(broken.length === 0 ? [] : [`they do not all work in ${nameList(broken)}`]),
    ...(partly.length === 0 ? [] : [`not all calls of ${nameList(partly)}: see the notes`]),
    ...(nothing.length === 0
      ? []
      : [`nothing to carry out: ${nameList(nothing)} ${nothing.length === 1 ? 'expects' : 'expect'} no call`]),
    ...(unowned.length === 0
      ? []
      : [`nothing to carry out: ${nameList(unowned)} ${unowned.length === 1 ? 'has' : 'have'} no world`]),
  ];
}

function nameList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  const all = [...shown, ...(more > 0 ? [`${more} more`] : [])];
  return all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
