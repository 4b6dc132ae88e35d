/**
 * Completion in code: methods after a dot, constants, and bare names, which are locals and methods of `self`. Everything
 * comes from inferred types, so annotations are not needed.
 */

import { contains, shift } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import { findConstant } from '../program/constants';
import { ownerType } from '../program/ownerType';
import type { ClassInfo, Nesting } from '../program/program';
import type { Expr } from '../ril/ril';
import { isTemporaryName } from '../ril/temporaryName';
import { showType } from '../types/show';
import { nominal, type Type } from '../types/type';
import { rankOfClass } from './classRank';
import type { Completion } from './completionItem';
import { codeAt, expressionAt, methodAt } from './expressionAt';
import { membersOf } from './members';
import { nestingAt } from './nesting';
import { type Probe, receiverBefore } from './receiver';

const RESERVED =
  'alias begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield'.split(
    ' ',
  );

/** Ranks: lower ones come first. */
const RANKS = { local: 0, own: 1, reserved: 60 } as const;

export function completeCode(snapshot: Snapshot, path: string, offset: number, probe: Probe): readonly Completion[] {
  const text = snapshot.sources.get(path)?.text ?? '';
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (isInComment(before) || /(?:^|\s)(?:def|class|module)\s+\w*$/.test(before)) return [];
  if (/\.\s*\w*[?!]?$/.test(before) && !/\.\.\s*\w*$/.test(before)) {
    const receiver = receiverBefore(snapshot, probe, path, offset);
    return receiver === null ? [] : completeMembers(snapshot, receiver.type, receiver.isSelf, 0);
  }
  if (isInString(snapshot, path, offset)) return [];
  const scoped = /((?:[A-Z]\w*::)+)[A-Z]?\w*$/.exec(before)?.[1];
  if (scoped !== undefined) return constantsOf(snapshot, path, offset, scoped.slice(0, -2));
  if (/(?<![\w.@$:'"])[A-Z]\w*$/.test(before)) return visibleConstants(snapshot, nestingAt(snapshot, path, offset));
  return /(?<![\w.@$:'"%])[a-z_]\w*[?!]?$/.test(before) ? bareNames(snapshot, path, offset) : [];
}

export function completeMembers(snapshot: Snapshot, type: Type, isSelf: boolean, from: number): readonly Completion[] {
  return membersOf(snapshot.program, type, isSelf).map(({ name, detail, distance, info }) => ({
    label: name,
    detail,
    kind: 'method',
    rank: from + distance,
    method: info.key,
  }));
}

function isInComment(before: string): boolean {
  return /^\s*#|\s#\s/.test(before);
}

function isInString(snapshot: Snapshot, path: string, offset: number): boolean {
  const found = expressionAt(snapshot, path, Math.max(0, offset - 1));
  return found?.expr.kind === 'lit' && found.type.kind !== 'nil' && offset < found.location.span.end;
}

function bareNames(snapshot: Snapshot, path: string, offset: number): readonly Completion[] {
  const locals = localsBefore(snapshot, path, offset);
  const names = new Set(locals.map(({ label }) => label));
  const methods = completeMembers(snapshot, selfAt(snapshot, path, offset), true, RANKS.own);
  return [
    ...locals,
    ...methods.filter(({ label }) => !names.has(label) && /^[a-z_]/.test(label)),
    ...RESERVED.map((label): Completion => ({ label, kind: 'keyword', detail: '', rank: RANKS.reserved })),
  ];
}

function selfAt(snapshot: Snapshot, path: string, offset: number): Type {
  const info = methodAt(snapshot, path, offset)?.info;
  const [owner] = nestingAt(snapshot, path, offset);
  if (info) return ownerType(info);
  return owner === undefined ? nominal('Object') : { kind: 'classOf', name: owner };
}

/** Locals that appear before the offset in the same method, or in the same script or class body; with their last type. */
function localsBefore(snapshot: Snapshot, path: string, offset: number): readonly Completion[] {
  const method = methodAt(snapshot, path, offset);
  const found = new Map<string, Type | null>();
  const add = (types: ReadonlyMap<Expr, Type>, at: number): void => {
    for (const [expr, type] of types) {
      if (expr.kind !== 'var' || expr.scope !== 'local' || isTemporaryName(expr.name)) continue;
      if (expr.span.end > expr.span.start && shift(expr.span, at).end < offset) found.set(expr.name, type);
    }
  };
  for (const { name } of method?.info.definition?.params ?? []) if (name !== null) found.set(name, null);
  if (method) {
    const code = codeAt(snapshot, path, offset);
    if (code) add(code.types, code.at);
  } else {
    const inside = snapshot.inferred
      .bodiesOf(path)
      .filter(({ declarations }) => declarations.some(({ at, span }) => contains(shift(span, at), offset)));
    for (const { types, at } of inside.flatMap(body => body.declarations)) add(types, at);
  }
  return [...found].map(([label, type]) => ({
    label,
    kind: 'variable',
    detail: type === null || type.kind === 'dynamic' ? '' : showType(type),
    rank: RANKS.local,
  }));
}

/** Constants of the enclosing classes first, then those of the top level. */
function visibleConstants(snapshot: Snapshot, nesting: Nesting): readonly Completion[] {
  const { classes } = snapshot.program;
  const found = new Map<string, Completion>();
  [...nesting, 'Object'].forEach((scope, rank) => {
    const info = classes.get(scope);
    for (const each of info ? constantsIn(snapshot, info) : [])
      if (!found.has(each.label)) found.set(each.label, { ...each, rank: rank + (each.rank ?? 0) });
  });
  return [...found.values()];
}

function constantsOf(snapshot: Snapshot, path: string, offset: number, scope: string): readonly Completion[] {
  const info = findConstant(snapshot.program, nestingAt(snapshot, path, offset), scope)?.classInfo;
  return info ? constantsIn(snapshot, info) : [];
}

function constantsIn({ program, inferred }: Snapshot, { name, constants, origin }: ClassInfo): readonly Completion[] {
  const prefix = name === 'Object' ? '' : `${name}::`;
  const nested = [...program.classes.values()].flatMap((info): readonly Completion[] => {
    const label = info.name.slice(prefix.length);
    if (!info.name.startsWith(prefix) || label.includes('::') || label === '' || info.kind === 'interface') return [];
    return [{ label, kind: 'class', detail: info.kind, rank: rankOfClass(program, info) * 10 }];
  });
  const values = [...constants.values()].map((constant): Completion => {
    const type =
      constant.type ?? (origin === 'workspace' || constant.value ? inferred.constantOf(prefix + constant.name) : null);
    const detail = type === null || type.kind === 'dynamic' ? '' : showType(type);
    return { label: constant.name, kind: 'variable', detail, rank: constant.place ? 0 : 20 };
  });
  const labels = new Set(nested.map(({ label }) => label));
  return [...nested, ...values.filter(({ label }) => !labels.has(label))];
}
