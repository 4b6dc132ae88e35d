/** The table of refusals as the program sees it: what Ruby refuses, and what its own classes change about that. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fingerprintOf, REFUSALS_FILE } from '../../../server/build/coreRefusals';
import { findMethod, findSingletonMethod } from '../../../server/src/program/lookup';
import type { Program } from '../../../server/src/program/program';
import { messageFor, refusalsOf } from '../../../server/src/program/refusal';
import type { RefusalCodes } from '../../../server/src/program/refusalTable';
import { NIL, nominal, type Type } from '../../../server/src/types/type';
import { buildProgram } from '../../harness/program';
import { coreLibrary } from '../../harness/prove';

const OWN = `
class Plain; end
class Text; def to_str = 'text'; end
class Words; def to_ary = []; end
class Money; def coerce(other) = [other, 1]; end
class Ghost; def method_missing(name, *) = 1; end
class Polite; def respond_to_missing?(*) = true; end
class Heir < Plain; end
class HeirOfText < Text; end
class Parent; end
class Child < Parent; def to_str = ''; end
class Name < String; end
class Stack < Array; def +(other) = self; end
class Pile < Array; def size_twice = size * 2; end
class Foreign < Nowhere; end
class Ordered; include Comparable; def <=>(other) = 0; end
class Listed; include Enumerable; def each = yield(1); end
`;

/** `receiver.method(arguments)` with classes for values, the position in question, and what Ruby raises. */
const CALLS: readonly (readonly [call: string, position: number, raises: string | null])[] = [
  ['Integer + String', 0, "TypeError: String can't be coerced into Integer"],
  ['Integer + nil', 0, "TypeError: nil can't be coerced into Integer"],
  ['Integer + Float', 0, null],
  ['Integer + Plain', 0, "TypeError: Plain can't be coerced into Integer"],
  ['Integer + Heir', 0, "TypeError: Heir can't be coerced into Integer"],
  ['Integer + Money', 0, null],
  ['Integer + Ghost', 0, null],
  ['Integer + Polite', 0, null],
  ['Integer + Foreign', 0, null],
  ['Integer + Object', 0, null],
  ['Integer + Unknown', 0, null],
  ['Integer < String', 0, 'ArgumentError'],
  ['Integer < Rational', 0, null],
  ['Integer == String', 0, null],
  ['String + Integer', 0, 'TypeError: no implicit conversion of Integer into String'],
  ['String + nil', 0, 'TypeError'],
  ['String + Symbol', 0, 'TypeError: no implicit conversion of Symbol into String'],
  ['String + Name', 0, null],
  ['String + Text', 0, null],
  ['String + HeirOfText', 0, null],
  ['String + Plain', 0, 'TypeError: no implicit conversion of Plain into String'],
  ['String + Parent', 0, null],
  ['String * String', 0, 'TypeError'],
  ['String < Integer', 0, 'ArgumentError'],
  ['String % nil', 0, null],
  ['String << Integer', 0, null],
  ['String << Symbol', 0, 'TypeError'],
  ['String upcase Symbol', 0, null],
  ['String center Integer,Integer', 1, 'TypeError'],
  ['String center Integer,String', 1, null],
  ['Array + nil', 0, 'TypeError: no implicit conversion of nil into Array'],
  ['Array + Words', 0, null],
  ['Array + Array', 0, null],
  ['Array first String', 0, 'TypeError'],
  ['Array sum String', 0, null],
  ['Array << String', 0, null],
  ['Array [] String', 0, 'TypeError'],
  ['Stack + nil', 0, null],
  ['Pile + nil', 0, 'TypeError'],
  ['Hash merge Array', 0, 'TypeError'],
  ['Hash fetch String', 0, null],
  ['Ordered clamp Integer,Integer', 0, null],
  ['Listed first String', 0, 'TypeError'],
  ['Plain instance_variable_get Integer', 0, 'TypeError'],
  ['Math.sqrt String', 0, 'TypeError'],
  ['Math.sqrt Integer', 0, null],
  ['Plain.include Integer', 0, 'TypeError'],
];

function typeNamed(name: string): Type {
  return name === 'nil' ? NIL : nominal(name);
}

function raisedBy(program: Program, call: string, position: number): string | null {
  const [, name = '', dot, method = '', list = ''] = /^(\w+)(\.| )(\S+) (\S+)$/.exec(call) ?? [];
  const isObject = dot === '.';
  const info = (isObject ? findSingletonMethod : findMethod)(program, name, method);
  assert.ok(info, call);
  const args = list.split(',');
  const target = { receiver: { name, isObject }, method: info, count: args.length };
  const refusals = refusalsOf(program, target, position, typeNamed(args[position] ?? ''));
  const [first] = refusals ?? [];
  if (!first) return null;
  const message = messageFor(first);
  return message === null ? first.errors.join(' or ') : `${first.errors.join(' or ')}: ${message}`;
}

describe('refused arguments', () => {
  let program: Program;

  before(async () => {
    const library = coreLibrary();
    assert.ok(library?.refusals, 'dist/core.snapshot is built with its refusals');
    program = (await buildProgram(OWN, library)).program;
  });

  for (const [call, position, raises] of CALLS) {
    it(`${call}: ${raises ?? 'may be accepted'}`, () => {
      const found = raisedBy(program, call, position);
      if (raises === null || raises.includes(':')) assert.equal(found, raises);
      else assert.equal(found?.split(':')[0], raises);
    });
  }

  it('are measured with the signatures of today (npm run core:refusals)', () => {
    const library = coreLibrary();
    assert.ok(library);
    const { madeFrom } = JSON.parse(readFileSync(REFUSALS_FILE, 'utf8')) as RefusalCodes;
    assert.equal(madeFrom, fingerprintOf(library));
  });

  it('of a union, every member', () => {
    const method = findMethod(program, 'Integer', '+');
    assert.ok(method);
    const call = { receiver: { name: 'Integer', isObject: false }, method, count: 1 };
    const union = (...names: readonly string[]): Type => ({ kind: 'union', members: names.map(typeNamed) });
    assert.equal(refusalsOf(program, call, 0, union('String', 'nil'))?.length, 2);
    assert.equal(refusalsOf(program, call, 0, union('String', 'Float')), null);
    assert.equal(refusalsOf(program, call, 0, { kind: 'dynamic' }), null);
  });

  for (const [what, text] of [
    ['the method itself', 'class Integer; def +(other) = 1; end'],
    ['a conversion of the argument', 'class String; def coerce(other) = [1, 1]; end'],
    ['a conversion of one object', 'def run(text) = (def text.coerce(other) = [1, 1])'],
    [
      'a conversion by a module',
      'module Coercing; def coerce(other) = [1, 1]; end\nclass String; include Coercing; end',
    ],
  ] as const) {
    it(`does not hold where the program defines ${what}`, async () => {
      const { program: changed } = await buildProgram(text, coreLibrary());
      assert.equal(raisedBy(changed, 'Integer + String', 0), null);
    });
  }
});
