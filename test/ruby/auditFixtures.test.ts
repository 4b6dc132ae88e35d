/**
 * Runs every method that fixtures and examples prove on 200 inputs, without a violation. For fixtures the marks say
 * what is safe and under which caveats (fixtures.test.ts checks them); every annotated method of an example is safe
 * (table1.test.ts and check.test.ts check that). So nothing is proved again here.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../server/src/engine/host';
import type { FileSnapshot, MethodSnapshot } from '../../server/src/engine/snapshot';
import { Workspace } from '../../server/src/engine/workspace';
import type { Caveat } from '../../server/src/proof/obligation';
import type { Verdict } from '../../server/src/proof/verdict';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { type AuditedMethod, auditProofs, createAuditHost, INPUTS } from '../harness/auditProofs';
import { type Mark, readMarks } from '../harness/marks';
import { provingFixtures } from '../harness/provedMethods';
import { IS_FULL, sampleByName } from '../harness/sampling';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

/** Methods that run on fewer inputs, or none, and why. */
const NOT_RUN: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(__dirname, '..', 'notAudited.json'), 'utf8'),
);
/** Minimum number of methods that run on all inputs, over all files. */
const AT_LEAST = 650;
/** Each method runs on all inputs; fewer would find fewer mistakes of the kind that only one input in a hundred shows. */
const SHARE = { trust: 5 };
const EXAMPLES = join(__dirname, '..', '..', 'examples');
const WRONG_ON_PURPOSE = 'unsafe.rb';

type VerdictMark = Extract<Mark, { kind: 'verdict' }>;

describe('the audit of fixtures and examples', () => {
  const rubies = Array.from({ length: 2 }, createAuditHost);
  const host = createTestHost();
  const seen = new Set<string>();
  let ran = 0;
  after(async () => {
    await Promise.all([...rubies.map(ruby => ruby.close()), host.solver.close(), host.ruby.close()]);
  });

  const audit = async (
    name: string,
    settings: Settings,
    files: readonly { readonly name: string; readonly text: string }[],
    provedOf: (method: MethodSnapshot, file: FileSnapshot) => Verdict | null,
  ): Promise<void> => {
    const workspace = await Workspace.create(withoutSolver(host), { ...settings, replay: false });
    try {
      for (const file of files) workspace.open(file.name, file.text);
      await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
      judge(name, await auditProofs(rubies, workspace, provedOf));
    } finally {
      await workspace.dispose();
    }
  };

  const judge = (name: string, audited: readonly AuditedMethod[]): void => {
    const findings: string[] = [];
    for (const { key, report } of audited) {
      const title = `${name}: ${key}`;
      seen.add(title);
      const broken = report.findings.filter(each => each.kind === 'unsound');
      findings.push(...broken.map(each => `${title}: ${each.call}: ${each.what}`));
      if (report.ran >= INPUTS) ran++;
      if (report.ran >= INPUTS && title in NOT_RUN) findings.push(`${title} is listed in notAudited.json, but it runs`);
      if (report.ran < INPUTS && report.findings.length === 0 && !(title in NOT_RUN))
        findings.push(`${title}: ${report.ran} of ${report.tried} inputs were run: ${why(report)}`);
    }
    assert.deepEqual(findings, []);
  };

  for (const fixture of sampleByName('fixtures that are audited', provingFixtures(), SHARE, ({ name }) => name))
    it(fixture.name, async () => {
      const marks = new Map(fixture.files.map(file => [file.name, readMarks(file.text)]));
      await audit(
        fixture.name,
        { ...DEFAULT_SETTINGS, ...fixture.settings } as Settings,
        fixture.files,
        (method, file) => {
          const mark = safeMark(marks.get(file.path) ?? [], method, file);
          return mark && method.verdict ? { ...method.verdict, status: 'safe', caveats: caveatsOf(mark) } : null;
        },
      );
    });

  const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' });
  const right = examples.filter(each => each.endsWith('.rb') && each !== WRONG_ON_PURPOSE).sort();
  for (const name of sampleByName('examples that are audited', right, SHARE, name => name))
    it(`examples/${name}`, async () => {
      const files = [{ name, text: readFileSync(join(EXAMPLES, name), 'utf8') }];
      await audit(`examples/${name}`, DEFAULT_SETTINGS, files, ({ verdict, info }) =>
        verdict && info.signature && verdict.status !== 'trusted' ? { ...verdict, status: 'safe' } : null,
      );
    });

  it('ran often enough', () => {
    if (!IS_FULL) return;
    assert.ok(ran >= AT_LEAST, `${ran} methods ran on ${INPUTS} inputs`);
    const gone = Object.keys(NOT_RUN).filter(title => !seen.has(title));
    assert.deepEqual(gone, [], 'notAudited.json lists nothing that is not there');
  });
});

function why({ couldNotRun, assumptionsBroken }: AuditedMethod['report']): string {
  return couldNotRun ?? (assumptionsBroken.length > 0 ? `${assumptionsBroken.join(', ')} broken` : 'no reason given');
}

/** Answers every query at once. */
function withoutSolver(host: Host): Host {
  const stay = async (): Promise<void> => {};
  const solve: Host['solver']['solve'] = async queries => queries.map(() => ({ status: 'unsat', rlimit: 0 }) as const);
  return { ...host, solver: { version: 'not asked', solve, close: stay }, ruby: { ...host.ruby, close: stay } };
}

function safeMark(marks: readonly Mark[], method: MethodSnapshot, file: FileSnapshot): VerdictMark | undefined {
  const { line, character } = file.lines.position(method.nameLocation.span.start);
  return marks.find(
    (mark): mark is VerdictMark =>
      mark.kind === 'verdict' &&
      mark.status === 'safe' &&
      mark.span.start.line === line &&
      mark.span.start.character === character,
  );
}

/** The caveats of a proof from its mark, which was split at every comma. */
function caveatsOf({ caveats }: VerdictMark): readonly Caveat[] {
  return caveats
    .join(', ')
    .split(/, (?=assuming |over reals|up to |for integers )/)
    .filter(words => words !== '')
    .flatMap(caveatFrom);
}

function caveatFrom(words: string): readonly Caveat[] {
  const number = Number(/\d+/.exec(words)?.[0]);
  const assumed = /^assuming (.+?), which (.+)$/.exec(words);
  if (assumed) {
    const what = /[#. ]/.test(assumed[1]!) ? assumed[1]! : `#${assumed[1]}`;
    const cast = what.startsWith('the cast to ') ? { cast: true as const } : {};
    return [{ type: 'assuming', what, because: assumed[2]!, ...cast }];
  }
  const distinct = /^assuming that (.+?)(?: of (\S+))? are not the same (\w+)$/.exec(words);
  if (distinct) {
    const [, names, of, container] = distinct;
    return [{ type: 'distinct', names: names!.split(' and '), container: container!, ...(of ? { of } : {}) }];
  }
  if (words === 'over reals') return [{ type: 'reals' }];
  if (words.startsWith('up to arrays of')) return [{ type: 'arrays', bound: number }];
  if (words.startsWith('up to')) return [{ type: 'loops', depth: number }];
  if (words.startsWith('for integers of')) return [{ type: 'bitvectors', width: number }];
  throw new Error(`a caveat that the audit does not know: ${words}`);
}
