/**
 * How much of a file is checked: `# loupe: types` at its top, otherwise the setting `levels`, otherwise everything. A
 * contract in a file below `proofs` is not proved, so what uses it says so (caveats.ts).
 */
import picomatch from 'picomatch';
import type { Level, Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { shortName } from '../judge/verdictText';
import type { MethodInfo } from '../program/program';
import type { LevelOfFile } from '../syntax/directive';
import type { SourceFile } from './sources';

type Leveled = Pick<SourceFile, 'path' | 'ril'>;

export function levelOf(source: Leveled, settings: Settings): Level {
  return statedLevel(source) ?? configuredLevel(source.path, settings.levels);
}

/** What the file itself says; of several comments the first. */
export function statedLevel({ ril }: Leveled): Level | null {
  return ril.directives.find((each): each is LevelOfFile => each.kind === 'level')?.level ?? null;
}

export function isProved(level: Level): boolean {
  return level === 'proofs' || level === 'strict';
}

/** In a strict file, what is not proved is an error. */
export function requireProof(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(problem => (problem.stale ? problem : { ...problem, severity: 'error' }));
}

/** In a strict file, a method with a body needs a type. */
export function requireType(method: MethodInfo): readonly Problem[] {
  if (!method.definition || !method.place) return [];
  return [{ code: 'LP2215', place: method.place, args: { method: shortName(method.key) } }];
}

function configuredLevel(path: string, levels: Settings['levels']): Level {
  const name = path.replaceAll('\\', '/');
  const matching = Object.entries(levels).findLast(([glob]) => picomatch.isMatch(name, glob, { dot: true }));
  return matching?.[1] ?? 'proofs';
}
