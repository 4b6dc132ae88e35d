/** Damage, misread constructs and unreadable files -> problems; few of them, since one slip of the pen breaks much. */
import type { Problem } from '../base/problem';
import { fileAnchor, type Span } from '../base/span';
import type { Misread } from '../syntax/outline';
import type { Damage } from './rubyDamage';

const MOST_DAMAGES = 5;

export function damageProblems(path: string, damages: readonly Damage[]): readonly Problem[] {
  return damages.slice(0, MOST_DAMAGES).map(damage => {
    const code = { unclosed: 'LP1002', 'stray-end': 'LP1003', missing: 'LP1001', unexpected: 'LP1001' }[damage.kind];
    return problem(path, code, damage.at, {
      token: damage.token,
      missing: damage.kind === 'missing',
      inside: damage.header,
    });
  });
}

export function misreadProblems(path: string, misreads: readonly Misread[]): readonly Problem[] {
  return misreads.map(({ construct, span }) => problem(path, 'LP1004', span, { construct }));
}

export function problem(path: string, code: string, span: Span, args: Problem['args']): Problem {
  return { code, place: { anchor: fileAnchor(path), span }, args };
}
