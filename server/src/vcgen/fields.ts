/**
 * Reading and writing the fields of objects (T-Inst, T-InstAssn): what a field promises by its type and refinement is
 * assumed where it is read (fieldPromises.ts), and asked here, where it is written or an object is finished.
 */
import type { Place, Span } from '../base/span';
import { not, same, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import type { FieldInfo } from '../program/program';
import { ANY, type Type } from '../types/type';
import { heapMap } from './bases';
import { type Ctx, note, notModelled, type Out } from './context';
import { fieldClauses } from './fieldClauses';
import { promiseFieldDefault } from './fieldDefaults';
import { promise } from './fieldPromises';
import { type Reach, reachOf } from './fieldReach';
import { flowInto } from './flow';
import { demandUnfrozen } from './frozen';
import { leak } from './leak';
import { mayWrite, shownKey } from './mayWrite';
import { fieldNames, touched } from './objects';
import { oblige } from './obligations';
import { assumeNoDefault } from './ownDefaults';
import { classNameOf, mayBeNil, shapeOf } from './shape';
import { baseSymbols, type State, withMap } from './state';
import { isMemberKey, slotOf } from './structs';
import { concrete, fromTerm } from './typing';
import { boxed, isTag, NIL_VAL, unboxed, type Val } from './value';

/** T-Inst: `@f` of an object. A field without a declared type is not modelled (where it was not written here). */
export function readField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  node: { readonly span: Span },
): Val {
  const className = classNameOf(object.type) ?? 'Object';
  const info = slotOf(ctx.run.input.program, className, field);
  const term = select(heapMap(ctx, state, field), object.term);
  if (!info?.type) return untypedField(ctx, state, object, field, term, node);
  const type = concrete(ctx.run.input.program, info.type, object.type);
  promise(ctx, state, object, field, info, type);
  assumeNoDefault(ctx, state, className, field, term, type);
  promiseFieldDefault(ctx, state, object, field, type, term);
  return sureOf(ctx, object, term, type) ? fromTerm(term, type) : { kind: 'boxed', term, type: nilable(type) };
}

/** An object made here has nil in the fields that its `initialize` did not write, whatever their type says. */
function sureOf(ctx: Ctx, object: Val & { kind: 'ref' }, term: Formula, type: Type): boolean {
  const shape = shapeOf(type);
  if (shape === 'boxed' || shape === 'nil' || object.term.kind === 'symbol') return true;
  return !ctx.run.allocates || isTag(term, shape === 'proc' ? 'ref' : shape) === TRUE;
}

function nilable(type: Type): Type {
  return mayBeNil(type) ? type : { kind: 'union', members: [type, { kind: 'nil' }] };
}

function untypedField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  term: Formula,
  node: { readonly span: Span },
): Val {
  if (baseSymbols(heapMap(ctx, state, field)).length > 0 && term.kind === 'apply' && term.operator === 'select') {
    const owner = classNameOf(object.type) ?? 'Object';
    const what = isMemberKey(field)
      ? `${owner}#${shownKey(field)}, which has no type`
      : `${field}, which has no var_type`;
    return notModelled(ctx, what, node);
  }
  return writtenHere(ctx, term) ?? { kind: 'boxed', term, type: ANY };
}

/** What was put there in sight is what it was: a plain value, or an object that was made here. */
function writtenHere({ run }: Ctx, term: Formula): Val | null {
  const tag = (['nil', 'int', 'bool', 'real', 'rat', 'sym', 'ref'] as const).find(each => isTag(term, each) === TRUE);
  if (tag === undefined) return null;
  if (tag === 'nil') return NIL_VAL;
  const inside = unboxed(term, tag);
  if (tag !== 'ref') return { kind: tag, term: inside };
  // Ways that exclude each other count their objects alike: what stands there may be that of another way.
  const [first, ...others] = run.made.filter(each => same(each.term, inside));
  const sameClass = others.every(each => classNameOf(each.type) === classNameOf(first!.type));
  return first && sameClass ? first : null;
}

/** T-InstAssn: a write must keep what the field promises, and stay within the method's frame. */
export function writeField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  value: Val,
  place: Place,
): Out {
  const { run } = ctx;
  const className = classNameOf(object.type) ?? 'Object';
  const info = slotOf(run.input.program, className, field);
  const type = info?.type ? concrete(run.input.program, info.type, object.type) : ANY;
  const stored = info?.type ? flowInto(ctx, state, value, type, place, `value of ${info.name}`) : value;
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} stored in ${field}`, place))!;
  mayWrite(ctx, state, field, object.term, place);
  const there = demandUnfrozen(ctx, state, object.term, place, 'the object that is written');
  const written = withMap(
    touched(ctx, leak(there, stored), object.term),
    field,
    store(heapMap(ctx, there, field), object.term, term),
  );
  note(ctx, { operation: 'write', text: field, value: term });
  if (info?.refinement) askField(ctx, written, object, info, fromTerm(term, type), place);
  if (!ctx.spec && run.underConstruction?.object.term !== object.term)
    askOthers(ctx, written, object, place, reach => reach.fields.has(field));
  return { value: stored, state: written };
}

/** Fields whose refinements reach where `concerns` says. */
export function concerned(
  ctx: Ctx,
  object: Val & { kind: 'ref' },
  concerns: (reach: Reach) => boolean,
): readonly { readonly name: string; readonly info: FieldInfo }[] {
  const { program } = ctx.run.input;
  const className = classNameOf(object.type) ?? 'Object';
  return fieldNames(ctx.run, className).flatMap(name => {
    const info = slotOf(program, className, name);
    return info?.type && info.refinement && concerns(reachOf(program, className, info)) ? [{ name, info }] : [];
  });
}

/** Refinements of the object's fields that depend on something else than the field: asked as they are now. */
export function askOthers(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  place: Place,
  concerns: (reach: Reach) => boolean,
): void {
  for (const { name, info } of concerned(ctx, object, concerns)) {
    const value = readField(ctx, state, object, name, { span: place.span });
    askField(ctx, state, object, info, value, place);
  }
}

function askField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  info: FieldInfo,
  value: Val,
  place: Place,
): void {
  for (const clause of fieldClauses(ctx, state, object, info, value)) {
    oblige(ctx, state, {
      kind: 'field-refinement',
      goal: clause.formula,
      place,
      clause: clause.clause,
      about: `value of ${info.name}`,
    });
  }
}

/** What the fields of a finished object promise, asked of this one (of these fields): at the end of `initialize`, or before it is handed on. */
export function askPromises(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  place: Place,
  about: string,
  only: ReadonlySet<string> | null = null,
): void {
  const className = classNameOf(object.type) ?? 'Object';
  for (const name of fieldNames(ctx.run, className)) {
    const info = slotOf(ctx.run.input.program, className, name);
    if (!info?.type || (only && !only.has(name))) continue;
    const type = concrete(ctx.run.input.program, info.type, object.type);
    const term = select(heapMap(ctx, state, name), object.term);
    const clause = { text: `${name} is set`, place: info.place };
    if (!mayBeNil(type))
      oblige(ctx, state, {
        kind: 'field-refinement',
        goal: not(isTag(term, 'nil')),
        place,
        clause,
        about: `${name} ${about}`,
      });
    if (info.refinement) askField(ctx, state, object, info, fromTerm(term, type), place);
  }
}
