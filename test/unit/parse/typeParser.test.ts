/** Type strings: every form of the grammar, and for every mistake its code and its columns inside the string. */
import assert from 'node:assert/strict';
import { verbatimSource } from '../../../server/src/parse/sourceText';
import type { ReadSoFar } from '../../../server/src/parse/typeParser';
import { parseBareType, parseMethodType } from '../../../server/src/parse/typeParser';
import { messageOf } from '../../../server/src/problems/catalogue';
import { showMethodType, showType } from '../../../server/src/types/show';
import type { MethodType } from '../../../server/src/types/type';

function method(text: string): ReadSoFar<MethodType> {
  return parseMethodType(text, verbatimSource('a.rb|file', text, 0));
}

function bare(text: string) {
  return parseBareType(text, verbatimSource('a.rb|file', text, 0));
}

/** `code start-end` of each problem. */
function mistakes(read: ReadSoFar<unknown>): string[] {
  return read.problems.map(({ code, place }) => `${code} ${place.span.start}-${place.span.end}`);
}

describe('method types', () => {
  const forms: Readonly<Record<string, string>> = {
    '() -> nil': '() -> nil',
    '(Integer) -> String': '(Integer) -> String',
    '(Integer,String)->%bool': '(Integer, String) -> %bool',
    '( Integer x { 0 ≤ x < 60 }) → Integer r { 0 ≤ r < 60}': '(Integer x { 0 ≤ x < 60 }) -> Integer r { 0 ≤ r < 60 }',
    '(Integer x {{ x > 0 }}) -> Integer r {{ r > x }}': '(Integer x { x > 0 }) -> Integer r { r > x }',
    '(Integer data) -> Integer { @min <= data }': '(Integer data) -> Integer { @min <= data }',
    '(?Integer, *String) -> self': '(?Integer, *String) -> self',
    '(Integer, ?Integer x { x > 0 }) -> nil': '(Integer, ?Integer x { x > 0 }) -> nil',
    '(*Integer xs { xs.size > 1 }, Integer last) -> Integer': '(*Integer xs { xs.size > 1 }, Integer last) -> Integer',
    '(a: Integer, b: ?String, **Float) -> nil': '(a: Integer, b: ?String, **Float) -> nil',
    '(Integer, ?a: Integer) -> nil': '(Integer, a: ?Integer) -> nil',
    '(a: Integer { a > 0 }) -> nil': '(a: Integer { a > 0 }) -> nil',
    '() { (Integer x { x > 0 }) -> %any } -> nil': '() { (Integer x { x > 0 }) -> %any } -> nil',
    '() ?{ (t) -> u } -> Array<u>': '() ?{ (t) -> u } -> Array<u>',
    '({ (Integer) -> Integer } f) -> Integer': '({ (Integer) -> Integer } f) -> Integer',
    '(Proc<^(Integer, String), Float>) -> nil': '({ (Integer, String) -> Float }) -> nil',
    '(^(Integer) -> Float f) -> nil': '({ (Integer) -> Float } f) -> nil',
    '([to_s: () -> String, <=>: (%any) -> Integer, []=: (Integer, t) -> t]) -> nil':
      '([to_s: () -> String, <=>: (%any) -> Integer, []=: (Integer, t) -> t]) -> nil',
    '([Integer, String] pair) -> []': '([Integer, String] pair) -> []',
    [`({a: Integer, b: ?String, 'k' => nil, 1 => Float, \${Foo} => t, **%any} h) -> {}`]: `({a: Integer, b: ?String, 'k' => nil, 1 => Float, \${Foo} => t, **%any} h) -> {}`,
    "(1, -2, 12.5, :a, :'b c', 'text', true, false, nil) -> nil":
      '(1, -2, 12.5, :a, :"b c", \'text\', true, false, nil) -> nil',
    [`(\${A::B}, ::C) -> !D`]: `(\${A::B}, ::C) -> !D`,
    '(Fixnum, Bignum, %integer) -> Integer': '(Integer, Integer, Integer) -> Integer',
    '(Fixnum or Bignum x) -> Integer': '(Integer x) -> Integer',
    '(Integer or nil x { x.nil? }) -> %num': '(Integer or nil x { x.nil? }) -> %num',
    '(true or false) -> (Integer or Float)': '(%bool) -> Integer or Float',
    '(Array<Integer x { x > 0 }> xs) -> (Integer y { y > 0 }) or nil':
      '(Array<(Integer x { x > 0 })> xs) -> (Integer y { y > 0 }) or nil',
    '(Comparable and Enumerable<t>) -> !(Integer or nil)': '(Comparable and Enumerable<t>) -> !(Integer or nil)',
    '(...) -> %any': '(...) -> %any',
    '(self<t>) -> self': '(self) -> self',
    '(\n  Integer x,\n  Integer y { y > x }\n) -> Integer': '(Integer x, Integer y { y > x }) -> Integer',
    '(Integer x { {a: 1}.size == x }) -> nil': '(Integer x { {a: 1}.size == x }) -> nil',
    "(String s { s != '}' }) -> nil": "(String s { s != '}' }) -> nil",
    '(Integer x {{ [{a: {b: x}}].size > 0 }}) -> nil': '(Integer x { [{a: {b: x}}].size > 0 }) -> nil',
    '(t ∪ u) -> t': '(t or u) -> t',
  };
  for (const [text, shown] of Object.entries(forms)) {
    it(text.replace(/\s+/g, ' '), () => {
      const read = method(text);
      assert.deepEqual(mistakes(read), []);
      assert.equal(showMethodType(read.value), shown);
    });
  }

  it('know which names are values in a predicate', () => {
    const { value } = method('(Integer x { x < y + z }, Integer y) -> Integer z { z == x + w }');
    const names = (clause: unknown): string[] =>
      JSON.stringify(clause).match(/"kind":"var"[^}]*},?"scope":"local","name":"\w+"/g) ?? [];
    assert.equal(names(value.params[0]!.refinement!.clauses[0]!.expr).length, 2, 'x and y, but z is a method there');
    assert.equal(names(value.resultRefinement!.clauses[0]!.expr).length, 2, 'z and x, but w is a method');
  });

  it('split a refinement into clauses, each with its source and place', () => {
    const { value } = method('(Integer x { 0 <= x < 60 && x.even? and (x != 3 || x > 4) }) -> nil');
    const clauses = value.params[0]!.refinement!.clauses;
    assert.deepEqual(
      clauses.map(({ text, place }) => `${text} @${place.span.start}-${place.span.end}`),
      ['0 <= x @13-19', 'x < 60 @18-24', 'x.even? @28-35', '(x != 3 || x > 4) @40-57'],
    );
  });

  it('have places of arguments and results', () => {
    const { value } = method('(Integer x, ?String) -> Float r { r > 0 }');
    assert.deepEqual(
      value.params.map(param => param.span),
      [
        { start: 1, end: 10 },
        { start: 12, end: 19 },
      ],
    );
    assert.deepEqual(value.resultSpan, { start: 24, end: 41 });
  });
});

describe('mistakes in method types', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    '': ['LP2005 0-0'],
    '   ': ['LP2005 0-3'],
    Integer: ['LP2001 0-7'],
    '(Integer) Integer': ['LP2002 10-17'],
    '(Integer)': ['LP2002 9-9'],
    '(Integer) => Integer': ['LP2002 10-12'],
    '(Integer) : Integer': ['LP2002 10-11'],
    'Integer -> Integer': ['LP2018 0-7'],
    '-> Integer': ['LP2018 0-2'],
    '(Integer -> Integer': ['LP2001 9-11'],
    '(Integer': ['LP2003 0-1'],
    '(Integer) ->': ['LP2001 12-12'],
    '(Integer,) -> nil': ['LP2001 9-10'],
    '(,) -> nil': ['LP2001 1-2'],
    '(Integer @x) -> nil': ['LP2001 9-10'],
    '(Integer x { x > 0) -> Integer': ['LP2003 11-12'],
    '(Integer x {{ x > 0 }) -> Integer': ['LP2003 11-13'],
    '(Integer x { x > 0 }} ) -> Integer': ['LP2001 20-21'],
    '(Array<Integer) -> nil': ['LP2001 14-15'],
    '([Integer, String) -> nil': ['LP2001 17-18'],
    '(Integer x { }) -> nil': ['LP2103 11-14'],
    '(Integer { x > 0 }) -> nil': ['LP2011 1-8'],
    '(Integer x, String x) -> nil': ['LP2010 19-20'],
    '(Integer X) -> nil': ['LP2017 9-10'],
    '(Integer self) -> nil': ['LP2017 9-13'],
    '(Boolean) -> Bool': ['LP2006 1-8', 'LP2006 13-17'],
    '(integer) -> string': ['LP2007 1-8', 'LP2007 13-19'],
    '(Integer?) -> nil': ['LP2012 1-9'],
    '(Integer | nil) -> nil': ['LP2012 9-10'],
    '(Array[Integer]) -> nil': ['LP2012 1-15'],
    '(singleton(Foo)) -> nil': ['LP2012 1-15'],
    '(Array<?Integer>) -> nil': ['LP2008 7-8'],
    '() -> ?Integer': ['LP2008 6-7'],
    '(*Integer, ?Integer) -> nil': ['LP2009 11-19'],
    '(*Integer, *Integer) -> nil': ['LP2009 11-19'],
    '(a: Integer, Integer) -> nil': ['LP2009 13-20'],
    '(**Integer, a: Integer) -> nil': ['LP2009 12-22'],
    '(a: Integer b) -> nil': ['LP2019 12-13'],
    '(!1) -> !nil': ['LP2013 1-3', 'LP2013 8-12'],
    '(``targs``, x<::Integer) -> nil': ['LP2014 1-10', 'LP2014 12-16'],
    '({a: Integer, a: String}) -> nil': ['LP2015 14-16'],
    '(Integer) -> Integer -> Integer': ['LP2020 21-23'],
    '(Integer) -> Integer { (String) -> nil }': ['LP2021 21-40'],
    '(Integer) -> Integer garbage more': ['LP2004 29-33'],
    "('abc) -> nil": ['LP2003 1-2'],
    '(Integer x { x = 1 }) -> nil': ['LP2102 15-16'],
    '(Integer x { x > }) -> Integer r { r >< 1 }': ['LP2101 16-16', 'LP2101 38-39'],
    '(Integer x { while x }) -> nil': ['LP2104 13-18'],
    '(Integer x { x + }, String @y, Float z { z < }) -> nil': ['LP2101 16-16', 'LP2001 27-28', 'LP2101 44-44'],
  };
  for (const [text, expected] of Object.entries(cases)) {
    it(JSON.stringify(text), () => {
      const read = method(text);
      assert.deepEqual(mistakes(read), expected, read.problems.map(messageOf).join('; '));
    });
  }

  it('keep what is valid around a mistake', () => {
    assert.equal(showMethodType(method('(Integer @x, String s) Float').value), '(Integer, String s) -> Float');
    assert.equal(showMethodType(method('(Array<Integer, String) -> nil').value), '(Array<Integer, String>) -> nil');
    assert.equal(showMethodType(method('(, Integer) -> nil').value), '(%dyn, Integer) -> nil');
  });

  it('have a message for every problem', () => {
    for (const text of Object.keys(cases)) {
      for (const problem of method(text).problems) assert.match(messageOf(problem), /^(?!unknown problem).*\S/);
    }
  });
});

describe('bare types', () => {
  it('may have a name and a refinement', () => {
    const { value, problems } = bare('Integer s { 0 <= s < 60 }');
    assert.deepEqual(problems, []);
    assert.equal(value.name, 's');
    assert.equal(value.refinement?.clauses.length, 2);
    assert.equal(showType(value.type), 'Integer');
  });

  it('are not method types', () => {
    const read = bare('(Integer) -> Integer');
    assert.deepEqual(mistakes(read), ['LP2012 0-20']);
    assert.equal(showType(read.value.type), '{ (Integer) -> Integer }');
  });

  it('end where they end', () => {
    assert.deepEqual(mistakes(bare('Integer, String')), ['LP2004 7-15']);
    assert.deepEqual(mistakes(bare('')), ['LP2005 0-0']);
  });
});
