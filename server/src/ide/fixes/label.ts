/**
 * Labels: `:pure` for a method that a refinement calls, and `modifies:` with what the method writes, if `:pure` or a
 * narrower frame is wrong. Labels are verified, so a wrong one is not offered.
 */

import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { type AnnotationEdit, findSoleArm, labelInsertion, replaceLabel } from '../../engine/suggest/annotationEdits';
import { innermostReason } from '../../problems/reason';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo, SignatureArm } from '../../program/program';
import type { ObligationVerdict } from '../../proof/verdict';
import type { Diagnostic } from '../diagnostics';
import { showFrame } from '../labels';
import { findDiagnosticTarget } from './diagnosticTarget';
import type { Fix, Fixer } from './fix';

const IMPURE_IN_REFINEMENT = 'LP3031';

export const labelFixes: Fixer = (ctx, diagnostic) => {
  if (diagnostic.code === IMPURE_IN_REFINEMENT) return pureFixes(ctx.snapshot, diagnostic);
  const concerned = findDiagnosticTarget(ctx, diagnostic);
  const arm = concerned && findSoleArm(concerned.method.info);
  const kind = concerned?.obligation.kind;
  if (!concerned || !arm || (kind !== 'frame' && kind !== 'purity')) return [];
  const fields = fieldsWritten(concerned.method);
  const label = fields.length === 0 ? null : modifies(arm, fields);
  const edited = label === null ? null : replaceAnyLabel(ctx.snapshot, arm, label);
  return edited === null ? [] : [fixOf(concerned.method.info, label!, diagnostic, edited)];
};

function pureFixes(snapshot: Snapshot, diagnostic: Diagnostic): readonly Fix[] {
  const { method } = diagnostic.problem.args;
  const info = typeof method === 'string' ? methodByKey(snapshot.program, method) : null;
  const arm = info?.origin === 'workspace' ? info.signature?.arms[0] : null;
  const edited = arm ? labelInsertion(snapshot, arm, ':pure') : null;
  return info === null || edited === null ? [] : [fixOf(info, ':pure', diagnostic, edited)];
}

function fixOf(info: MethodInfo, label: string, diagnostic: Diagnostic, { path, edit }: AnnotationEdit): Fix {
  const title = `Label ${info.key} as ${label}`;
  return { title, diagnostic, path, edits: [edit], preferred: true, about: [info.name] };
}

/** Own fields whose writes violate a label. */
function fieldsWritten({ verdict }: MethodSnapshot): readonly string[] {
  const broken = (verdict?.obligations ?? []).filter(({ kind }) => kind === 'frame' || kind === 'purity');
  return [...new Set(broken.flatMap(each => (each.status === 'safe' ? [] : fieldWritten(each))))];
}

function fieldWritten({ reason }: ObligationVerdict): readonly string[] {
  const inner = innermostReason(reason);
  if (inner.kind !== 'write' || inner.target.kind !== 'variable') return [];
  const { name } = inner.target;
  return name.startsWith('@') && !name.startsWith('@@') ? [name] : [];
}

function modifies({ labels, place }: SignatureArm, fields: readonly string[]): string {
  const known = labels.modifies ?? [];
  const missing = fields.filter(field => !known.some(entry => entry.owner === 'self' && entry.field === field));
  return showFrame('modifies', [...known, ...missing.map(field => ({ owner: 'self', field, place: place! }))])[0]!;
}

const LABELS = [/:pure\b/, /pure:\s*true/, /modifies:\s*\{[^}]*\}/, /modifies:\s*:?[@\w]+/];

function replaceAnyLabel(snapshot: Snapshot, arm: SignatureArm, label: string): AnnotationEdit | null {
  for (const old of LABELS) {
    const edited = replaceLabel(snapshot, arm, old, label);
    if (edited !== null) return edited;
  }
  return null;
}
