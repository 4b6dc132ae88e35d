/** Printed types parse to the same type, and no input makes the parsers throw. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRefinement } from '../../../server/src/parse/refinementParser';
import { verbatimSource } from '../../../server/src/parse/sourceText';
import { parseBareType, parseMethodType } from '../../../server/src/parse/typeParser';
import { equalMethodTypes, equalTypes } from '../../../server/src/types/equal';
import { printMethodType, printType } from '../../../server/src/types/print';
import { showMethodType, showType } from '../../../server/src/types/show';
import { anyType, methodType } from '../../harness/arbitraryTypes';

const RUNS = 10_000;
const source = (text: string) => verbatimSource('a.rb|file', text, 0);
const hard = (problems: readonly { readonly code: string }[]) =>
  problems.filter(({ code }) => !code.startsWith('LP21')).map(({ code }) => code);

describe('printing and parsing', () => {
  it('round-trips a type', () => {
    fc.assert(
      fc.property(anyType, type => {
        const text = showType(type);
        const read = parseBareType(text, source(text));
        assert.deepEqual(hard(read.problems), [], text);
        assert.equal(read.value.refinement, null, text);
        assert(equalTypes(read.value.type, type), `${text}\n${printType(type)}\n${printType(read.value.type)}`);
      }),
      { numRuns: RUNS },
    );
  });

  it('round-trips a method type', () => {
    fc.assert(
      fc.property(methodType, type => {
        const text = showMethodType(type);
        const read = parseMethodType(text, source(text));
        assert.deepEqual(hard(read.problems), [], text);
        assert(equalMethodTypes(read.value, type), `${text}\n${printMethodType(type)}\n${printMethodType(read.value)}`);
      }),
      { numRuns: RUNS / 5 },
    );
  });
});

/** Strings made of tokens of the language get further than random characters. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'( ) { } {{ }} [ ] < > , -> => : :: ? * ** ! ^ | & . ... ${ % ` " \' @ $ or and x Integer nil'.split(' '),
      ),
      fc.constantFrom(
        'if',
        'then',
        'else',
        'end',
        'case',
        'when',
        'do',
        '|',
        'not',
        '==',
        '<=',
        '&&',
        '..',
        '&.',
        '==>',
        '≤',
        '→',
        '#{',
        '/',
        '\\',
        '\n',
        'a:',
        ':a',
        '1',
        '2.5',
        'self',
        'unless',
        'it',
        ';',
        '=',
      ),
      fc.string({ maxLength: 3, unit: 'binary' }),
    ),
    { maxLength: 30 },
  )
  .chain(list => fc.constantFrom(list.join(' '), list.join('')));

describe('any string', () => {
  const inside = (text: string, problems: readonly { place: { span: { start: number; end: number } } }[]): void => {
    for (const { place } of problems) {
      assert(0 <= place.span.start && place.span.start <= place.span.end && place.span.end <= text.length, text);
    }
  };

  it('parses as a type without an exception, and each problem lies inside it', () => {
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), text => {
        inside(text, parseMethodType(text, source(text)).problems);
        inside(text, parseBareType(text, source(text)).problems);
      }),
      { numRuns: RUNS },
    );
  });

  it('parses as a refinement without an exception; an incomplete one has an opaque clause', () => {
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), text => {
        const { clauses, problems } = parseRefinement(text, source(text), new Set(['x']));
        inside(text, problems);
        const broken = problems.some(({ code }) => code !== 'LP2105');
        if (broken) assert.equal(clauses.at(-1)?.expr.kind, 'opaque', text);
      }),
      { numRuns: RUNS },
    );
  });

  it('may be nested arbitrarily deep', () => {
    for (const piece of ['(', '[', '{', '{ (', 'Array<', '!', '() { ', '[m: () -> ', '{a: ', 'x or (', '()->{()->']) {
      const text = piece.repeat(20_000);
      assert(parseMethodType(`(${text}`, source(text)).problems.length > 0, piece);
      assert(parseBareType(text, source(text)).problems.length > 0, piece);
    }
    for (const piece of [
      '(',
      '[',
      '{a: ',
      '!',
      '-',
      'not ',
      'x.all? { ',
      'if x then ',
      'x ? ',
      'f(',
      '"#{',
      'x && (',
      '->{',
      'p ==> ',
      '2 ** ',
    ]) {
      const text = piece.repeat(20_000);
      const { clauses, problems } = parseRefinement(text, source(text), new Set(['x']));
      assert(problems.length > 0, piece);
      assert.equal(clauses.at(-1)?.expr.kind, 'opaque', piece);
    }
  });

  it('may be long', () => {
    const text = Array.from({ length: 3000 }, (_, index) => `x > ${index}`).join(' && ');
    assert.equal(parseRefinement(text, source(text), new Set(['x'])).clauses.length, 3000);
  });
});
