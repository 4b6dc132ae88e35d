/** What every object has: `nil?`, `==`, `!`, `is_a?`, identity. */
import { and, bool, eq, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { ancestors } from '../../program/ancestors';
import { fieldOf } from '../../program/lookup';
import type { Args, Site } from '../arguments';
import { runBlock } from '../blocks';
import { type Ctx, type Exit, type Out, placeOf } from '../context';
import { equality, termOf } from '../equality';
import { readField, writeField } from '../fields';
import { frozenTerm, withFrozen } from '../frozen';
import { joinExits } from '../join';
import { mayWrite } from '../mayWrite';
import { touched } from '../objects';
import { classNameOf } from '../shape';
import { FROZEN, type State } from '../state';
import { classOf, classTerm, instantiable, isInstance, MANY_CLASSES, refsOf, tagsOf } from '../typing';
import { unknownCall } from '../unknownCall';
import { type Closure, isNil, isTag, NIL_VAL, truthy, unboxed, type Val } from '../value';
import type { Model } from './models';
import { rationalFrom } from './rational';

export const objectModel: Model = (ctx, receiver, method, args, site, state) => {
  if (args.irregular) return null;
  const [first] = args.positional;
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case 'nil?':
      return truth(isNil(receiver));
    case '!':
      return truth(not(truthy(receiver)));
    case '==':
    case 'eql?':
      return first ? equality(ctx, receiver, first, site, state, method) : null;
    case '!=': {
      if (!first) return null;
      const equal = ctx.run.rules.send(ctx, receiver, '==', [first], site, state);
      return { value: { kind: 'bool', term: not(truthy(equal.value)) }, state: equal.state };
    }
    case '===':
      return first ? caseEquality(ctx, receiver, first, site, state) : null;
    case 'equal?':
      return first ? identity(receiver, first, state) : null;
    case 'is_a?':
    case 'kind_of?':
      return first?.kind === 'class' ? isOfClass(ctx, receiver, first, state) : null;
    case 'instance_of?':
      return first?.kind === 'class' && (first.name || first.base) && receiver.kind === 'ref'
        ? truth(eq(classOf(ctx.run, receiver.term), first.term))
        : null;
    case 'class':
      return receiver.kind === 'ref' ? { value: classValue(ctx, receiver), state } : null;
    case 'Rational':
      return rationalFrom(ctx, args, site, state);
    case 'instance_variable_get':
    case 'instance_variable_set':
    case 'remove_instance_variable':
      return byName(ctx, receiver, method, args, site, state);
    case 'itself':
      return { value: receiver, state };
    case 'tap':
    case 'then':
    case 'yield_self':
      return args.block && args.positional.length === 0
        ? withReceiver(ctx, receiver, method, args.block, site, state)
        : null;
    case 'freeze':
      if (receiver.kind === 'boxed' || receiver.kind === 'class') return null;
      return receiver.kind === 'ref' && !ctx.spec ? freeze(ctx, receiver, site, state) : { value: receiver, state };
    case 'frozen?': {
      const frozen = frozenTerm(ctx, state, receiver);
      return frozen && truth(frozen);
    }
    case 'type_cast':
    case 'instantiate!':
      return { value: receiver, state };
    case 'var_type':
      return { value: NIL_VAL, state };
    default:
      return null;
  }
};

/** `tap` gives its receiver back, the others what their block gives. */
function withReceiver(ctx: Ctx, receiver: Val, method: string, block: Closure, site: Site, state: State): Out {
  const breaks: Exit[] = [];
  const out = runBlock(ctx, block, [receiver], state, site, breaks);
  const value = method === 'tap' ? receiver : out.value;
  return joinExits(ctx, [...breaks, { value, state: out.state }], site, out.state);
}

/** A field under a name that is written there is that field; else nobody knows which one it is, and what it promises. */
function byName(ctx: Ctx, receiver: Val, method: string, args: Args, site: Site, state: State): Out | null {
  const [first, value] = args.positional;
  const name = first?.kind === 'sym' && first.term.kind === 'text' ? first.term.value : null;
  const known = receiver.kind === 'ref' && name !== null && fieldOf(ctx.run.input.program, className(receiver), name);
  if (known && method === 'instance_variable_get') return { value: readField(ctx, state, receiver, name, site), state };
  if (known && method === 'instance_variable_set' && value)
    return writeField(ctx, state, receiver, name, value, placeOf(ctx, args.sites[1] ?? site));
  return method === 'instance_variable_get' ? null : unknownCall(ctx, method, receiver, args, site, state);
}

function className(receiver: Val & { kind: 'ref' }): string {
  return classNameOf(receiver.type) ?? 'Object';
}

/** Of a class that is known, or of one of a few (`x.is_a?(self.class)`). */
function isOfClass(ctx: Ctx, receiver: Val, { name, base, term }: Val & { kind: 'class' }, state: State): Out | null {
  const { program } = ctx.run.input;
  const names = name ? [name] : base && program.classes.get(base)?.kind === 'class' ? instantiable(program, base) : [];
  if (names.length === 0 || names.length > MANY_CLASSES) return null;
  const is = (each: string): Formula => isA(ctx, receiver, each);
  const one = (each: string): Formula => and(eq(term, classTerm(ctx.run, each)), is(each));
  return { value: { kind: 'bool', term: name ? is(name) : or(...names.map(one)) }, state };
}

function freeze(ctx: Ctx, object: Val & { kind: 'ref' }, site: Site, state: State): Out {
  mayWrite(ctx, state, FROZEN, object.term, placeOf(ctx, site));
  return { value: object, state: withFrozen(ctx, touched(ctx, state, object.term), object.term, TRUE) };
}

/** The class as a value; its name is known only if the object was made here. */
function classValue(ctx: Ctx, receiver: Val & { kind: 'ref' }): Val {
  const base = classNameOf(receiver.type);
  return { kind: 'class', term: classOf(ctx.run, receiver.term), name: receiver.exact ? base : null, base };
}

function caseEquality(
  ctx: Ctx,
  pattern: Val,
  subject: Val,
  site: { readonly span: import('../../base/span').Span },
  state: State,
): Out | null {
  if (pattern.kind === 'class' && pattern.name)
    return { value: { kind: 'bool', term: isA(ctx, subject, pattern.name) }, state };
  if (pattern.kind === 'range' || pattern.kind === 'proc' || pattern.kind === 'class') return null;
  return ctx.run.rules.send(ctx, pattern, '==', [subject], site, state);
}

function identity(a: Val, b: Val, state: State): Out | null {
  if (a.kind === 'ref' && b.kind === 'ref') return { value: { kind: 'bool', term: eq(a.term, b.term) }, state };
  if (a.kind === 'nil' || b.kind === 'nil')
    return { value: { kind: 'bool', term: isNil(a.kind === 'nil' ? b : a) }, state };
  return [a, b].every(hasIdentity) ? { value: { kind: 'bool', term: eq(termOf(a), termOf(b)) }, state } : null;
}

/** Numbers of the same value need not be the same object. */
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

/** Their instances have a form of their own, and nobody can make others. */
const NO_REFERENCES: ReadonlySet<string> = new Set(
  'NilClass Integer Float Rational Symbol TrueClass FalseClass'.split(' '),
);

/** By class id, subclasses and included modules counted. */
export function isA(ctx: Ctx, val: Val, className: string): Formula {
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
  const flag = unboxed(term, 'bool');
  const booleans = and(
    isTag(term, 'bool'),
    or(and(flag, bool(below('TrueClass'))), and(not(flag), bool(below('FalseClass')))),
  );
  if (NO_REFERENCES.has(className)) return or(...tags, booleans);
  const objects = and(isTag(term, 'ref'), isInstance(ctx.run, unboxed(term, 'ref'), refsOf(type), className));
  return or(...tags, booleans, objects);
}
