/** Unions, nil, substitution, aliases and how types are shown and printed. */
import assert from 'node:assert/strict';
import { verbatimSource } from '../../../server/src/parse/sourceText';
import { parseBareType, parseMethodType } from '../../../server/src/parse/typeParser';
import { expandAlias } from '../../../server/src/types/alias';
import { equalTypes } from '../../../server/src/types/equal';
import { joinTypes, meetTypes } from '../../../server/src/types/join';
import { mayBeNil, removeNil } from '../../../server/src/types/nil';
import { printMethodType, printType } from '../../../server/src/types/print';
import { showMethodType, showType } from '../../../server/src/types/show';
import { freeVariables, substituteMethod, substituteType } from '../../../server/src/types/substitute';
import { INTEGER, nominal, STRING, type Type } from '../../../server/src/types/type';
import { makeUnion } from '../../../server/src/types/union';
import { smallHierarchy } from '../../harness/smallHierarchy';

function parse(text: string): Type {
  const { value, problems } = parseBareType(text, verbatimSource('a.rb|file', text, 0));
  assert.deepEqual(problems, [], text);
  return value.type;
}

const signature = (text: string) => parseMethodType(text, verbatimSource('a.rb|file', text, 0)).value;

describe('unions', () => {
  const canonical: Readonly<Record<string, string>> = {
    'Integer or (String or Integer)': 'Integer or String',
    'true or false': '%bool',
    'true or nil or false': '%bool or nil',
    'true or %bool': '%bool',
    '1 or Integer': 'Integer',
    '1 or 2 or 1': '1 or 2',
    'Integer or %bot': 'Integer',
    'Integer or %any': '%any',
    'Integer or %dyn': '%dyn',
    '%dyn or %any': '%any',
    '%bot or %bot': '%bot',
    ":a or 'a' or Symbol": "'a' or Symbol",
  };
  for (const [text, shown] of Object.entries(canonical)) it(text, () => assert.equal(showType(parse(text)), shown));

  it('of nothing is %bot', () => assert.equal(showType(makeUnion([])), '%bot'));

  it('are equal in any order', () => {
    assert(equalTypes(parse('Integer or nil or String'), parse('String or Integer or nil')));
    assert(equalTypes(parse('{a: Integer, b: nil}'), parse('{b: nil, a: Integer}')));
    assert(!equalTypes(parse('Integer or nil'), parse('Integer or nil or String')));
    assert(!equalTypes(parse('[Integer, nil]'), parse('[nil, Integer]')));
  });
});

describe('join and meet', () => {
  const join = (a: string, b: string): string => showType(joinTypes(parse(a), parse(b), smallHierarchy));
  const meet = (a: string, b: string): string => showType(meetTypes(parse(a), parse(b), smallHierarchy));

  it('join keeps what is not a subtype of another', () => {
    assert.equal(join('Integer', 'Numeric or nil'), 'Numeric or nil');
    assert.equal(join('Numeric', 'Integer'), 'Numeric');
    assert.equal(join('Integer', 'String'), 'Integer or String');
    assert.equal(join('[1, 2]', 'Array<Integer>'), 'Array<Integer>');
  });

  it('meet is the smaller type, member by member', () => {
    assert.equal(meet('Integer', 'Numeric'), 'Integer');
    assert.equal(meet('Integer or nil', 'Numeric or String'), 'Integer');
    assert.equal(meet('Integer or nil', 'Numeric'), 'Integer');
    assert.equal(meet('1', '2'), '%bot');
    assert.equal(meet('%bool', 'true or nil'), 'true');
    assert.equal(meet('%bool', 'Numeric'), '%bot');
    assert.equal(meet('1 or nil', 't'), '1 and t or nil and t');
    assert.equal(meet('%dyn', 'Integer'), 'Integer');
    assert.equal(meet('Integer', 'Enumerable<t>'), 'Integer and Enumerable<t>');
  });
});

describe('nil', () => {
  it('may be in a type', () => {
    for (const text of [
      'nil',
      'Integer or nil',
      '%any',
      '%dyn',
      'Object',
      'NilClass',
      't',
      '(nil x { x.nil? })',
      'Kernel',
    ]) {
      assert(mayBeNil(parse(text), smallHierarchy), text);
    }
    for (const text of [
      'Integer',
      '!Object',
      '%bool',
      '1',
      '[nil]',
      '{}',
      '{ () -> nil }',
      '%num',
      'Object and Integer',
      '%bot',
    ]) {
      assert(!mayBeNil(parse(text), smallHierarchy), text);
    }
  });

  it('can be removed', () => {
    const without = (text: string): string => showType(removeNil(parse(text), smallHierarchy));
    assert.equal(without('Integer or nil'), 'Integer');
    assert.equal(without('nil'), '%bot');
    assert.equal(without('NilClass or Integer'), 'Integer');
    assert.equal(without('!(Integer or nil)'), 'Integer');
    assert.equal(without('%num'), '%num');
    assert.equal(without('(Integer or nil x { x.nil? })'), '(Integer x { x.nil? })');
  });
});

describe('substitution', () => {
  const bindings = new Map<string, Type>([
    ['t', INTEGER],
    ['u', parse('nil')],
  ]);

  it('applies everywhere', () => {
    const replaced = (text: string): string => showType(substituteType(parse(text), bindings, nominal('Me')));
    assert.equal(replaced('Array<t>'), 'Array<Integer>');
    assert.equal(replaced('t or u or self'), 'Integer or nil or Me');
    assert.equal(replaced('[t, {a: u, **t}]'), '[Integer, {a: nil, **Integer}]');
    assert.equal(replaced('{ (t) { (u) -> t } -> self }'), '{ (Integer) { (nil) -> Integer } -> Me }');
    assert.equal(replaced('[m: (t) -> u]'), '[m: (Integer) -> nil]');
    assert.equal(replaced('t or Integer'), 'Integer');
    assert.equal(replaced('v'), 'v');
  });

  it('keeps self unless a replacement is passed', () =>
    assert.equal(showType(substituteType(parse('self or t'), bindings)), 'self or Integer'));

  it('keeps the type parameters of a method', () => {
    const own = { name: 't', variance: 'invariant', bound: null, default: null } as const;
    const method = { ...signature('(t) -> u'), typeParams: [own] };
    assert.equal(showMethodType(substituteMethod(method, bindings)), '(t) -> nil');
    assert.deepEqual([...freeVariables(signature('(b, Array<a>) { (c) -> d } -> a'))], ['b', 'a', 'c', 'd']);
  });
});

describe('aliases', () => {
  it('are expanded', () => {
    assert.equal(showType(expandAlias(parse('%num'), smallHierarchy)), 'Integer or Float');
    assert.equal(showType(expandAlias(parse('%real'), smallHierarchy)), 'Integer or Float or Rational');
    assert.equal(showType(expandAlias(parse('%unknown'), smallHierarchy)), '%dyn');
    assert.equal(showType(expandAlias(STRING, smallHierarchy)), 'String');
  });

  it('that refer only to themselves terminate', () => {
    const loop = { ...smallHierarchy, expandAlias: () => parse('%loop') };
    assert.equal(showType(expandAlias(parse('%loop'), loop)), '%dyn');
  });
});

describe('printing', () => {
  it('distinguishes what showing does not', () => {
    assert.equal(printType(parse('Array<t>')), '(nominal Array (variable t))');
    assert.notEqual(printType(parse("'1'")), printType(parse('1')));
    const plain = signature('(Integer x) -> nil');
    assert.notEqual(printMethodType(plain), printMethodType({ ...plain, selfType: INTEGER }));
    assert.notEqual(printMethodType(plain), printMethodType(signature('(Integer y) -> nil')));
    assert.equal(
      printMethodType(signature('(Integer x { x > 0 }) -> nil')),
      printMethodType(signature('(  Integer x {{ x >  0 }} ) -> nil')),
    );
  });
});
