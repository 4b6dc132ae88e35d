/** Subtyping: its laws on generated types, and each rule on its own. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { verbatimSource } from '../../../server/src/parse/sourceText';
import { parseBareType, parseMethodType } from '../../../server/src/parse/typeParser';
import { joinTypes, meetTypes } from '../../../server/src/types/join';
import { showType } from '../../../server/src/types/show';
import { isMethodSubtype, isSubtype } from '../../../server/src/types/subtype';
import {
  ANY,
  BOOL,
  BOTTOM,
  FALSE,
  type MethodType,
  NIL,
  nominal,
  TRUE,
  type Type,
} from '../../../server/src/types/type';
import { makeUnion } from '../../../server/src/types/union';
import { method, smallHierarchy } from '../../harness/smallHierarchy';

function parse(text: string): Type {
  const { value, problems } = parseBareType(text, verbatimSource('a.rb|file', text, 0));
  assert.deepEqual(problems, [], text);
  return value.type;
}

function signature(text: string): MethodType {
  const { value, problems } = parseMethodType(text, verbatimSource('a.rb|file', text, 0));
  assert.deepEqual(problems, [], text);
  return value;
}

const fits = (a: Type, b: Type): boolean => isSubtype(a, b, smallHierarchy);

const DEPTH = { maxDepth: 2, depthSize: 'small', depthIdentifier: 'law' } as const;
const leaf: fc.Arbitrary<Type> = fc.oneof(
  fc.constantFrom<Type>(ANY, BOTTOM, NIL, BOOL, TRUE, FALSE, { kind: 'variable', name: 'a' }, { kind: 'self' }),
  fc
    .constantFrom('Object', 'BasicObject', 'Comparable', 'Numeric', 'Integer', 'Float', 'String', 'NilClass', 'Names')
    .map(name => nominal(name)),
  fc.constantFrom<Type>(
    parse('1'),
    parse('2'),
    parse(':a'),
    parse("'s'"),
    { kind: 'classOf', name: 'Integer' },
    { kind: 'classOf', name: 'Numeric' },
  ),
);
const { type } = fc.letrec<{ type: Type }>(tie => {
  const inner = tie('type');
  const several = fc.array(inner, { minLength: 1, maxLength: 3 });
  const key = fc.constantFrom('a', 'b');
  const entry = fc.record({
    key: key.map(value => ({ type: 'symbol' as const, value })),
    type: inner,
    optional: fc.boolean(),
  });
  return {
    type: fc.oneof(
      DEPTH,
      { weight: 3, arbitrary: leaf },
      { weight: 1, arbitrary: several.map(makeUnion) },
      { weight: 1, arbitrary: several.map((members): Type => ({ kind: 'intersection', members })) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('Array', 'Enumerable', 'Producer', 'Consumer'), inner)
          .map(([name, arg]) => nominal(name, [arg])),
      },
      { weight: 1, arbitrary: several.map((elements): Type => ({ kind: 'tuple', elements })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.uniqueArray(entry, { maxLength: 2, selector: one => one.key.value }), fc.option(inner))
          .map(([entries, rest]): Type => ({ kind: 'finiteHash', entries, rest })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(several, inner)
          .map(([params, result]): Type => ({ kind: 'proc', method: method(params, result) })),
      },
    ),
  };
});

describe('the laws of subtyping', () => {
  const holds = (law: fc.IProperty<never>): void => fc.assert(law, { numRuns: 3000 });

  it('every type is a subtype of itself', () => {
    holds(fc.property(type, a => void assert(fits(a, structuredClone(a)), showType(a))) as never);
  });

  it('is transitive', () => {
    holds(
      fc.property(type, type, type, (a, b, c) => {
        if (fits(a, b) && fits(b, c)) assert(fits(a, c), `${showType(a)} <= ${showType(b)} <= ${showType(c)}`);
      }) as never,
    );
  });

  /** Random triples are rarely related: here b is a supertype of a, and c of b. */
  it('is transitive along related types', () => {
    const above = (a: Type): fc.Arbitrary<Type> =>
      fc.oneof(
        fc.constantFrom(a, ANY),
        type.map(other => makeUnion([other, a])),
        fc.constant<Type>({ kind: 'intersection', members: [a, ANY] }),
        fc.constant(a.kind === 'tuple' ? nominal('Array', [makeUnion(a.elements)]) : a),
        fc
          .constantFrom(...['Object', 'Comparable', 'Numeric'].map(name => nominal(name)))
          .map(b => (fits(a, b) ? b : a)),
      );
    const chain = type.chain(a => above(a).chain(b => above(b).map(c => [a, b, c] as const)));
    holds(
      fc.property(chain, ([a, b, c]) => {
        assert(fits(a, b), `${showType(a)} <= ${showType(b)}`);
        assert(fits(b, c), `${showType(b)} <= ${showType(c)}`);
        assert(fits(a, c), `${showType(a)} <= ${showType(b)} <= ${showType(c)}`);
      }) as never,
    );
  });

  it('a union is the least upper bound, an intersection the greatest lower', () => {
    holds(
      fc.property(type, type, type, (a, b, c) => {
        const union = makeUnion([a, b]);
        assert(fits(a, union) && fits(b, union), `${showType(a)}, ${showType(b)} <= ${showType(union)}`);
        assert.equal(fits(union, c), fits(a, c) && fits(b, c), `${showType(union)} <= ${showType(c)}`);
        const both: Type = { kind: 'intersection', members: [a, b] };
        assert(fits(both, a) && fits(both, b), showType(both));
        assert.equal(fits(c, both), fits(c, a) && fits(c, b), `${showType(c)} <= ${showType(both)}`);
      }) as never,
    );
  });

  it('join and meet are bounds', () => {
    holds(
      fc.property(type, type, (a, b) => {
        const up = joinTypes(a, b, smallHierarchy);
        assert(fits(a, up) && fits(b, up), `${showType(a)}, ${showType(b)} <= ${showType(up)}`);
        assert(fits(up, makeUnion([a, b])), showType(up));
        const down = meetTypes(a, b, smallHierarchy);
        assert(fits(down, a) && fits(down, b), `${showType(down)} <= ${showType(a)}, ${showType(b)}`);
      }) as never,
    );
  });

  it('type arguments follow their variance', () => {
    holds(
      fc.property(type, type, (a, b) => {
        const of = (name: string): boolean => fits(nominal(name, [a]), nominal(name, [b]));
        assert.equal(of('Producer'), fits(a, b));
        assert.equal(of('Consumer'), fits(b, a));
        assert.equal(of('Array'), fits(a, b) && fits(b, a));
      }) as never,
    );
  });

  it('procs are contravariant in parameters and covariant in results', () => {
    holds(
      fc.property(type, type, type, type, (a, b, c, d) => {
        const left = method([a], c);
        const right = method([b], d);
        assert.equal(isMethodSubtype(left, right, smallHierarchy), fits(b, a) && fits(c, d));
      }) as never,
    );
  });
});

describe('the rules of subtyping', () => {
  const yes = [
    'Integer <= Numeric',
    'Integer <= Comparable',
    '1 <= Integer',
    '1 <= Comparable',
    ':a <= Symbol',
    "'s' <= String",
    'nil <= Object',
    'nil <= NilClass',
    'NilClass <= nil',
    'true <= %bool',
    'TrueClass or FalseClass <= %bool',
    '%bool <= true or false',
    'Integer <= Integer or nil',
    'Integer or nil <= nil or Numeric',
    '%bot <= Integer',
    'Integer <= %any',
    '%dyn <= Integer',
    'Integer <= %dyn',
    '%any <= BasicObject',
    'Array<Integer> <= Enumerable<Numeric>',
    'Names <= Array<String>',
    'Names <= Enumerable<Comparable>',
    'Array <= Array<Integer>',
    'Array<Integer> <= Array',
    '[1, 2] <= Array<Integer>',
    "[1, 's'] <= Array<Integer or String>",
    '[] <= Array<String>',
    '[1, 2] <= Enumerable<Numeric>',
    '[1, nil] <= [Integer, NilClass]',
    'Hash<Symbol, Integer> <= Enumerable<[Symbol, Integer]>',
    '{a: 1} <= {a: Integer}',
    '{a: 1} <= {a: ?Integer}',
    '{} <= {a: ?Integer}',
    '{a: 1, b: 2} <= {a: Integer, **Integer}',
    "{a: 1, b: 's'} <= Hash<Symbol, Integer or String>",
    '{a: ?Integer} <= {a: ?Numeric, b: ?String}',
    '!(Integer or nil) <= Integer',
    'Integer <= !(Integer or nil)',
    'Integer x { x > 0 } <= Integer',
    'Integer <= (Integer x { x > 0 })',
    '%num <= Numeric',
    'Integer <= %num',
    '%tree <= %tree',
    'Integer <= %tree',
    'Producer<Integer> <= %tree',
    '%tree <= Integer or Producer<%tree>',
    'Integer <= [succ: () -> Integer]',
    'Integer <= [succ: () -> Numeric, to_s: () -> String]',
    '1 <= [succ: () -> Integer]',
    'Integer <= [untyped: (String) -> nil]',
    '[m: () -> Integer, n: () -> nil] <= [m: () -> Numeric]',
    'Array<Integer> <= [first: () -> Numeric]',
    '{ (Numeric) -> Integer } <= [call: (Integer) -> Numeric]',
    '{ () -> nil } <= Proc',
    '{ () -> nil } <= Object',
    `\${Integer} <= \${Numeric}`,
    `\${Integer} <= Class`,
    `\${Integer} <= Module`,
    't <= t',
    'self <= self',
    'self <= BasicObject',
    'Integer and Comparable <= Comparable',
    'Integer <= Comparable and Numeric',
  ];
  const no = [
    'Numeric <= Integer',
    'nil <= Integer',
    'Integer <= 1',
    '1 <= 2',
    "1 <= '1'",
    '%any <= Integer',
    '%any <= Object',
    'Integer or nil <= Integer',
    'Array<Integer> <= Array<Numeric>',
    'Array<Integer> <= Names',
    '[1, 2] <= [Integer]',
    "[1, 's'] <= Array<Integer>",
    'Array<Integer> <= [Integer]',
    '{a: 1, b: 2} <= {a: Integer}',
    '{a: ?Integer} <= {a: Integer}',
    '{} <= {a: Integer}',
    '{a: 1, **Integer} <= {a: Integer}',
    '{a: 1, **String} <= {a: Integer, b: ?Integer, **String}',
    "{a: 1, 's' => 2} <= Hash<Symbol, Integer>",
    '{a: 1, **Integer} <= Hash<Symbol, Integer>',
    'Integer or nil <= !(Integer or nil)',
    'nil <= !Object',
    '!t <= Integer',
    't <= u',
    't <= !t',
    'self <= Integer',
    '%tree <= Integer',
    'String <= %tree',
    'String <= [succ: () -> Integer]',
    'Integer <= [succ: () -> String]',
    'Integer <= [succ: (Integer) -> Integer]',
    'Object <= { () -> nil }',
    'Proc <= { () -> nil }',
    `\${Numeric} <= \${Integer}`,
    `\${Integer} <= Integer`,
    'Comparable <= Integer and Comparable',
    '%bool <= true',
    'Producer<%any> <= Producer<Integer>',
    'Consumer<Integer> <= Consumer<%any>',
  ];
  const ask = (rule: string): boolean => {
    const [left, right] = rule.split(' <= ').map(parse);
    return fits(left!, right!);
  };
  for (const rule of yes) it(rule, () => assert(ask(rule)));
  for (const rule of no) it(`not ${rule}`, () => assert(!ask(rule)));
});

describe('method types', () => {
  const ask = (rule: string): boolean => {
    const [left, right] = rule.split(' <= ').map(signature);
    return isMethodSubtype(left!, right!, smallHierarchy);
  };
  const yes = [
    '(Numeric) -> Integer <= (Integer) -> Numeric',
    '(?Integer) -> nil <= () -> nil',
    '(?Integer) -> nil <= (Integer) -> nil',
    '(*Integer) -> nil <= (Integer, ?Integer) -> nil',
    '(Integer, *Numeric) -> nil <= (Integer, *Integer) -> nil',
    '(a: ?Integer) -> nil <= () -> nil',
    '(**Integer) -> nil <= (a: Integer) -> nil',
    '(a: ?Integer) -> nil <= (a: Integer) -> nil',
    '(...) -> nil <= (Integer) -> nil',
    '() -> nil <= () { () -> nil } -> nil',
    '() ?{ (Integer) -> %any } -> nil <= () { (Numeric) -> nil } -> nil',
    '(*Integer, String) -> nil <= (*Integer, String) -> nil',
  ];
  const no = [
    '(Integer) -> nil <= (Numeric) -> nil',
    '(Integer) -> nil <= () -> nil',
    '() -> nil <= (Integer) -> nil',
    '(Integer) -> nil <= (?Integer) -> nil',
    '(Integer) -> nil <= (*Integer) -> nil',
    '(a: Integer) -> nil <= () -> nil',
    '(a: Integer) -> nil <= (a: ?Integer) -> nil',
    '() -> nil <= (a: Integer) -> nil',
    '(a: Integer) -> nil <= (a: Numeric) -> nil',
    '(a: ?String) -> nil <= (**Integer) -> nil',
    '() { () -> nil } -> nil <= () -> nil',
    '() { () -> nil } -> nil <= () ?{ () -> nil } -> nil',
    '() { (Integer) -> nil } -> nil <= () { (Integer) -> %any } -> nil',
    '(*Integer, String) -> nil <= (Integer, String) -> nil',
    '(?Integer, *String) -> nil <= (*Integer) -> nil',
  ];
  for (const rule of yes) it(rule, () => assert(ask(rule)));
  for (const rule of no) it(`not ${rule}`, () => assert(!ask(rule)));
});
