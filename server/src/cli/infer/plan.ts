/** Ruby files -> what `loupe infer` would write, with the content that is there now. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Settings } from '../../../../shared/src/settings';
import type { Workspace } from '../../engine/workspace';
import { acceptProposals } from '../../ide/infer/acceptProposals';
import type { SignatureStyle } from '../../ide/infer/annotationEdits';
import { markRbs, originOfRbs, withoutGenerated } from '../../ide/infer/generatedMark';
import { isKnownInRbs } from '../../ide/infer/rbsFile';
import { annotateFile, rbsFor, untypedMethod } from '../../ide/infer/writeProposals';
import type { PlannedFile } from './writeFiles';

export interface InferRequest {
  readonly settings: Settings;
  readonly onlyKnown: boolean;
  readonly only: 'proved' | 'complete' | null;
  /** Replace what was written before. */
  readonly update: boolean;
  readonly cwd: string;
}

export interface RubyFile {
  readonly path: string;
  readonly text: string;
}

interface Plan {
  /** The files as they should be. */
  readonly files: readonly PlannedFile[];
  /** Files that are left alone, and why. */
  readonly kept: readonly string[];
}

/** `comments` and `type`: in the Ruby files themselves. */
export function planAnnotations(
  workspace: Workspace,
  files: readonly RubyFile[],
  style: SignatureStyle,
  { settings, onlyKnown, only, update }: InferRequest,
): Plan {
  if (update) for (const { path, text } of files) workspace.setDisk(path, withoutGenerated(text));
  const written = acceptProposals(
    workspace,
    files.map(({ path }) => path),
    {
      settings,
      onlyKnown,
      only,
      passes: 4,
      fallbackOf: () => null,
      sourceOf: path => path,
      write: (fork, path, proposals) => {
        const file = fork.snapshot.files.get(path);
        const text = file ? annotateFile(fork.snapshot, file, proposals, style) : null;
        if (text === null) return [];
        fork.setDisk(path, text);
        return [{ path, text }];
      },
    },
  );
  const planned = files.map(({ path, text: expected }): PlannedFile => {
    const base = update ? withoutGenerated(expected) : expected;
    return { path, text: written.get(path) ?? base, expected };
  });
  return { files: planned.filter(({ text, expected }) => text !== expected), kept: [] };
}

export interface RbsPlan extends Plan {
  /** The declarations by Ruby file, without the mark. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** One RBS file per Ruby file, at the same path below `sig`. */
export function planRbs(workspace: Workspace, files: readonly RubyFile[], request: InferRequest): RbsPlan {
  const { settings, onlyKnown, only, update, cwd } = request;
  const homes = new Map(files.map(({ path }) => [path, rbsPath(cwd, path)]));
  const sources = new Map([...homes].map(([path, home]) => [home, path]));
  const known = new Map([...homes.values()].map(home => [home, existsSync(home) ? readFileSync(home, 'utf8') : null]));
  for (const [home, text] of known) if (text !== null && originOfRbs(text) === 'generated') workspace.remove(home);
  const bodies = acceptProposals(
    workspace,
    files.map(({ path }) => path),
    {
      settings,
      onlyKnown,
      only,
      passes: 1,
      fallbackOf: method => (onlyKnown || only !== null ? null : untypedMethod(method)),
      sourceOf: path => sources.get(path) ?? path,
      write: (fork, path, proposals) => {
        const file = fork.snapshot.files.get(path);
        const methods = onlyKnown ? proposals.methods.filter(isKnownInRbs) : proposals.methods;
        const body = file ? rbsFor(fork.snapshot, file, { ...proposals, methods }) : null;
        if (body === null) return [];
        fork.setSignatures(`${homes.get(path)}`, body, 'workspace');
        return [{ path, text: body }];
      },
    },
  );
  const kept: string[] = [];
  const planned = [...bodies].flatMap(([path, body]): readonly PlannedFile[] => {
    const home = homes.get(path) ?? '';
    const expected = known.get(home) ?? null;
    const text = markRbs(body);
    const origin = expected === null ? null : originOfRbs(expected);
    if (expected === text) return [];
    if (origin === 'foreign') kept.push(`${home} was not written by loupe infer`);
    else if (origin === 'edited') kept.push(`${home} was changed by hand`);
    else if (origin === 'generated' && !update) kept.push(`${home} is out of date; --update writes it again`);
    else return [{ path: home, text, expected }];
    return [];
  });
  return { files: planned, kept, bodies };
}

/** Where the signatures of a Ruby file are written. */
export function rbsPath(cwd: string, path: string): string {
  return join(cwd, 'sig', `${relative(cwd, path).replace(/\.rb$/, '')}.rbs`);
}
