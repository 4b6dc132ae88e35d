/** Lowering never throws, drops a construct or loses a span. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Span } from '../../../server/src/base/span';
import { LOWERERS, PARTS } from '../../../server/src/lower/expression';
import { lower } from '../../../server/src/lower/lower';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { showOpaqueCode } from '../../../server/src/problems/opaqueCode';
import { printRil } from '../../../server/src/ril/print';
import type { Expr } from '../../../server/src/ril/ril';
import { children, walk } from '../../../server/src/ril/walk';
import type { SyntaxNode } from '../../../server/src/syntax/node';
import type { FileOutline } from '../../../server/src/syntax/outline';
import { declarationsIn, expressionsOf, lowerText, rilOf } from '../../harness/lowerRuby';
import { rubyParser } from '../../harness/rubyParser';
import { sampleOf, stepFor } from '../../harness/sampling';

interface NodeType {
  readonly type: string;
  readonly named: boolean;
  readonly subtypes?: unknown;
}

const grammar: readonly NodeType[] = JSON.parse(
  readFileSync(join(__dirname, '../../../node_modules/tree-sitter-ruby/src/node-types.json'), 'utf8'),
);
const nodeTypes = grammar.filter(({ named, subtypes }) => named && !subtypes).map(({ type }) => type);

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

describe('lowering covers the grammar', () => {
  it('knows every node type, and no other', () => {
    const known = [...Object.keys(LOWERERS), ...PARTS];
    assert.deepStrictEqual([...known].sort(), [...new Set(nodeTypes)].sort());
  });
});

function levels(count: number, open: string, middle: string, close: string): string {
  return `def m(x)\n${open.repeat(count)}${middle}${close.repeat(count)}\nend\ndef after = 1\n`;
}

describe('deep nesting', () => {
  const shapes: readonly (readonly [string, string, string, string])[] = [
    ['parentheses', '(', 'x', ')'],
    ['if', 'if x\n', 'x', '\nend'],
    ['elsif', '', `if x then 1 ${'elsif x then 2 '.repeat(2000)}end`, ''],
    ['when', '', `case x ${'when 1 then 2 '.repeat(2000)}end`, ''],
    ['in', '', `case x ${'in 1 then 2 '.repeat(2000)}end`, ''],
    ['values of one when', '', `case x when ${'1, '.repeat(2000)}2 then 3 end`, ''],
    ['binary', '', `x${' + 1'.repeat(2000)}`, ''],
    ['conditions', 'if !(', 'x', ') then 1 end'],
    ['not', '!', 'x', ''],
    ['calls', 'f(', 'x', ')'],
    ['chains', '', `x${'.f'.repeat(2000)}`, ''],
    ['blocks', 'f { ', 'x', ' }'],
    ['arrays', '[', 'x', ']'],
    ['hashes', '{a: ', 'x', '}'],
    ['patterns', 'case x; in [', 'y', '] then 1; end'],
    ['targets', '', `${'('.repeat(2000)}a, b${'), c'.repeat(2000)} = x`, ''],
    ['parameters', '', `f { |${'('.repeat(2000)}a, b${'), c'.repeat(2000)}| a }`, ''],
    ['strings', '"#{', 'x', '}"'],
    ['lambdas', '-> { ', 'x', ' }'],
    ['defs', 'def a\n', 'x', '\nend'],
    ['classes', 'class A\n', 'x', '\nend'],
    ['constants', '', `A${'::B'.repeat(2000)}`, ''],
    ['assignments', 'y = ', 'x', ''],
    ['op-assignments', 'y += ', 'x', ''],
    ['begin', 'begin\n', 'x', '\nensure\n1\nend'],
    ['while', 'while x\n', 'x', '\nend'],
    ['ternaries', 'x ? 1 : ', 'x', ''],
    ['local commands', 'x [', '1', ']'],
  ];
  /** Long, but not deep, in RIL; parameters that are too deep are only left out. */
  const FLAT = new Set(['values of one when', 'constants', 'parameters']);
  for (const [name, open, middle, close] of shapes) {
    it(`${name}: 2,000 levels become opaque, the next method does not`, () => {
      const text = rilOf(parser, levels(open === '' ? 1 : 2000, open, middle, close));
      assert.match(text, /\(def after \(\) 1\)$/);
      if (!FLAT.has(name)) assert.match(text, /nesting deeper than|multiple assignment|def-broken|not analysed/);
    });
  }

  it('does not affect code that is merely long', () => {
    const text = `def m(x)\n${'if x\n'.repeat(60)}x${'\nend'.repeat(60)}\n${'x += 1\n'.repeat(3000)}end\n`;
    assert.doesNotMatch(rilOf(parser, text), /opaque/);
  });
});

const SAMPLE = readFileSync(join(__dirname, 'sample.rb'), 'utf8');

describe('unfinished code', () => {
  it('prefixes of a file, token by token, are lowered', () => {
    const ends = [...SAMPLE.matchAll(/\b|[^\s\w]/g)].map(token => token.index);
    for (const end of sampleOf(ends, stepFor({ test: 5, trust: 2 }), 'sample.rb')) {
      const file = lowerText(parser, SAMPLE.slice(0, end));
      assert.strictEqual(typeof printRil(file), 'string');
    }
  });

  it('a file without one of its tokens is lowered', () => {
    const tokens = [...SAMPLE.matchAll(/\w+|[^\s\w]/g)];
    for (const token of tokens.filter((_, index) => index % 7 === 0)) {
      const text = SAMPLE.slice(0, token.index) + SAMPLE.slice(token.index + token[0].length);
      printRil(lowerText(parser, text));
    }
  });

  it('any tree is lowered', () => {
    const type = fc.constantFrom(...nodeTypes, 'ERROR', 'nonsense', 'constructor', '__proto__', '"', '(', '+', 'not');
    const field = fc.constantFrom(
      ...['left', 'right', 'operator', 'operand', 'body', 'name', 'value', 'receiver', 'method', 'arguments', 'block'],
      ...['condition', 'consequence', 'alternative', 'pattern', 'parameters', 'key', 'object', 'scope', 'class'],
      ...['clauses', 'guard', 'exceptions', 'variable', 'handler', 'begin', 'end', 'else', null],
    );
    const piece = (children: fc.Arbitrary<SyntaxNode[]>) =>
      fc.record({
        type,
        named: fc.boolean(),
        field,
        start: fc.nat(30),
        end: fc.nat(30),
        missing: fc.boolean(),
        children,
      });
    const { node } = fc.letrec<{ node: SyntaxNode }>(tie => ({
      node: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        piece(fc.constant([])),
        piece(fc.array(tie('node'), { maxLength: 5 })),
      ),
    }));
    fc.assert(
      fc.property(node, fc.constantFrom('method', 'statement', 'class'), (root, kind) => {
        const item = { span: { start: 0, end: 30 }, read: () => root, broken: true, rebuilt: true, body: [], kind };
        const text = 'x -1 [y] << <<~A if not (a) #{';
        const outline = {
          path: 'a.rb',
          text,
          items: [item],
          directives: [],
          misreads: [],
          problems: [],
          damaged: true,
        };
        printRil(lower(outline as unknown as FileOutline, null));
      }),
      { numRuns: 3000, seed: 7 },
    );
  });
});

describe('misread code', () => {
  it('is not analysed, and the reason is reported', () => {
    const text = 'class A\n  def a = 1\n  def b = 2\n  foo 3\nend\n';
    const document = parser.open('a.rb', text);
    const misread = (piece: string) => {
      const start = text.indexOf(piece);
      return { construct: 'lambda-local' as const, span: { start, end: start + piece.length } };
    };
    const misreads = [misread('2'), misread('foo')];
    const file = lower({ ...document.outline(), misreads }, null);
    document.close();
    const construct = showOpaqueCode({ kind: 'lambda-local' });
    assert.strictEqual(
      printRil(file).replace(/\s+/g, ' ').trimEnd(),
      `(class A (def a () 1) (def b () #<opaque ${construct}>) #<opaque ${construct}>)`,
    );
    assert.strictEqual(lowerText(parser, text, file).lowered, 1, 'b is lowered when it is read well');
  });
});

describe('spans', () => {
  it('lie inside their parent expression and declaration', () => {
    const file = lowerText(parser, SAMPLE);
    const bad: string[] = [];
    let count = 0;
    for (const declaration of declarationsIn(file.declarations)) {
      for (const expr of expressionsOf(declaration)) {
        if (!inside(expr.span, declaration.span)) bad.push(`${declaration.anchor}: ${JSON.stringify(expr.span)}`);
        walk(expr, inner => {
          count++;
          bad.push(...outside(inner).map(child => `${describeExpr(inner)} has ${describeExpr(child)}`));
          return true;
        });
      }
    }
    assert.deepStrictEqual(bad, []);
    assert.ok(count > 400, `${count} expressions were looked at`);
  });

  it('of declarations start at their anchors', () => {
    for (const declaration of declarationsIn(lowerText(parser, SAMPLE).declarations)) {
      const text = SAMPLE.slice(declaration.at, declaration.at + declaration.span.end);
      if (declaration.kind === 'method') {
        assert.match(text, /^def [\s\S]*/);
        assert.strictEqual(text.slice(declaration.nameSpan.start, declaration.nameSpan.end), declaration.name);
      } else assert.ok(text.length > 0);
    }
  });
});

function inside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end;
}

/** An interpolation of a heredoc is after the `<<X` that is its span. */
function outside(expr: Expr): readonly Expr[] {
  const isHeredoc = expr.kind === 'interpolate' && expr.span.end - expr.span.start === '<<~HEREDOC'.length;
  return isHeredoc ? [] : children(expr).filter(child => !inside(child.span, expr.span));
}

function describeExpr(expr: Expr): string {
  return `${expr.kind}${JSON.stringify(expr.span)}`;
}
