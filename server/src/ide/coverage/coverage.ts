/**
 * How much of the code has a type: per file, its expressions and its signatures, declared, inferred or unknown, with the
 * causes of what is unknown. An expression that is unknown only because another one is does not count as a cause.
 */
import type { FileSnapshot, MethodSnapshot, Snapshot } from '../../engine/snapshot';
import type { UnknownCause } from '../../problems/unknownCauses';
import type { Expr } from '../../ril/ril';
import { isTemporaryName } from '../../ril/temporaryName';
import type { Type } from '../../types/type';
import type { CallTarget } from '../../types/typedMethod';
import { inferredOf } from '../inferredHover';

export interface Share {
  readonly typed: number;
  readonly inferred: number;
  readonly unknown: number;
}

/** Where an unknown type comes from; the other kinds are those of UnknownCause. */
export type CoverageCause = 'parameter' | 'variable' | 'call' | 'constant' | 'construct' | UnknownCause['kind'];

export type Causes = ReadonlyMap<CoverageCause, number>;

export interface FileCoverage {
  readonly path: string;
  readonly expressions: Share;
  readonly signatures: Share;
  readonly causes: Causes;
}

type Counted = { -readonly [Key in keyof Share]: number };

export function coverageOf(snapshot: Snapshot, file: FileSnapshot): FileCoverage {
  const expressions: Counted = { typed: 0, inferred: 0, unknown: 0 };
  const signatures: Counted = { typed: 0, inferred: 0, unknown: 0 };
  const causes = new Map<CoverageCause, number>();
  const blame = (cause: CoverageCause): void => {
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  };
  const count = (types: ReadonlyMap<Expr, Type>, calls: Targets, isTyped: boolean): void => {
    for (const [expr, type] of types) {
      if (!isVisible(expr)) continue;
      if (type.kind !== 'dynamic') expressions[isTyped ? 'typed' : 'inferred']++;
      else {
        expressions.unknown++;
        const cause = causeOf(expr, types, calls);
        if (cause) blame(cause);
      }
    }
  };
  for (const method of file.methods) {
    if (method.info.definition === null || method.location.path !== file.path) continue;
    const kind = signatureKind(snapshot, method);
    signatures[kind.share]++;
    kind.causes.forEach(blame);
    const typed = method.typed ?? snapshot.inferred.typedOf(method.info.key);
    if (typed) count(typed.types, typed.calls, method.annotated);
  }
  for (const { declarations } of snapshot.inferred.bodiesOf(file.path))
    for (const { types, calls } of declarations) count(types, calls, false);
  return { path: file.path, expressions, signatures, causes };
}

function signatureKind(
  snapshot: Snapshot,
  { info, annotated }: MethodSnapshot,
): { readonly share: keyof Share; readonly causes: readonly CoverageCause[] } {
  if (annotated) return { share: 'typed', causes: [] };
  const inferred = inferredOf(snapshot, info.key);
  if (inferred?.signature.isKnown) return { share: 'inferred', causes: [] };
  return { share: 'unknown', causes: (inferred?.summary.unknown ?? []).map(cause => cause.kind) };
}

type Targets = ReadonlyMap<Expr, CallTarget>;

/** Null: it follows from another unknown expression. */
function causeOf(expr: Expr, types: ReadonlyMap<Expr, Type>, calls: Targets): CoverageCause | null {
  switch (expr.kind) {
    case 'var':
      return expr.scope === 'local' ? 'parameter' : 'variable';
    case 'const':
      return 'constant';
    case 'opaque':
      return 'construct';
    case 'call': {
      const isReceiverUnknown = expr.receiver !== null && types.get(expr.receiver)?.kind === 'dynamic';
      const callees = calls.get(expr)?.candidates ?? [];
      return isReceiverUnknown || callees.length > 1 ? null : 'call';
    }
    default:
      return null;
  }
}

/** Lowering adds temporaries and empty branches, which have no source. */
function isVisible(expr: Expr): boolean {
  if (expr.kind === 'var' && isTemporaryName(expr.name)) return false;
  return expr.span.end > expr.span.start;
}

export function sumShares(shares: readonly Share[]): Share {
  const sum = (of: keyof Share): number => shares.reduce((total, share) => total + share[of], 0);
  return { typed: sum('typed'), inferred: sum('inferred'), unknown: sum('unknown') };
}

export function sumCauses(all: readonly Causes[]): Causes {
  const sums = new Map<CoverageCause, number>();
  for (const causes of all) for (const [cause, n] of causes) sums.set(cause, (sums.get(cause) ?? 0) + n);
  return new Map([...sums].sort((a, b) => b[1] - a[1]));
}

export function totalOf({ typed, inferred, unknown }: Share): number {
  return typed + inferred + unknown;
}

/** Between 0 and 1; 1 if there is nothing. */
export function knownShare(share: Share): number {
  const total = totalOf(share);
  return total === 0 ? 1 : (share.typed + share.inferred) / total;
}
