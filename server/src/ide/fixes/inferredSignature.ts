/**
 * Adds inferred signatures: of the method whose `def` is at the cursor, where an unknown part is `%dyn` for the user to
 * fill in; of its class or of the file, only those of which no part is unknown. Like every fix they are tried before
 * they are offered.
 */
import type { Settings } from '../../../../shared/src/settings';
import { contains, type Span, shift } from '../../base/span';
import type { FileSnapshot, MethodSnapshot, Snapshot } from '../../engine/snapshot';
import type { Declaration } from '../../ril/declarations';
import { DYNAMIC } from '../../types/type';
import type { SignatureStyle } from '../infer/annotationEdits';
import { inferMethod, type MethodProposal } from '../infer/inferFile';
import { eraseTypes } from '../infer/rbsFile';
import { editsFor } from '../infer/writeProposals';
import type { Fix, FixContext, Refactorer } from './fix';
import { usesCommentsOnly } from './insertionPoint';

export const inferredSignatureFixes: Refactorer = (ctx, span) => {
  const { file, snapshot } = ctx;
  const lineOf = (offset: number): number => file.lines.position(offset).line;
  const line = lineOf(span.start) === lineOf(span.end) ? lineOf(span.start) : null;
  const here = file.methods.filter(({ nameLocation: at }) => lineOf(at.span.start) === line);
  const named = here.find(({ nameLocation: at }) => contains(at.span, span.start)) ?? here[0];
  if (named) return fixesOfMethod(ctx, named);
  const home = classNameAt(file.ril.declarations, span, []);
  if (home === null) return [];
  const inClass = file.methods.filter(({ info }) => info.owner === home);
  const all = [...fixOfMethods(ctx, inClass, `of ${home}`), ...fixOfMethods(ctx, file.methods, 'of this file')];
  return findKnownSignatures(snapshot, inClass).length === findKnownSignatures(snapshot, file.methods).length
    ? all.slice(0, 1)
    : all;
};

/** Fixes of a method; the lens of a method offers the same. */
function fixesOfMethod(ctx: FixContext, method: MethodSnapshot): readonly Fix[] {
  return inferMethod(ctx.snapshot, method).flatMap(inferred => {
    const [edit] = editsOf(ctx, [inferred]);
    const alternatives = [inferred, ...(inferred.isKnown ? [] : looserThan(inferred))].flatMap(proposal => {
      const edits = editsOf(ctx, [proposal]);
      const title = `Add inferred signature: ${edits[0]?.text.trim()}`;
      return edits.length === 0 ? [] : fixOf(ctx.file, title, edits, [proposal], `annotate ${proposal.info.key}`);
    });
    return [...withoutRepeats(alternatives), ...(edit && inferred.isKnown ? rbsFixes(ctx, inferred, edit.text) : [])];
  });
}

/**
 * A body that is checked under a declared `%any` may use it as nothing else; what is inferred of a field may be too
 * wide for it. Then less is declared.
 */
function looserThan(proposal: MethodProposal): readonly MethodProposal[] {
  const params = proposal.type.params.map(param => (param.type.kind === 'any' ? { ...param, type: DYNAMIC } : param));
  const untyped = eraseTypes(proposal.type);
  const types = [{ ...proposal.type, params }, untyped];
  return types.map(type => ({ ...proposal, type, isKnown: false }));
}

function withoutRepeats(fixes: readonly Fix[]): readonly Fix[] {
  return fixes.filter((fix, i) => fixes.findIndex(({ title }) => title === fix.title) === i);
}

/** Whether the lens of the method can add a signature. */
export function hasSignatureToAdd(snapshot: Snapshot, method: MethodSnapshot): boolean {
  return inferMethod(snapshot, method).length > 0;
}

/** For a type that runs bore out. */
function rbsFixes(ctx: FixContext, proposal: MethodProposal, before: string): readonly Fix[] {
  if (proposal.word === undefined) return [];
  const edits = editsOf({ ...ctx, settings: { ...ctx.settings, signatureStyle: 'rbs' } }, [proposal]);
  const [edit] = edits;
  if (edit === undefined || edit.text === before) return [];
  return [fixOf(ctx.file, `Insert as RBS: ${edit.text.trim()}`, edits, [proposal], `rbs ${proposal.info.key}`)];
}

function fixOfMethods(ctx: FixContext, methods: readonly MethodSnapshot[], of: string): readonly Fix[] {
  const proposals = findKnownSignatures(ctx.snapshot, methods);
  const edits = editsOf(ctx, proposals);
  if (edits.length === 0) return [];
  const title =
    edits.length === 1 ? `Add the inferred signature ${of}` : `Add ${edits.length} inferred signatures ${of}`;
  return [fixOf(ctx.file, title, edits, proposals, `annotate ${of}`)];
}

function fixOf(
  file: FileSnapshot,
  title: string,
  edits: Fix['edits'],
  proposals: readonly MethodProposal[],
  group: string,
): Fix {
  const about = proposals.map(({ info }) => info.name);
  return { title, diagnostic: null, path: file.path, edits, preferred: false, group, about, isFirstType: true };
}

function editsOf({ snapshot, file, settings }: FixContext, methods: readonly MethodProposal[]): Fix['edits'] {
  return editsFor(snapshot, file, { methods, fields: [] }, styleIn(file, settings), false);
}

/** Methods of whose signature no part is unknown. */
function findKnownSignatures(snapshot: Snapshot, methods: readonly MethodSnapshot[]): readonly MethodProposal[] {
  return methods.flatMap(method => inferMethod(snapshot, method)).filter(({ isKnown }) => isKnown);
}

/** By the setting, or as the file does it: `type` needs the library at run time. */
export function styleIn(file: FileSnapshot, { signatureStyle }: Pick<Settings, 'signatureStyle'>): SignatureStyle {
  if (signatureStyle !== 'auto') return signatureStyle;
  return !usesCommentsOnly(file) && /^\s*type\s/m.test(file.text) ? 'type' : 'comment';
}

/** The full name of the class or module whose name is at the cursor. */
function classNameAt(declarations: readonly Declaration[], span: Span, around: readonly string[]): string | null {
  for (const each of declarations) {
    if (each.kind !== 'class' && each.kind !== 'module') continue;
    if (!contains(shift(each.span, each.at), span.start)) continue;
    const name = each.path.root ? [...each.path.names] : [...around, ...each.path.names];
    const at = shift(each.path.span, each.at);
    return at.start <= span.start && span.end <= at.end ? name.join('::') : classNameAt(each.body, span, name);
  }
  return null;
}
