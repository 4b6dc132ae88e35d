/**
 * Inferred signatures, as hovers and `loupe check --format json` show them, against the `infers` marks. The order of a
 * union's members, the names of variables and the names of parameters do not count.
 */
import type { Workspace } from '../../server/src/engine/workspace';
import { inferredOf } from '../../server/src/ide/inferredHover';
import { showMethodType } from '../../server/src/types/show';
import type { MethodType } from '../../server/src/types/type';
import { inferPrograms } from '../harness/inferPrograms';
import { readMarks } from '../harness/marks';
import { createTestWorkspace } from '../harness/workspace';

interface SignatureFigures {
  readonly exact: number;
  readonly unknown: number;
  readonly total: number;
  readonly different: readonly string[];
}

interface Inferred {
  /** Zero-based. */
  readonly line: number;
  readonly signature: string | null;
}

const PATH = 'program.rb';

export async function measureSignatures(programs = inferPrograms()): Promise<SignatureFigures> {
  const different: string[] = [];
  let exact = 0;
  let unknown = 0;
  let total = 0;
  const workspace = await createTestWorkspace();
  for (const { name, text } of programs) {
    const marks = readMarks(text).filter(mark => mark.kind === 'infers');
    const methods = marks.length === 0 ? [] : inferredIn(workspace, text);
    for (const mark of marks) {
      total++;
      const inferred = methods.find(({ line }) => line === mark.span.start.line)?.signature ?? null;
      if (inferred === null || /%dyn|untyped/.test(inferred)) unknown++;
      if (inferred !== null && normalise(inferred) === normalise(mark.signature)) exact++;
      else different.push(`${name}:${mark.span.start.line + 1}: ${inferred ?? 'nothing'}, not ${mark.signature}`);
    }
  }
  await workspace.dispose();
  return { exact, unknown, total, different };
}

/** The program alone in a workspace. */
function inferredIn(workspace: Workspace, text: string): readonly Inferred[] {
  workspace.open(PATH, text);
  const { snapshot } = workspace;
  const file = snapshot.files.get(PATH);
  const found = (file?.methods ?? []).map(({ info, nameLocation }) => {
    const inferred = inferredOf(snapshot, info.key);
    const line = file?.lines.position(nameLocation.span.start).line ?? 0;
    return { line, signature: inferred && showMethodType(withoutNames(inferred.signature.type)) };
  });
  workspace.remove(PATH);
  return found;
}

function withoutNames(type: MethodType): MethodType {
  const isKeyword = (kind: string): boolean => kind === 'key' || kind === 'optionalKey';
  const params = type.params.map(param => (isKeyword(param.kind) ? param : { ...param, name: null }));
  return { ...type, params };
}

/** Variables are numbered in the order of their appearance; unions are sorted. */
export function normalise(signature: string): string {
  const names: string[] = [];
  const renamed = signature.replace(/(?<![\w:@%'])[a-z]\d*(?![\w:(])/g, name => {
    if (!names.includes(name)) names.push(name);
    return `t${names.indexOf(name)}`;
  });
  const plain = renamed
    .replace(/\bProc<(\([^<>]*\) -> [^<>]*)>/g, '{ $1 }')
    .replace(/\btrue or false\b|\bfalse or true\b/g, '%bool')
    .replace(/\s+/g, ' ')
    .trim();
  return sortUnions(plain);
}

const BRACKETED = /<[^<>[\]{}()]*>|\[[^<>[\]{}()]*\]|\{[^<>[\]{}()]*\}|\([^<>[\]{}()]*\)/;

/** From the innermost brackets outwards; what is done is a name meanwhile. */
function sortUnions(signature: string): string {
  const done: string[] = [];
  let text = signature.replaceAll('->', '→');
  const sorted = (part: string): string =>
    part.replace(/[\w:%§]+(?: or [\w:%§]+)+/g, union => union.split(' or ').sort().join(' or '));
  const restore = (part: string): string => {
    const next = part.replace(/§(\d+)§/g, (_, at) => done[Number(at)] ?? '');
    return next === part ? part : restore(next);
  };
  for (let found = BRACKETED.exec(text); found !== null; found = BRACKETED.exec(text)) {
    const [inner] = found;
    const key = restore(inner[0] + sorted(inner.slice(1, -1)) + inner.at(-1));
    let at = done.indexOf(key);
    if (at < 0) at = done.push(key) - 1;
    text = text.slice(0, found.index) + `§${at}§` + text.slice(found.index + inner.length);
  }
  return restore(sorted(text));
}
