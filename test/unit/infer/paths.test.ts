/** Probes and RIL number the same branches; the ways through a method are counted right. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '../../../server/src/engine/pipeline';
import { findBranches } from '../../../server/src/infer/paths/branches';
import { coverPaths } from '../../../server/src/infer/paths/coverage';
import { type ExecutionPaths, enumeratePaths } from '../../../server/src/infer/paths/enumeratePaths';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { record } from '../../../server/src/record/record';
import type { RecordedMethod } from '../../../server/src/record/units';
import type { Declaration, MethodDeclaration } from '../../../server/src/ril/declarations';
import type { LearnedOutcome } from '../../../shared/src/profile';
import { rubyParser } from '../../harness/rubyParser';

const FIXTURES = join(__dirname, '..', '..', 'fixtures');

function fixtures(): readonly string[] {
  return readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.rb'));
}

interface Both {
  readonly recorded: RecordedMethod;
  readonly lowered: MethodDeclaration;
}

function bothOf(parser: RubyParser, text: string): readonly Both[] {
  const document = parser.open('a.rb', text);
  const outline = document.outline();
  const { methods } = record(outline, { method: 0, site: 0 });
  const lowered = new Map(methodsIn(readFile(outline, null).ril.declarations).map(each => [each.at, each]));
  const found = methods.flatMap(recorded => {
    const same = lowered.get(recorded.span.start);
    return same ? [{ recorded, lowered: same }] : [];
  });
  document.close();
  return found;
}

function methodsIn(declarations: readonly Declaration[]): readonly MethodDeclaration[] {
  return declarations.flatMap(each => {
    if (each.kind === 'method') return [each];
    return 'body' in each && Array.isArray(each.body) ? methodsIn(each.body as readonly Declaration[]) : [];
  });
}

function outcomesOf({ recorded }: Both): readonly LearnedOutcome[] {
  return recorded.outcomes.map(({ kind, outcome, span }) => ({ kind, outcome, line: 0, span }));
}

function waysOf(both: Both): ExecutionPaths | null {
  const body = both.lowered.body();
  const outcomes = outcomesOf(both);
  const branches = findBranches(body, outcomes);
  assert.ok(branches);
  const bits = (outcome: string): readonly bigint[] =>
    outcomes.flatMap((each, i) => (each.kind === 'default' && each.outcome === outcome ? [1n << BigInt(i)] : []));
  return enumeratePaths(body, {
    params: both.lowered.params,
    branches,
    defaults: bits('taken').map((used, i) => ({ used, given: bits('else')[i] ?? 0n })),
    neverReturns: expr => expr.kind === 'call' && expr.method === 'raise',
    never: () => null,
  });
}

describe('paths', () => {
  let parser: RubyParser;
  before(async () => {
    parser = await rubyParser;
  });

  it('every outcome that a probe records is a branch of the RIL', () => {
    let count = 0;
    const missing: string[] = [];
    for (const name of fixtures()) {
      for (const both of bothOf(parser, readFileSync(join(FIXTURES, name), 'utf8'))) {
        const outcomes = outcomesOf(both);
        const branches = findBranches(both.lowered.body(), outcomes) ?? new Map();
        const bits = [...branches.values()].reduce((all, { truthy, falsy }) => all | truthy | falsy, 0n);
        for (const [index, { kind, outcome }] of outcomes.entries()) {
          count++;
          if (kind !== 'default' && ((bits >> BigInt(index)) & 1n) === 0n)
            missing.push(`${name} ${both.recorded.name} ${kind} ${outcome}`);
        }
      }
    }
    assert.deepEqual(missing, []);
    assert.ok(count > 2000, `${count} outcomes`);
  });

  /** Body of a method -> number of ways, of paths through loops, and whether they are exact. */
  const COUNTS: readonly (readonly [string, number, number, boolean])[] = [
    ['x', 1, 0, true],
    ['return 1 if a; 2', 2, 0, true],
    ['if a then 1 else 2 end; if b then 3 else 4 end', 4, 0, true],
    ['if a then 1 end; if a then 2 end', 2, 0, true],
    ['a && b ? 1 : 2', 3, 0, true],
    ['if a || b then 1 end', 3, 0, true],
    ['unless a then raise "x" end; b ? 1 : 2', 3, 0, true],
    ['case a when 1 then 2 when 3 then 4 end', 3, 0, true],
    ['case a when 1, 2 then 2 else 4 end', 2, 0, true],
    ['a&.size', 2, 0, true],
    ['@x ||= a', 2, 0, true],
    ['a.each { |x| x ? 1 : 2 }', 1, 2, true],
    ['a.each { |x| x ? 1 : 2; b ? 3 : 4 }', 1, 0, false],
    ['while a.shift do b end', 2, 0, true],
    ['begin; a.b; rescue; 2; end', 2, 0, true],
    ['begin; a ? 1 : b; rescue; 2; end', 3, 0, false],
    ['if true then 1 else 2 end', 1, 0, true],
  ];
  for (const [body, ways, loopPaths, exact] of COUNTS) {
    it(`counts ${body}`, () => {
      const [both] = bothOf(parser, `def m(a, b)\n  ${body}\nend\n`);
      assert.ok(both);
      const found = waysOf(both);
      assert.deepEqual([found?.ways.length, found?.loopPaths.length, found?.exact], [ways, loopPaths, exact]);
    });
  }

  it('more than 64 ways are not listed', () => {
    const [both] = bothOf(parser, `def m(a, b)\n${'  a.x ? 1 : 2\n'.repeat(7)}end\n`);
    assert.ok(both);
    assert.equal(waysOf(both), null);
  });

  it('a way counts as seen only if a call returned from it, or it ends in a raise', () => {
    const [both] = bothOf(parser, 'def m(a, b)\n  raise "x" if a\n  b.size\nend\n');
    assert.ok(both);
    const ways = waysOf(both);
    const seen = (path: string, result: string | null) =>
      coverPaths({ outcomes: outcomesOf(both), calls: [{ classes: [], path, result, count: 1, from: null }] }, ways)
        .seen;
    assert.equal(seen('1', null), 1);
    assert.equal(seen('2', null), 0);
    assert.equal(seen('2', 'Integer'), 1);
  });
});
