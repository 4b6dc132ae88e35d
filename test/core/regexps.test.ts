/**
 * What literal regexps match, compared with Ruby on random patterns and texts (ADR 0265): a regexp is found wherever the translation says so and, if it
 * is exact, nowhere else; and the parts of every match are possible ones.
 */
import assert from 'node:assert/strict';
import { and, eq, FALSE, not, or, symbol, text } from '../../server/src/logic/build';
import type { Formula, Sort } from '../../server/src/logic/formula';
import { printFormula } from '../../server/src/logic/print';
import { printSort } from '../../server/src/logic/sorts';
import type { RegexpPattern } from '../../server/src/ril/regexp/pattern';
import { readRegexp } from '../../server/src/ril/regexp/readRegexp';
import { describeParts } from '../../server/src/vcgen/fields/matchParts';
import { isFoundIn } from '../../server/src/vcgen/heap/regexpLanguage';
import { createSolver, type Solver } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';
import { byExtent } from '../harness/sampling';

const PATTERNS = byExtent({ test: 150, trust: 600, full: 3000 });

const ATOMS = [
  ...[
    'a',
    'b',
    's',
    'k',
    'f',
    'i',
    '1',
    '-',
    '_',
    '.',
    ' ',
    'é',
    'ß',
    't',
    'K',
    'x',
    ',',
    '#',
    '=',
    '\n',
    '{',
    '}',
    'a{2}',
    'b{1,2}',
  ],
  ...[
    '[ab]',
    '[^a]',
    '[a-z]',
    '[A-Z&&[^S]]',
    '[\\d_]',
    '[^\\s]',
    '[k-s]',
    '[^\\W]',
    '[\\n]',
    '[a-]',
    '[\\-x]',
    '[b[^a]]',
    '[S]',
    '[^k]',
  ],
  ...[
    '\\d',
    '\\w',
    '\\s',
    '\\W',
    '\\S',
    '\\D',
    '\\h',
    '\\H',
    '\\n',
    '\\t',
    '\\.',
    '\\\\',
    '\\/',
    '\\0',
    '\\u0061',
    '\\R',
    '\\p{L}',
    '[[:alpha:]]',
  ],
  ...['^', '$', '\\A', '\\z', '\\Z', '^', '$', '\\b', '\\1'],
];
const OPENERS = ['(', '(', '(?:', '(?:', '(?i:', '(?m:', '(?-i:', '(?x: ', '(?>', '(?=', '(?!', '(?<=a', '(?<n>'];
const REPEATS = [
  '',
  '',
  '',
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '++',
  '{2}',
  '{,2}',
  '{1,}',
  '{0,1}',
  '{2}?',
  '{1,2}?',
  ' ',
];
const CHARS = [...'abABsSkKfFi12-_. éÉßſ\u212AﬁﬀxtT😀,#=\\{}\n\n\n\r\t\0\u2028\u00a0'];
const TEXTS = ['', '\n', 'a\n', '\na', 'a\n\n'];

type Random = (limit: number) => number;

function createRandom(seed: number): Random {
  let state = seed;
  return limit => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

interface Sample {
  readonly source: string;
  readonly flags: string;
  readonly texts: readonly string[];
}

function sampleOf(random: Random): Sample {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const some = (limit: number, make: () => string): string => Array.from({ length: random(limit) }, make).join('');
  const atom = (depth: number): string =>
    depth > 0 && random(4) === 0 ? `${pick(OPENERS)}${choice(depth - 1)})` : pick(ATOMS);
  const sequence = (depth: number): string => some(4, () => atom(depth) + pick(REPEATS));
  const choice = (depth: number): string =>
    random(4) === 0 ? `${sequence(depth)}|${sequence(depth)}` : sequence(depth);
  let source = choice(2);
  if (random(3) === 0) source = `\\A${source}${pick(['\\z', '\\Z', '$'])}`;
  if (random(4) === 0) source = `^${source}$`;
  const texts = [...TEXTS, ...Array.from({ length: 12 }, () => some(6, () => pick(CHARS)))];
  return { source, flags: pick(['', '', '', 'i', 'm', 'x', 'im', 'mx']), texts };
}

/** Of each text: whether it is found anywhere, and at the start; the match and its groups. */
type Outcome = readonly (readonly [found: boolean, starts: boolean, parts: readonly (string | null)[] | null])[];

/** Null: Ruby refuses the regexp. */
async function inRuby(samples: readonly Sample[]): Promise<readonly (Outcome | null)[]> {
  const script = `
    require "json"
    JSON.generate(JSON.parse(${JSON.stringify(JSON.stringify(samples)).replaceAll('#', '\\#')}).map { |sample|
      flags = { "i" => 1, "x" => 2, "m" => 4 }.sum { |letter, bit| sample["flags"].include?(letter) ? bit : 0 }
      begin
        verbose, $VERBOSE = $VERBOSE, nil
        regexp = Regexp.new(sample["source"], flags, timeout: 1)
        sample["texts"].map { |text| [regexp.match?(text), text.start_with?(regexp), regexp.match(text)&.to_a] }
      rescue RegexpError
        nil
      ensure
        $VERBOSE = verbose
      end
    })
  `;
  const ruby = hostForTests();
  try {
    const reply = await ruby.evaluate(script, [], NEVER);
    assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : reply.kind);
    return JSON.parse(reply.text) as (Outcome | null)[];
  } finally {
    await ruby.close();
  }
}

/** Whether the translation contradicts what Ruby did. */
function isWrong(read: RegexpPattern, texts: readonly string[], outcome: Outcome): Formula {
  return or(
    ...texts.flatMap((each, i) =>
      (['anywhere', 'start'] as const).map((from, j) => {
        const { holds, exact } = isFoundIn(read, from, text(each));
        if (outcome[i]![j]) return not(holds);
        return exact ? holds : FALSE;
      }),
    ),
  );
}

/** What the parts of the matches are said to be, of those that Ruby found. */
function partsInRuby(read: RegexpPattern, texts: readonly string[], outcome: Outcome, symbols: string[]): Formula {
  const fresh = (hint: string, sort: Sort): Formula => {
    const name = `${hint}_${symbols.length}`;
    symbols.push(`(declare-const ${name} ${printSort(sort)})`);
    return symbol(name, sort);
  };
  const facts = texts.flatMap((each, i) => {
    const found = outcome[i]![2];
    if (!found) return [];
    const described = describeParts(read, { subject: text(each), from: 'anywhere', fresh });
    const groups = found.map((own, number) => {
      const part = described.parts.get(String(number))!;
      return own === null ? not(part.mustTakePart) : and(part.takesPart, eq(part.text, text(own)));
    });
    return [...described.facts, ...groups];
  });
  return and(...facts);
}

function ask(solve: Solver, symbols: readonly string[], formula: Formula): string {
  const query = `(set-logic ALL)\n${symbols.join('\n')}\n(assert ${printFormula(formula)})`;
  return solve({ id: '', text: query, values: [], watchedIds: [], preferences: [] }).status;
}

describe('literal regexps', function () {
  this.timeout(1_200_000);

  it('match what Ruby matches', async () => {
    const random = createRandom(265);
    const samples = Array.from({ length: PATTERNS }, () => sampleOf(random));
    const outcomes = await inRuby(samples);
    const solve = await createSolver();
    const wrong: string[] = [];
    let exact = 0;
    for (const [i, { source, flags, texts }] of samples.entries()) {
      const outcome = outcomes[i];
      const read = outcome ? readRegexp({ value: source, flags }) : null;
      if (!outcome || !read) continue;
      if (isFoundIn(read, 'anywhere', text('')).exact) exact++;
      const shown = `/${source}/${flags}`;
      const mismatch = isWrong(read, texts, outcome);
      if (mismatch !== FALSE && ask(solve, [], mismatch) !== 'unsat') wrong.push(`${shown} is found elsewhere in Ruby`);
      const symbols: string[] = [];
      if (ask(solve, symbols, partsInRuby(read, texts, outcome, symbols)) === 'unsat')
        wrong.push(`${shown} has other parts in Ruby`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(exact > PATTERNS / 3, `only ${exact} are exact`);
  });
});
