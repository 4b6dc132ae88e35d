/**
 * Whether a callee taken by its contract is deterministic. A pure method may call no other: `rand`, `Time.now`, `gets`
 * write nothing, yet return a different result every time; so does the identity of a new object. For library methods the
 * label `repeats` decides; without it a method is not deterministic.
 */
import { le } from '../../../logic/arithmetic';
import { and, FALSE, implies, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { equalityOf } from '../../../program/equality';
import { findMethod } from '../../../program/lookup';
import type { MethodInfo, Program } from '../../../program/program';
import type { Type } from '../../../types/type';
import { effectsOf } from '../../analysis/effects';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { type Ctx, placeOf } from '../../state/context';
import { classNameOf, containedTypes, isUnknown, representationOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import { isTag, typeOf, unboxTerm, type Val } from '../../state/value';

export function requireDeterministic(ctx: Ctx, info: MethodInfo, site: Site, state: State): void {
  const { limit } = ctx.mode;
  if (limit?.kind !== 'purity' || ctx.spec || isRepeatable(ctx, info)) return;
  addObligation(ctx, state, {
    kind: 'purity',
    goal: FALSE,
    place: placeOf(ctx, site),
    clause: limit.clause,
    reason: { kind: 'deterministic', method: info.name, ofNewObject: false },
  });
}

function isRepeatable(ctx: Ctx, info: MethodInfo): boolean {
  if (info.name === 'initialize' && info.origin === 'workspace') return true;
  if (info.definition) return effectsOf(ctx.run, info.key).deterministic;
  if (info.origin === 'workspace') return info.synthetic !== null;
  return (info.facts?.repeats ?? null) !== null;
}

/** An object that is allocated each time has a different identity each time: a result must not depend on it. */
export function requireStableIdentity(ctx: Ctx, info: MethodInfo, send: Send, state: State): void {
  const { limit } = ctx.mode;
  if (limit?.kind !== 'purity' || ctx.spec || info.origin === 'workspace') return;
  const repeats = info.facts?.repeats ?? null;
  if (repeats === 'contents' || (repeats === null && !info.signature?.labels.pure)) return;
  const { receiver, args } = send;
  const shown = repeats === 'parts' ? [receiver, ...args.positional, ...args.keywords.values()] : [receiver];
  const goal = and(
    ...shown
      .filter(val => repeats === 'identity' || !dependsOnContentsOnly(ctx.run.input.program, typeOf(val), info.name))
      .map(val => isFromEntry(val, limit.allocOnEntry)),
  );
  if (goal === TRUE) return;
  addObligation(ctx, state, {
    kind: 'purity',
    goal,
    place: placeOf(ctx, send.site),
    clause: limit.clause,
    reason: { kind: 'deterministic', method: info.name, ofNewObject: true },
  });
}

/** Whether the object exists since the method was entered; what it holds does, too, because a pure method writes no such object. */
function isFromEntry(val: Val, allocOnEntry: Formula): Formula {
  switch (val.kind) {
    case 'ref':
      return le(val.term, allocOnEntry);
    case 'boxed':
      return implies(isTag(val.term, 'ref'), le(unboxTerm(val.term, 'ref'), allocOnEntry));
    case 'proc':
      return FALSE;
    case 'range':
      return and(...[val.from, val.to].map(each => (each ? isFromEntry(each, allocOnEntry) : TRUE)));
    default:
      return TRUE;
  }
}

/** Whether `hash`, `inspect` and `to_s` of such an object depend on its contents alone, and on those of what it holds. */
function dependsOnContentsOnly(program: Program, type: Type, method: string): boolean {
  if (isUnknown(type)) return false;
  return unionMembers(type).every(member => {
    if (!['ref', 'boxed', 'proc'].includes(representationOf(member))) return true;
    const name = classNameOf(member);
    const info = name === null ? undefined : program.classes.get(name);
    if (name === null || info === undefined) return false;
    if (definesShowMethod(program, name, method)) return true;
    const held = containedTypes(member);
    const keys = equalityOf(program, name, 'keys');
    if (keys === 'contents' && info.origin !== 'workspace')
      return (
        (held.length > 0 || info.typeParams.length === 0) &&
        held.every(part => dependsOnContentsOnly(program, part, method))
      );
    return keys === 'members' && memberTypes(program, name).every(part => dependsOnContentsOnly(program, part, method));
  });
}

/** The program's own code shows the object, and is verified itself. */
function definesShowMethod(program: Program, className: string, method: string): boolean {
  const isOwn = (name: string): boolean => findMethod(program, className, name)?.origin === 'workspace';
  return method === 'hash' ? isOwn('hash') : isOwn('to_s') && isOwn('inspect');
}

/** The types of a struct's members; one that is not known may be anything. */
function memberTypes(program: Program, className: string): readonly Type[] {
  const members = program.classes.get(className)?.methods.values() ?? [];
  const readers = [...members].filter(({ synthetic }) => synthetic?.type === 'structReader');
  return readers.flatMap(({ signature }): readonly Type[] =>
    signature ? signature.arms.map(arm => arm.type.result) : [{ kind: 'any' }],
  );
}
