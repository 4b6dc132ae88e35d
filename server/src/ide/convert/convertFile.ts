/**
 * The declarations above the methods of a file, in another notation. Each is converted alone and only if the result,
 * read again, declares the same; what the target cannot express stays as it is and is listed with the reason.
 */
import { applyEdit, type TextEdit } from '../../base/edit';
import type { FileSnapshot, Snapshot } from '../../engine/snapshot';
import type { Workspace } from '../../engine/workspace';
import type { MethodInfo, Program } from '../../program/program';
import type { MethodAnnotation } from '../../types/annotation';
import { isNamedKeyword } from '../../types/keywordsAsHash';
import { showMethodType } from '../../types/show';
import type { MethodKey } from '../../types/typedMethod';
import { type DeclaredMethod, printRbsSignatures } from './rbsSignatures';
import { type ConvertTarget, withoutNames, writeDeclaration } from './writeDeclaration';

/** Why a declaration is left alone; its sentence is in cli/commands/convert.ts. */
export type LeftAlone = 'not-expressible' | 'other-declaration' | 'several' | 'layout' | 'reads-differently';

export interface Conversion {
  readonly text: string;
  /** The content of the RBS file; null: none is written. */
  readonly signatures: string | null;
  readonly converted: number;
  readonly left: readonly { readonly what: string; readonly line: number; readonly why: LeftAlone }[];
}

/** `signatures`: the RBS file that declarations go to, if that is the target. */
export function convertFile(
  workspace: Workspace,
  path: string,
  target: ConvertTarget,
  signatures = 'sig/converted.rbs',
): Conversion {
  const { snapshot } = workspace;
  const file = snapshot.files.get(path);
  if (file === undefined) return { text: '', signatures: null, converted: 0, left: [] };
  const left: Conversion['left'][number][] = [];
  const show = (kept: readonly Proposed[]): string | null =>
    target === 'rbs' && kept.length > 0
      ? printRbsSignatures(
          snapshot.program,
          kept.map(one => one.method),
        )
      : null;
  const edits = proposeEdits(workspace.snapshot, file, target, left);
  const fork = workspace.fork();
  try {
    const before = declarationsIn(workspace.snapshot);
    let kept = edits;
    for (;;) {
      fork.setDisk(path, applyAll(file.text, kept));
      const declared = show(kept);
      if (declared !== null) fork.setSignatures(signatures, declared, 'workspace');
      else if (target === 'rbs') fork.remove(signatures);
      const after = declarationsIn(fork.snapshot);
      const wrong = kept.filter(({ key }) => before.get(key) !== after.get(key));
      const isOtherwiseSame = wrong.length > 0 || sameDeclarations(before, after);
      for (const { key, line } of isOtherwiseSame ? wrong : kept)
        left.push({ what: key, line, why: 'reads-differently' });
      if (wrong.length === 0 || !isOtherwiseSame) {
        kept = isOtherwiseSame ? kept : [];
        break;
      }
      kept = kept.filter(edit => !wrong.includes(edit));
    }
    const inOrder = left.sort((a, b) => a.line - b.line);
    return { text: applyAll(file.text, kept), signatures: show(kept), converted: kept.length, left: inOrder };
  } finally {
    void fork.dispose();
  }
}

interface Proposed {
  readonly key: MethodKey;
  readonly line: number;
  readonly edits: readonly TextEdit[];
  readonly method: DeclaredMethod;
}

function applyAll(text: string, proposed: readonly Proposed[]): string {
  const edits = proposed.flatMap(one => one.edits).sort((a, b) => b.start - a.start);
  return edits.reduce(applyEdit, text);
}

/** What is declared, by method, with refinements. */
export function declarationsIn({ program, files }: Snapshot): ReadonlyMap<MethodKey, string> {
  const found = new Map<MethodKey, string>();
  for (const file of files.values())
    for (const { info } of file.methods) {
      const arms = program.classes.get(info.owner) && info.signature?.arms;
      if (arms && arms.length > 0) found.set(info.key, arms.map(({ type }) => showDeclared(type)).join(' | '));
    }
  return found;
}

function showDeclared(type: Parameters<typeof showMethodType>[0]): string {
  const { precondition, resultRefinement } = type;
  const params = type.params.map(param => ({
    ...param,
    refinement: null,
    name: isNamedKeyword(param) ? param.name : null,
  }));
  const plain = { ...type, params, resultName: null, resultRefinement: null };
  const variables = type.typeParams.map(({ name }) => name).join(',');
  const refinements = [...type.params.map(({ refinement }) => refinement), precondition ?? null];
  const pre = refinements.flatMap(one => one?.clauses.map(({ text }) => text) ?? []).sort();
  const post = (resultRefinement?.clauses.map(({ text }) => text) ?? []).sort();
  return `<${variables}> ${showMethodType(plain)} (${pre.join(' && ')}) -> (${post.join(' && ')})`;
}

function sameDeclarations(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, text]) => b.get(key) === text);
}

function proposeEdits(
  snapshot: Snapshot,
  file: FileSnapshot,
  target: ConvertTarget,
  left: Conversion['left'][number][],
): readonly Proposed[] {
  const lineOf = (offset: number): number => file.lines.position(offset).line;
  const used = new Set<MethodAnnotation>();
  const proposed = file.methods.flatMap((method): Proposed[] => {
    const { definition, signature } = method.info;
    if (!definition || !signature || method.location.path !== file.path) return [];
    const line = lineOf(method.location.span.start);
    const leave = (why: LeftAlone): Proposed[] => {
      left.push({ what: method.info.key, line, why });
      return [];
    };
    const own = annotationsOf(snapshot, file, signature.arms);
    for (const one of own) used.add(one);
    const [annotation] = own;
    const [arm] = signature.arms;
    if (!annotation || !arm) return [];
    const isRbs = target === 'rbs';
    if (!isRbs && (own.length > 1 || signature.arms.length > 1)) return leave('several');
    if (isRbs && !isInRbs(snapshot.program, method.info)) return leave('not-expressible');
    const removed = own.map(one => {
      const at = snapshot.anchorAt(one.place.anchor);
      return at === undefined ? null : wholeLines(file, at + one.place.span.start, at + one.place.span.end);
    });
    const [old] = removed;
    if (!old || removed.includes(null) || !startsItsLine(file, method.location.span.start)) return leave('layout');
    if ((arm.notation ?? ownNotation(file, old)) === target) return [];
    const indent = /^[ \t]*/.exec(file.lines.lineText(line))?.[0] ?? '';
    const written = signature.arms.map(each => writeDeclaration(snapshot, each, definition, target));
    const [lines] = written;
    if (!lines || written.includes(null)) return leave('not-expressible');
    // One comment cannot refine several overloads.
    if (written.length > 1 && written.some(each => each !== null && each.length > 0) && isRbs) return leave('several');
    const start = file.lines.lineStart(line);
    const inserted = { start, end: start, text: lines.map(each => `${indent}${each}\n`).join('') };
    // Overloads in one comment share its lines.
    const byStart = new Map(removed.flatMap(each => (each ? [[each.start, each] as const] : [])));
    const edits = [...byStart.values(), inserted];
    const types = signature.arms.map(({ type }) => withoutNames(type));
    return [{ key: method.info.key, line, edits, method: { info: method.info, types } }];
  });
  for (const each of file.annotations) {
    const at = snapshot.anchorAt(each.anchor);
    if (each.kind === 'contract' || (each.kind === 'method' && (used.has(each) || each.hint)) || at === undefined)
      continue;
    const what = each.kind === 'method' ? each.text : each.kind;
    left.push({ what, line: lineOf(at + each.place.span.start), why: 'other-declaration' });
  }
  return proposed;
}

/** The header of a generic class is not converted, and a function of a module is declared once for both of its methods. */
function isInRbs({ classes }: Program, { owner, name, singleton }: MethodInfo): boolean {
  const info = classes.get(owner);
  const other = (singleton ? info?.methods : info?.singletonMethods)?.get(name);
  return info?.typeParams.length === 0 && owner !== 'Object' && other === undefined;
}

/** Which of RDL's two notations these lines are in: a comment, or a call of `type`. */
function ownNotation({ text }: FileSnapshot, { start, end }: TextEdit): ConvertTarget {
  return /^[ \t]*##%/.test(text.slice(start, end)) ? 'comments' : 'rdl';
}

/** The annotations of the file that these arms come from. */
function annotationsOf(
  snapshot: Snapshot,
  file: FileSnapshot,
  arms: readonly { readonly place: { readonly anchor: string; readonly span: { readonly start: number } } | null }[],
): readonly MethodAnnotation[] {
  const starts = new Set(
    arms.flatMap(({ place }) => {
      const at = place && snapshot.anchorAt(place.anchor);
      return place && at !== null && at !== undefined ? [at + place.span.start] : [];
    }),
  );
  return file.annotations.filter((each): each is MethodAnnotation => {
    const at = snapshot.anchorAt(each.anchor);
    return each.kind === 'method' && at !== undefined && starts.has(at + each.typePlace.span.start) && !each.hint;
  });
}

/** The lines of the annotation, if nothing else is on them. */
function wholeLines({ text }: FileSnapshot, start: number, end: number): TextEdit | null {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const to = newline < 0 ? text.length : newline + 1;
  const before = text.slice(from, start);
  const after = text.slice(end, to);
  if (!/^[ \t]*(##%|#:|type[ (]['"]?|RDL\.type ['"]?|#\s*@rbs\s*)?[ \t]*$/.test(before) || !/^['")]*\s*$/.test(after))
    return null;
  return { start: from, end: to, text: '' };
}

function startsItsLine({ text }: FileSnapshot, start: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^[ \t]*((private|protected|public|module_function|private_class_method)\s+)?$/.test(line);
}
