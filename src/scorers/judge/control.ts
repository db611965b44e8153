import { controlPhrases } from '../../domain/prompts/judge/control-phrases.ts';
import type { ShownEvent } from '../../domain/prompts/judge/shown-event.ts';
import type { Subject } from '../../domain/prompts/judge-prompt.ts';
import type { Random } from '../../domain/values/random.ts';
import { foldedText } from '../text/fold-text.ts';
import { isBy, type Scene } from './scene.ts';

/** A statement whose answer code knows, asked among the real ones. */
export type Control = {
  text: string;
  about: Subject;
  expected: 'met' | 'not_met';
  /** Words that a quote which proves it has to hold. */
  needle?: string | undefined;
};

/** Tools that the agent was offered; their names come from the project, not from the talk. */
export type ControlTools = readonly string[];

type ControlOptions = { tools: ControlTools; random: Random; language: 'en' | 'zh' };

/**
 * One statement that is true of the scene and one that is not, of kinds that the seed picks. A judge that says the same to
 * everything gets one of them wrong.
 */
export function controlsFor(scene: Scene, options: ControlOptions): readonly [Control, Control] {
  const { random } = options;
  return [random.pick(trueControls(scene, options)), random.pick(falseControls(scene, options))];
}

function trueControls(scene: Scene, { tools, random, language }: ControlOptions): Control[] {
  const say = controlPhrases[language];
  const controls: Control[] = [];
  for (const about of ['agent', 'user'] as const) {
    const word = pickWord(wordsOf(scene.inScope, about), random);
    if (word !== undefined) controls.push({ text: say.uses(about, word), about, expected: 'met', needle: word });
  }
  const called = calledTools(scene).filter((name) => tools.includes(name));
  if (called.length > 0) {
    const name = random.pick(called);
    controls.push({ text: say.calls(name), about: 'agent', expected: 'met', needle: name });
  }
  const first = firstSpeaker(scene);
  if (first !== undefined) controls.push({ text: say.begins(first), about: first, expected: 'met' });
  return controls.length > 0 ? controls : [{ text: say.acts, about: 'talk', expected: 'met' }];
}

function falseControls(scene: Scene, { tools, random, language }: ControlOptions): Control[] {
  const say = controlPhrases[language];
  const spoken = foldedText(scene.events.map(({ text }) => text).join('\n'));
  const absent = ABSENT[language].filter((word) => !spoken.includes(foldedText(word)));
  // Every word of the list in one talk would be a feat; a number that is not there is always at hand.
  const strange = absent.length > 0 ? random.pick(absent) : absentNumber(spoken);
  const controls: Control[] = [{ text: say.uses('agent', strange), about: 'agent', expected: 'not_met' }];
  const agentSaid = foldedText(textOf(scene.events, 'agent'));
  const onlyUser = wordsOf(scene.inScope, 'user').filter((word) => !agentSaid.includes(foldedText(word)));
  const borrowed = pickWord(onlyUser, random);
  if (borrowed !== undefined) controls.push({ text: say.uses('agent', borrowed), about: 'agent', expected: 'not_met' });
  const idle = tools.filter((name) => !calledTools({ inScope: scene.events }).includes(name));
  if (idle.length > 0) controls.push({ text: say.calls(random.pick(idle)), about: 'agent', expected: 'not_met' });
  const first = firstSpeaker(scene);
  const second = first === 'agent' ? 'user' : 'agent';
  if (first !== undefined) controls.push({ text: say.begins(second), about: second, expected: 'not_met' });
  return controls;
}

function textOf(events: readonly ShownEvent[], about: 'user' | 'agent'): string {
  return events
    .filter((event) => isBy(event, about))
    .map(({ text }) => text)
    .join('\n');
}

/** Words of what somebody said: letters alone, so that nothing in them can be an instruction. */
function wordsOf(events: readonly ShownEvent[], about: 'user' | 'agent'): string[] {
  const texts = events.filter((event) => event.isSpeech && isBy(event, about)).map(({ text }) => text);
  const found = texts.flatMap(
    (text) => text.match(/(?<![\p{L}\p{M}\p{N}'’-])[\p{L}]{4,20}(?![\p{L}\p{M}\p{N}'’-])/gu) ?? [],
  );
  const dense = texts.flatMap((text) => text.match(/[\p{sc=Han}]{2}/gu) ?? []);
  return [...new Set([...found.filter((word) => !HAN.test(word)), ...dense])];
}

const HAN = /\p{sc=Han}/u;

function pickWord(words: readonly string[], random: Random): string | undefined {
  return words.length === 0 ? undefined : random.pick(words);
}

/** Who speaks first, where a talk shows it: both have to speak. */
function firstSpeaker({ scope, events }: Scene): 'user' | 'agent' | undefined {
  if (scope.kind === 'turn') return undefined;
  const speakers = events.flatMap(({ actor, isSpeech }) =>
    isSpeech && (actor === 'user' || actor === 'agent') ? [actor] : [],
  );
  return new Set(speakers).size === 2 ? speakers[0] : undefined;
}

/** The name stands first in the line of a call. */
function calledTools({ inScope }: Pick<Scene, 'inScope'>): string[] {
  return inScope.flatMap(({ actor, isSpeech, text }) =>
    actor === 'agent' && !isSpeech ? [text.slice(0, text.indexOf(' '))] : [],
  );
}

function absentNumber(spoken: string): string {
  let number = 7_319;
  while (spoken.includes(String(number))) number += 1;
  return String(number);
}

const ABSENT: Readonly<Record<'en' | 'zh', readonly string[]>> = {
  en: ['lantern', 'orchard', 'violin', 'glacier', 'saddle', 'marble', 'thunder', 'velvet', 'walnut', 'harbour'],
  zh: ['灯塔', '果园', '冰川', '马鞍', '核桃', '天鹅绒', '雷声', '港湾'],
};

/** The language that most of these texts are written in, so that a control does not stand out. */
export function languageOf(texts: readonly string[]): 'en' | 'zh' {
  return texts.filter((text) => HAN.test(text)).length * 2 > texts.length ? 'zh' : 'en';
}
