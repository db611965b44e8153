import type { Persona } from '../../domain/authoring/persona.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { compilePattern } from '../../domain/values/pattern.ts';
import type { SourcePlaces } from '../yaml/source-places.ts';

/** Patterns of a persona's behaviours that no engine could run. `base` is the path of the persona in the file. */
export function checkPatterns({ behaviours }: Persona, places: SourcePlaces, base = ''): readonly Problem[] {
  return behaviours.flatMap(({ check }, index) => {
    const compiled = 'pattern' in check ? compilePattern(check.pattern) : undefined;
    if (compiled?.status !== 'problem') return [];
    const path = `${base === '' ? '' : `${base}.`}behaviours[${index}].check.pattern`;
    return [{ severity: 'error', code: 'bad-pattern', place: places.placeOf(path), path, message: compiled.problem }];
  });
}
