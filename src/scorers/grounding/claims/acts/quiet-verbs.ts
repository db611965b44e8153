import { basesOf } from './verb-forms.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Looking, thinking, talking and being: what needs no tool, and changes nothing. */
const QUIET = words(`
  look see find check verify authenticate validate review read view examine inspect compare consider note notice observe spot locate identify detect search browse gather collect_information pull_up retrieve
  calculate compute count add_up sum total work_out estimate figure determine assess evaluate analyse analyze measure double-check recheck double
  say talk explain describe mention share answer reply respond clarify summarise summarize outline list walk guide show present quote state point suggest recommend advise propose discuss confirm repeat elaborate detail introduce highlight tell_you ask_you
  think know believe understand hope wish want need like love prefer expect assume suppose guess imagine remember forget feel mean intend plan try attempt wonder doubt appreciate apologise apologize regret thank welcome wait listen hear learn realise realize care worry trust
  be seem appear remain stay stand keep_you see_you help assist support serve continue start_with begin go come move_on get_back ensure make_sure guarantee strive commit miss spell narrow filter sort group rank match limit select pick choose let_me let_you include receive agree use require
  overlook misread miscalculate mistake correct_myself misunderstand refer understand double-checked cross-check consult access obtain discover lookup query inquire_about read_out
  fear admit insist refuse decline deny stress underline emphasise emphasize stick resist abide owe deserve lack belong live lie promise assure empathize empathise sympathize sympathise
  specify reference indicate affect result put_together break_down lay_out_options take_look take_note note_down hold_on bear get_confused make_mistake make_error
`);
/** Deeds so general that only what they are done to decides. */
const GENERAL = words(`
  do make create submit place take get give put offer be_able set handle process perform complete finish arrange organise organize sort deal manage proceed execute carry apply leave come provide offer prepare resolve solve troubleshoot address look_into fulfil fulfill facilitate action accommodate implement start initiate add cover keep have let work run
`);
/** What is only talked: "provide the details", "prepare a summary". */
const TALKED =
  /^(?:information|info|details?|summary|steps?|instructions?|options?|list|explanations?|comparisons?|overview|answers?|guidance|recommendations?|breakdown|question|questions|directions|explanation|alternatives|approval|confirmation|consent|advice|tips|update|updates|picture|exact|totals?|numbers?|plan)$/;

/** A verb of looking, talking or being. `after` are the words that follow it. */
export function isQuiet(verb: string, after: readonly string[]): boolean {
  if (/^(?:pull|pulled|pulling)$/.test(verb) && !after.some((word) => word === 'out' || word === 'from')) return true;
  if (/^(?:get|got|have|obtain|need)$/.test(verb) && after[0] === 'your') return true;
  if (isGeneral(verb) && after.slice(0, 5).some((word) => TALKED.test(word))) return true;
  return basesOf(verb).some(
    (base) => QUIET.has(base) || after.slice(0, 3).some((word) => QUIET.has(`${base}_${word}`)),
  );
}

const LOOKING = words(
  'look find check review read view search browse gather retrieve track show list present fetch pull monitor',
);

/** A verb of looking something up: what is looked up may still be more than anything can tell. */
export function isLooking(verb: string): boolean {
  return basesOf(verb).some((base) => LOOKING.has(base));
}

/** A verb that names no deed of its own. */
export function isGeneral(verb: string): boolean {
  return basesOf(verb).some((base) => GENERAL.has(base));
}
