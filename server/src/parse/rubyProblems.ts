/** Damage, misread constructs and unreadable files -> problems; only a few, since one typo breaks a lot. */
import type { Problem } from '../base/problem';
import { fileAnchor, type Span } from '../base/span';
import { showOpaqueCode } from '../problems/opaqueCode';
import type { Misread } from '../syntax/outline';
import type { Damage } from './rubyDamage';

const MOST_DAMAGES = 5;

const CODES: Readonly<Record<Damage['kind'], string>> = {
  unclosed: 'LP1002',
  'stray-end': 'LP1003',
  unfinished: 'LP1001',
  open: 'LP1001',
  missing: 'LP1001',
  unexpected: 'LP1001',
};

export function describeDamages(path: string, damages: readonly Damage[]): readonly Problem[] {
  const inOrder = [...damages].sort((a, b) => a.at.start - b.at.start);
  return inOrder.slice(0, MOST_DAMAGES).map(damage => {
    const code = CODES[damage.kind];
    return makeProblem(path, code, damage.at, { how: damage.kind, token: damage.token, inside: damage.header });
  });
}

export function describeMisreads(path: string, misreads: readonly Misread[]): readonly Problem[] {
  return misreads.map(({ construct, span }) =>
    makeProblem(path, 'LP1004', span, { construct: showOpaqueCode({ kind: construct }) }),
  );
}

export function describeTooDeep(path: string, tooDeep: readonly Span[], limit: number): readonly Problem[] {
  return tooDeep.slice(0, 1).map(({ start }) => makeProblem(path, 'LP1005', { start, end: start + 1 }, { limit }));
}

export function tooLarge(path: string, length: number, limit: number): Problem {
  const args = { megabytes: showMegabytes(length), limit: showMegabytes(limit) };
  return makeProblem(path, 'LP1006', { start: 0, end: 0 }, args);
}

function showMegabytes(length: number): string {
  return String(Math.round(length / 100_000) / 10);
}

export function parserGaveUp(path: string): Problem {
  return makeProblem(path, 'LP1007', { start: 0, end: 0 }, {});
}

export function erbTemplate(path: string): Problem {
  return makeProblem(path, 'LP1009', { start: 0, end: 0 }, {});
}

export function nulCharacter(path: string, at: number): Problem {
  return makeProblem(path, 'LP1008', { start: at, end: at + 1 }, {});
}

function makeProblem(path: string, code: string, span: Span, args: Problem['args']): Problem {
  return { code, place: { anchor: fileAnchor(path), span }, args };
}
