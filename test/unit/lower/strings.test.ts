/** Values of string literals, and the source of each part. */
import assert from 'node:assert';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import type { Expr, LiteralValue } from '../../../server/src/ril/ril';
import { walk } from '../../../server/src/ril/walk';
import { declarationsIn, expressionsOf, lowerText, rilOf } from '../../harness/lowerRuby';
import { rubyParser } from '../../harness/rubyParser';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

type StringValue = Extract<LiteralValue, { type: 'string' }>;

/** All string literals of a source, in order, with absolute spans. */
function stringsIn(text: string): readonly StringValue[] {
  const found: StringValue[] = [];
  for (const declaration of declarationsIn(lowerText(parser, text).declarations))
    for (const expr of expressionsOf(declaration))
      walk(expr, (inner: Expr) => {
        if (inner.kind !== 'lit' || inner.value.type !== 'string') return true;
        const segments = inner.value.segments.map(part => ({ ...part, source: part.source + declaration.at }));
        found.push({ ...inner.value, segments });
        return true;
      });
  return found;
}

function stringOf(text: string): string {
  const [only, ...others] = stringsIn(text);
  assert.ok(only && others.length === 0, `one string in ${text}`);
  return only.value;
}

/** Each part as `value <- source`, with as many characters as the part has, or the whole escape. */
function piecesOf(text: string): readonly string[] {
  return stringsIn(text).flatMap(({ value, segments }) =>
    segments.map(({ at, length, source }) => {
      const piece = value.slice(at, at + length);
      const written = text.slice(source, source + length);
      return piece === written
        ? piece
        : `${JSON.stringify(piece)} <- ${JSON.stringify(text.slice(source, source + 2))}`;
    }),
  );
}

describe('values of strings', () => {
  const values: readonly (readonly [string, string])[] = [
    [String.raw`"\a\b\t\n\v\f\r\e\s\0"`, '\x07\b\t\n\v\f\r\x1b \0'],
    [String.raw`"\101\x41\x4a\u0041\u{41 42  43}\u{1F600}"`, 'AAJAABC😀'],
    [String.raw`"\C-a\c?\C-\x42"`, '\x01\x7f\x02'],
    [String.raw`"\xE2\x82\xAC\u20AC"`, '€€'],
    [String.raw`"\q\#\"\\\'\é"`, String.raw`q#"\'é`],
    [String.raw`'a\'b\\c\n\"'`, String.raw`a'b\c\n\"`],
    [String.raw`%q(a(b)\)c\(\\\x)`, String.raw`a(b))c(\\x`],
    [String.raw`%<a<b>\>c>`, 'a<b>>c'],
    [String.raw`%q!a\!b!`, 'a!b'],
    ['"a\\\n  b"', 'a  b'],
    ["'a\\\nb'", 'a\\\nb'],
    ['"a\r\nb\\\r\nc"', 'a\nbc'],
    ['"a" "b" \'c\'', 'abc'],
    ['"a" \\\n  "b"', 'ab'],
    ['""', ''],
    ['?a', 'a'],
    ['?\\n', '\n'],
    ['?\\C-a', '\x01'],
    ['?é', 'é'],
    ['?\\  or x', ' '],
    ['"tab\tin # #a \\#{x}"', 'tab\tin # #a #{x}'],
  ];
  for (const [ruby, value] of values) it(ruby, () => assert.strictEqual(stringOf(ruby), value));

  it('bytes that are not UTF-8 are rejected', () => {
    for (const ruby of [String.raw`"\xff"`, String.raw`"\M-a"`, String.raw`"\M-\C-a"`, String.raw`"a\xE2\x82"`])
      assert.strictEqual(rilOf(parser, ruby), '#<opaque string that is not UTF-8>');
  });

  it('a `%` after a string is an operator', () => {
    assert.match(rilOf(parser, `"a" %q(b)`), /opaque `%` after a string/);
  });
});

describe('heredocs', () => {
  const values: Readonly<Record<string, string>> = {
    '<<A\n x\nA\n': ' x\n',
    '<<-A\n  kept\n    A\n': '  kept\n',
    '<<~A\n  one\n    two\n\n  three\nA\n': 'one\n  two\n\nthree\n',
    '<<~A\nA\n': '',
    '<<~A\n\n    a\n\nA\n': '\na\n\n',
    '<<~A\n        \n    a\nA\n': '    \na\n',
    '<<~A\n\ttab\n        eight\n\t  more\nA\n': 'tab\neight\n  more\n',
    '<<~A\n    a\n  \tb\nA\n': 'a\n\tb\n',
    "<<~'A'\n  raw\\n#{x} \\\n   b\nA\n": 'raw\\n#{x} \\\n b\n',
    '<<~A\n  a\\tb\n  \\tc\nA\n': 'a\tb\n\tc\n',
    '<<~A\n  a\\\n    b\n  c\nA\n': 'a  b\nc\n',
    '<<~"A B"\n  q\nA B\n': 'q\n',
    '<<~A\r\n  a\r\n    b\r\nA\r\n': 'a\n  b\n',
    '<<~A.foo(1)\n  a\nA\n': 'a\n',
    '<<~A\n  é\u{1F600}\nA': 'é😀\n',
    'class B\n  type <<~A\n    (Integer) -> Integer\n  A\n  def m(x) = x\nend\n': '(Integer) -> Integer\n',
  };
  for (const [ruby, value] of Object.entries(values))
    it(JSON.stringify(ruby), () => assert.strictEqual(stringOf(ruby), value));

  it('several on a line, in order', () => {
    assert.strictEqual(rilOf(parser, 'f(<<~A, <<~B) { 1 }\n  a\nA\n  b\nB\n'), '(f "a\\n" "b\\n" {|| 1})');
  });

  it('interpolations keep the margin of their line', () => {
    assert.strictEqual(rilOf(parser, '<<~A\n  a #{x}\n    #{y} b\nA\n'), '(#string "a " (x) "\\n  " (y) " b\\n")');
  });

  it('an interpolation that the parser misses is not read as a string', () => {
    assert.match(rilOf(parser, '<<A\n#\\{a} #{b}\nA\n'), /opaque interpolation that was not read/);
    assert.match(rilOf(parser, '<<A\n\\#{a} #{b}\nA\n'), /\(#string "#\{a\} " \(b\) "\\n"\)/);
  });

  it('one that starts inside another is not read', () => {
    assert.match(rilOf(parser, '<<A\nx#{<<B}y\nb\nB\nz\nA\n'), /opaque heredoc/);
  });
});

describe('pieces of strings', () => {
  const pieces: Readonly<Record<string, readonly string[]>> = {
    "type '(Integer) -> x'": ['(Integer) -> x'],
    'type "a\\tb"': ['a', '"\\t" <- "\\\\t"', 'b'],
    'type \'a\' "b"': ['a', 'b'],
    "type 'it\\'s'": ['it', '"\'" <- "\\\\\'"', 's'],
    'type %q(a(b)c)': ['a(b)c'],
    'type <<~A\n    one\n      two\nA\n': ['one\n', '  two\n'],
    'type "a\\\nb"': ['a', 'b'],
    "x = 'é€' 'b'": ['é€', 'b'],
    'type "\\u{41 42}c"': ['"AB" <- "\\\\u"', 'c'],
  };
  for (const [ruby, expected] of Object.entries(pieces))
    it(JSON.stringify(ruby), () => assert.deepStrictEqual(piecesOf(ruby), expected));

  it('are relative to their declaration', () => {
    const file = lowerText(parser, "class A\n  type 'x'\nend\n");
    const [declaration] = declarationsIn(file.declarations).filter(({ kind }) => kind === 'statement');
    assert.ok(declaration?.kind === 'statement' && declaration.expr.kind === 'call');
    const [arg] = declaration.expr.args;
    assert.ok(arg?.type === 'positional' && arg.value.kind === 'lit' && arg.value.value.type === 'string');
    assert.deepStrictEqual(arg.value.value.segments, [{ at: 0, length: 1, source: "type '".length }]);
  });
});
