/** The fixes for the diagnostics in a span. To add one, add a file and a line here. */
import type { Settings } from '../../../../shared/src/settings';
import type { Span } from '../../base/span';
import type { Snapshot } from '../../engine/snapshot';
import { diagnosticsOf } from '../diagnostics';
import { annotateFixes } from './annotate';
import { failingTestFixes } from './failingTest';
import { holeFixes } from './fillHoles';
import type { Fix, Fixer, Refactorer, TestHome } from './fix';
import { guardFixes } from './guard';
import { ignoreFixes } from './ignore';
import { inferredSignatureFixes } from './inferredSignature';
import { invariantFixes } from './invariant';
import { labelFixes } from './label';
import { loopInvariantFixes } from './loopInvariant';
import { postconditionFixes } from './postcondition';
import { preconditionFixes } from './precondition';
import { varTypeFixes } from './varType';

const FIXERS: readonly Fixer[] = [
  varTypeFixes,
  holeFixes,
  labelFixes,
  postconditionFixes,
  invariantFixes,
  preconditionFixes,
  guardFixes,
  failingTestFixes,
  ignoreFixes,
];

const REFACTORERS: readonly Refactorer[] = [annotateFixes, inferredSignatureFixes, loopInvariantFixes];

/** Proposals; trial.ts verifies them before they are offered. */
export function proposalsAt(
  snapshot: Snapshot,
  path: string,
  span: Span,
  settings: Settings,
  tests: TestHome | null = null,
): readonly Fix[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  const diagnostics = diagnosticsOf(snapshot, path, settings);
  const ctx = { snapshot, file, settings, diagnostics, tests };
  const touched = diagnostics.filter(
    ({ location, stale }) => !stale && location.span.start <= span.end && span.start <= location.span.end,
  );
  return [
    ...touched.flatMap(diagnostic => FIXERS.flatMap(fixer => fixer(ctx, diagnostic))),
    ...REFACTORERS.flatMap(refactorer => refactorer(ctx, span)),
  ];
}
