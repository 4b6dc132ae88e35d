/**
 * Which tests run when. A test file belongs to one tier; a test that needs something of the machine
 * (test/harness/requirements.ts) belongs to `trust`, whatever its file.
 *
 *   test    `npm test`: everything that shows whether the product works, on the answers that are kept (test/answers)
 *   trust   `npm run test:trust`: whether its answers can be trusted: mutants, conformance with Ruby, audits, planted
 *           mistakes, generated programs, other parsers and solvers as oracles, larger samples of what `test` samples,
 *           and fixtures once more, solved cold; `npm run test:trust -- --full` takes all inputs instead of samples
 */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export type Tier = 'test' | 'trust';

export const root = join(__dirname, '..', '..');

/** Files, or folders where the name ends in a slash, of the tier `trust`. */
export const TRUST: readonly string[] = [
  'test/cli/emittedTests.test.ts',
  'test/core/activeSupport.test.ts',
  'test/core/callbackLabels.test.ts',
  'test/core/conformance.test.ts',
  'test/core/conformanceSignatures.test.ts',
  'test/core/containerLabels.test.ts',
  'test/core/coreEffects.test.ts',
  'test/core/coreVisibility.test.ts',
  'test/core/deletedLabels.test.ts',
  'test/core/plantedLabels.test.ts',
  'test/core/plantedCore.test.ts',
  'test/core/plantedModels.test.ts',
  'test/core/plantedSignatures.test.ts',
  'test/core/refusals.test.ts',
  'test/core/determinismLabels.test.ts',
  'test/core/declaredResults.test.ts',
  'test/mutants/',
  'test/ruby/auditFixtures.test.ts',
  'test/ruby/confirmations.test.ts',
  'test/ruby/generatedPrograms.test.ts',
  'test/unit/host/nativeZ3.test.ts',
  'test/unit/judge/audit.test.ts',
  'test/unit/lower/oracle.test.ts',
  'test/unit/parse/rubyOracle.test.ts',
];

/** The tests that `test` runs on a sample of their inputs: `trust` runs them on more (test/harness/sampling.ts). */
export const SAMPLED: readonly string[] = [
  'test/core/prelude.test.ts',
  'test/core/regexps.test.ts',
  'test/ruby/auditInferred.test.ts',
  'test/ruby/inferPrograms.test.ts',
  'test/sessions/editScripts.test.ts',
  'test/sessions/internalErrors.test.ts',
  'test/sessions/randomEdits.test.ts',
  'test/sessions/slicedInference.test.ts',
  'test/sessions/stability.test.ts',
  'test/unit/check/inferenceReports.test.ts',
  'test/unit/engine/incompleteFiles.test.ts',
  'test/unit/ide/inferWrite.test.ts',
  'test/unit/lower/neverThrows.test.ts',
  'test/unit/resolve/partialResolve.test.ts',
];

/** The tests whose answers are kept: `trust` runs them again without. */
export const COLD: readonly string[] = ['test/fixtures.test.ts'];

export function findTests(): readonly string[] {
  const folder = join(root, 'test');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export function tierOf(file: string): Tier {
  return TRUST.some(each => (each.endsWith('/') ? file.startsWith(each) : file === each)) ? 'trust' : 'test';
}
