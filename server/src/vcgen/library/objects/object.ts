/** Methods of every object: `nil?`, `==`, `!`, `is_a?`, identity. */
import { and, bool, eq, not, or, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { BOOL_SORT } from '../../../logic/sorts';
import { ancestors } from '../../../program/ancestors';
import { candidates, fieldOf } from '../../../program/lookup';
import { methodKey } from '../../../program/methodKey';
import { scopeOfName } from '../../analysis/variableKeys';
import { runBlock } from '../../calls/blocks/blocks';
import { runUnknownCall } from '../../calls/modes/unknownCall';
import { readField, writeField } from '../../fields/fields';
import { frozenTerm, withFrozen } from '../../heap/frozen';
import { touchObject } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import { positionalArgs, type Send, type Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, freshSymbol, type Out, placeOf } from '../../state/context';
import type { ExitList } from '../../state/frame';
import { FROZEN, fieldKey } from '../../state/heapKey';
import { joinExits } from '../../state/join';
import { classNameOf, representationOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import {
  classOf,
  classTerm,
  instantiableClasses,
  isInstance,
  MANY_CLASSES,
  referencePart,
  tagsOf,
} from '../../state/typeGuards';
import { isNil, isTag, isTruthy, NIL_VAL, typeOf, unboxTerm, type Val } from '../../state/value';
import { evaluateEquality, isSameOrEqual, termOf } from '../equality/equality';
import { rationalFrom } from '../numbers/rational';
import { argumentAt, boolResult, MANY, type ModelRow, modelOf } from '../rows/rows';
import { copyObject } from './copies';

const row = (names: string, arity: ModelRow['arity'], model: Model): ModelRow => ({
  class: 'Object',
  names,
  arity,
  block: 'allowed',
  model,
});

/** With one argument. */
const withOther = (names: string, model: (ctx: Ctx, send: Send, other: Val, state: State) => Out | null): ModelRow =>
  row(names, 1, (ctx, send, state) => model(ctx, send, argumentAt(send, 0), state));

export const OBJECTS: readonly ModelRow[] = [
  row('nil?', 0, (_, { receiver }, state) => boolResult(isNil(receiver), state)),
  row('!', 0, (_, { receiver }, state) => boolResult(not(isTruthy(receiver)), state)),
  withOther('==', (ctx, { receiver: a, site }, b, state) => evaluateEquality(ctx, { a, b, method: '==', site }, state)),
  withOther('eql?', (ctx, { receiver: a, site }, b, state) =>
    evaluateEquality(ctx, { a, b, method: 'eql?', site }, state),
  ),
  withOther('!=', (ctx, send, other, state) => {
    const equal = ctx.run.rules.send(ctx, { ...send, method: '==', args: positionalArgs([other]) }, state);
    return boolResult(not(isTruthy(equal.value)), equal.state);
  }),
  withOther('===', (ctx, { receiver, site }, other, state) => caseEquality(ctx, receiver, other, site, state)),
  withOther('equal?', (ctx, { receiver }, other, state) => identity(ctx, receiver, other, state)),
  withOther('is_a? kind_of?', (ctx, { receiver }, other, state) =>
    other.kind === 'class' ? isOfClass(ctx, receiver, other, state) : null,
  ),
  withOther('instance_of?', (ctx, { receiver }, other, state) =>
    other.kind === 'class' && (other.name || other.base) && receiver.kind === 'ref'
      ? boolResult(eq(classOf(ctx.run, receiver.term), other.term), state)
      : null,
  ),
  row('class', 0, (ctx, { receiver }, state) =>
    receiver.kind === 'ref' ? { value: classValue(ctx, receiver), state } : classOfPlain(ctx, receiver, state),
  ),
  row('Rational', [1, 2], (ctx, { args, site }, state) => rationalFrom(ctx, args, site, state)),
  row('instance_variable_get instance_variable_set remove_instance_variable', [0, MANY], byName),
  row('dup clone', 0, copyObject),
  row('itself', 0, (_, { receiver }, state) => ({ value: receiver, state })),
  { class: 'Object', names: 'tap then yield_self', arity: 0, block: 'required', model: withReceiver },
  row('freeze', 0, (ctx, { receiver, site }, state) => {
    if (receiver.kind === 'boxed' || receiver.kind === 'class') return null;
    return receiver.kind === 'ref' && !ctx.spec ? freeze(ctx, receiver, site, state) : { value: receiver, state };
  }),
  row('frozen?', 0, (ctx, { receiver }, state) => {
    const frozen = frozenTerm(ctx, state, receiver);
    return frozen && boolResult(frozen, state);
  }),
  // Of the annotation language.
  row('type_cast instantiate!', [0, MANY], (_, { receiver }, state) => ({ value: receiver, state })),
  row('var_type', [0, MANY], (_, __, state) => ({ value: NIL_VAL, state })),
];

const find = modelOf(OBJECTS);

export const objectModel: Model = (ctx, send, state) => (send.args.irregular ? null : find(ctx, send, state));

/** `tap` returns its receiver, the others the result of their block. */
function withReceiver(ctx: Ctx, { receiver, method, args, site }: Send, state: State): Out {
  const breaks: ExitList = ctx.run.trail.list();
  const out = runBlock(ctx, { closure: args.block!, args: [receiver], site, breaks }, state);
  const value = method === 'tap' ? receiver : out.value;
  return joinExits(ctx, [...breaks, { value, state: out.state }], site, out.state);
}

/** A literal name denotes that field; otherwise the field and its type are unknown. */
function byName(ctx: Ctx, send: Send, state: State): Out | null {
  const { receiver, method, args, site } = send;
  const [first, value] = args.positional;
  const name = first?.kind === 'sym' && first.term.kind === 'text' ? first.term.value : null;
  const known =
    receiver.kind === 'ref' &&
    name !== null &&
    scopeOfName(name) === 'instance' &&
    fieldOf(ctx.run.input.program, className(receiver), name);
  if (known && method === 'instance_variable_get')
    return { value: readField(ctx, state, receiver, fieldKey(name), site), state };
  if (known && method === 'instance_variable_set' && value)
    return writeField(
      ctx,
      state,
      { object: receiver, value, place: placeOf(ctx, args.sites[1] ?? site) },
      fieldKey(name),
    );
  return method === 'instance_variable_get' ? null : runUnknownCall(ctx, { kind: 'method', name: method }, send, state);
}

function className(receiver: Val & { kind: 'ref' }): string {
  return classNameOf(receiver.type) ?? 'Object';
}

/** Whether the receiver has a known class, or one of a few (`x.is_a?(self.class)`). */
function isOfClass(ctx: Ctx, receiver: Val, { name, base, term }: Val & { kind: 'class' }, state: State): Out | null {
  const { program } = ctx.run.input;
  const names = name
    ? [name]
    : base && program.classes.get(base)?.kind === 'class'
      ? instantiableClasses(program, base)
      : [];
  if (names.length === 0 || names.length > MANY_CLASSES) return null;
  const is = (each: string): Formula => isA(ctx, receiver, each);
  const one = (each: string): Formula => and(eq(term, classTerm(ctx.run, each)), is(each));
  return { value: { kind: 'bool', term: name ? is(name) : or(...names.map(one)) }, state };
}

function freeze(ctx: Ctx, object: Val & { kind: 'ref' }, site: Site, state: State): Out {
  checkWrite(ctx, state, FROZEN, object.term, placeOf(ctx, site));
  return { value: object, state: withFrozen(ctx, touchObject(ctx, state, object.term), object.term, TRUE) };
}

/** The class as a value; its name is known only if the object was allocated in this method. */
function classValue(ctx: Ctx, receiver: Val & { kind: 'ref' }): Val {
  const base = classNameOf(receiver.type);
  return { kind: 'class', term: classOf(ctx.run, receiver.term), name: receiver.exact ? base : null, base };
}

/** The class of a number or a symbol, which has no subclasses. */
function classOfPlain(ctx: Ctx, receiver: Val, state: State): Out | null {
  if (!['int', 'real', 'rat', 'sym'].includes(receiver.kind)) return null;
  const name = classNameOf(typeOf(receiver));
  return name === null ? null : { value: { kind: 'class', term: classTerm(ctx.run, name), name, base: name }, state };
}

function caseEquality(
  ctx: Ctx,
  pattern: Val,
  subject: Val,
  site: { readonly span: import('../../../base/span').Span },
  state: State,
): Out | null {
  if (pattern.kind === 'class' && pattern.name)
    return { value: { kind: 'bool', term: isA(ctx, subject, pattern.name) }, state };
  if (pattern.kind === 'range' || pattern.kind === 'proc' || pattern.kind === 'class') return null;
  return comparesByEquals(ctx, pattern)
    ? isSameOrEqual(ctx, { a: pattern, b: subject, method: '==', site }, state)
    : null;
}

/** Whether `===` is the one of every object, or an alias of the class's own `==`. */
function comparesByEquals(ctx: Ctx, pattern: Val): boolean {
  if (pattern.kind !== 'ref' && pattern.kind !== 'boxed') return true;
  const { program } = ctx.run.input;
  const objects = unionMembers(typeOf(pattern)).filter(member => ['ref', 'boxed'].includes(representationOf(member)));
  return objects.every(member =>
    candidates(program, classNameOf(member) ?? 'Object', '===').every(
      ({ method }) =>
        ancestors(program, 'Object').includes(method.owner) || method.aliasOf === methodKey(method.owner, '==', false),
    ),
  );
}

function identity(ctx: Ctx, a: Val, b: Val, state: State): Out | null {
  if (a.kind === 'ref' && b.kind === 'ref') return { value: { kind: 'bool', term: eq(a.term, b.term) }, state };
  if (a.kind === 'nil' || b.kind === 'nil')
    return { value: { kind: 'bool', term: isNil(a.kind === 'nil' ? b : a) }, state };
  if ([a, b].every(hasIdentity)) return { value: { kind: 'bool', term: eq(termOf(a), termOf(b)) }, state };
  // Numbers of equal value may be the same object; others are not.
  if (ctx.spec || a.kind !== b.kind || (a.kind !== 'int' && a.kind !== 'real')) return null;
  const same = freshSymbol(ctx.run, 'same', BOOL_SORT);
  return { value: { kind: 'bool', term: and(same, eq(termOf(a), termOf(b))) }, state };
}

/** Numbers of equal value need not be the same object. */
const IDENTICAL = new Set(['ref', 'nil', 'bool', 'sym']);

function hasIdentity(val: Val): boolean {
  if (val.kind !== 'boxed') return IDENTICAL.has(val.kind);
  return [...(tagsOf(val.type) ?? ['unknown'])].every(tag => IDENTICAL.has(tag));
}

const PRIMITIVES = {
  nil: 'NilClass',
  int: 'Integer',
  real: 'Float',
  rat: 'Rational',
  sym: 'Symbol',
  class: 'Class',
} as const;

/** Their instances have a form of their own, and no others can be created. */
const NO_REFERENCES: ReadonlySet<string> = new Set(
  'NilClass Integer Float Rational Symbol TrueClass FalseClass'.split(' '),
);

/** By class id, including subclasses and included modules. */
function isA(ctx: Ctx, val: Val, className: string): Formula {
  const below = (name: string): boolean => ancestors(ctx.run.input.program, name).includes(className);
  switch (val.kind) {
    case 'ref':
      return isInstance(ctx.run, val.term, val.type, className);
    case 'bool':
      return or(and(val.term, bool(below('TrueClass'))), and(not(val.term), bool(below('FalseClass'))));
    case 'boxed':
      return boxedIsA(ctx, val, className, below);
    case 'range':
      return bool(below('Range'));
    case 'proc':
      return bool(below('Proc'));
    default:
      return bool(below(PRIMITIVES[val.kind]));
  }
}

function boxedIsA(
  ctx: Ctx,
  { term, type }: Val & { kind: 'boxed' },
  className: string,
  below: (name: string) => boolean,
): Formula {
  const tags = (['nil', 'int', 'real', 'rat', 'sym', 'class'] as const)
    .filter(tag => below(PRIMITIVES[tag]))
    .map(tag => isTag(term, tag));
  const flag = unboxTerm(term, 'bool');
  const booleans = and(
    isTag(term, 'bool'),
    or(and(flag, bool(below('TrueClass'))), and(not(flag), bool(below('FalseClass')))),
  );
  if (NO_REFERENCES.has(className)) return or(...tags, booleans);
  const objects = and(isTag(term, 'ref'), isInstance(ctx.run, unboxTerm(term, 'ref'), referencePart(type), className));
  return or(...tags, booleans, objects);
}
