import type { Persona, Realism } from '../../domain/authoring/persona.ts';
import type { Manner } from '../../domain/prompts/persona/manner.ts';
import { seedOf } from '../../domain/values/hash.ts';
import { randomFrom } from '../../domain/values/random.ts';

const OWN_OPENINGS: readonly Manner['opening'][] = ['problem', 'question', 'background'];

/**
 * How the persona of one session writes. The seed decides wherever there is a choice, each key by a draw of its own, so
 * that a key that is set does not change the others.
 */
export function drawManner(seed: number, { persona, realism = {} }: { persona: Persona; realism?: Realism }): Manner {
  const pick = <Value>(key: string, values: readonly Value[]): Value =>
    randomFrom(seedOf(seed, 'persona', key)).pick(values);
  const draw = <Value extends string>(key: keyof Realism, otherwise: readonly Value[]): Value => {
    const wanted = (realism[key] ?? otherwise) as Value | readonly Value[];
    return typeof wanted === 'string' ? wanted : pick(key, wanted);
  };
  const hasOwnWay = persona.style !== undefined || persona.behaviours.length > 0;
  const hasOwnLength = persona.style !== undefined || persona.behaviours.some(({ check }) => 'maxWords' in check);
  const isFree = realism.length !== undefined || !hasOwnLength;
  const changes = draw<'never' | 'once'>('changesMind', ['never']) === 'once';
  return {
    // Whether to greet is left to a persona that has a way of writing of its own.
    opening: pick<Manner['opening']>('opening', hasOwnWay ? OWN_OPENINGS : ['greeting', ...OWN_OPENINGS]),
    disclosure: draw<Manner['disclosure']>('disclosure', ['gradual']),
    ...(isFree ? { length: draw<NonNullable<Manner['length']>>('length', ['short', 'medium', 'long']) } : {}),
    typos: draw<Manner['typos']>('typos', ['none']),
    impatience: draw<Manner['impatience']>('impatience', ['none']),
    ...(changes ? { changesMindAt: pick('changesMindAt', [1, 2]) } : {}),
    ...(realism.mixes === undefined ? {} : { mixes: realism.mixes }),
  };
}

/** The scenario's wishes before the persona's own, key by key. */
export function joinRealism(own: Realism | undefined, override: Realism | undefined): Realism | undefined {
  return own === undefined || override === undefined ? (override ?? own) : { ...own, ...override };
}
