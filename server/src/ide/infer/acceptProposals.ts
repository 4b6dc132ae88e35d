/**
 * Proposals -> those that can be written: the program with them must have no problem that it did not have before. They
 * are tried together in a fork of the workspace; what a new problem points to is withdrawn, until there is none. Then
 * what was not written is inferred again, since more may be known now, until nothing is added.
 */
import type { Settings } from '../../../../shared/src/settings';
import { contains, type Location } from '../../base/span';
import { locate, type Snapshot } from '../../engine/snapshot';
import type { Workspace } from '../../engine/workspace';
import { type Diagnostic, diagnosticsOf } from '../diagnostics';
import { type FieldProposal, type FileProposals, inferFile, type MethodProposal } from './inferFile';

export interface AcceptOptions {
  readonly settings: Settings;
  /** Leave out signatures with an unknown part. */
  readonly onlyKnown: boolean;
  /** Leave out signatures that runs confirm less than this; null: leave out none for that reason. */
  readonly only: 'proved' | 'complete' | null;
  /** How often what was not written is inferred again with what was. */
  readonly passes: number;
  /** What is written in place of a signature that causes a problem; null: nothing. */
  readonly fallbackOf: (method: MethodProposal) => MethodProposal | null;
  /** The Ruby file whose proposals a file holds. */
  readonly sourceOf: (path: string) => string;
  /** Writes the proposals of one file into a workspace; the files that changed. */
  readonly write: (
    workspace: Workspace,
    path: string,
    proposals: FileProposals,
  ) => readonly { readonly path: string; readonly text: string }[];
}

/** New content by path. */
export type Written = ReadonlyMap<string, string>;

export function acceptProposals(workspace: Workspace, paths: readonly string[], options: AcceptOptions): Written {
  const written = new Map<string, string>();
  let now = workspace;
  for (let pass = 0; pass < options.passes; pass++) {
    const proposals = proposalsFor(now.snapshot, paths, options);
    const { fork, texts } = tryAll(now, proposals, options);
    if (texts.size === 0) break;
    for (const [path, text] of texts) written.set(path, text);
    now = fork;
  }
  return written;
}

type Proposals = ReadonlyMap<string, FileProposals>;

function proposalsFor(snapshot: Snapshot, paths: readonly string[], { onlyKnown, only }: AcceptOptions): Proposals {
  return new Map(
    paths.flatMap(path => {
      const file = snapshot.files.get(path);
      if (!file) return [];
      const { methods, fields } = inferFile(snapshot, file);
      const wanted = methods.filter(({ isKnown, word }) => (isKnown || !onlyKnown) && isConfirmedByRuns(word, only));
      return [[path, { methods: wanted, fields: only === null ? fields : [] }] as const];
    }),
  );
}

function isConfirmedByRuns(word: MethodProposal['word'], only: AcceptOptions['only']): boolean {
  return only === null || word === 'proved' || (only === 'complete' && word === 'complete');
}

interface Attempt {
  readonly fork: Workspace;
  readonly texts: Written;
}

function tryAll(workspace: Workspace, all: Proposals, options: AcceptOptions): Attempt {
  const before = tally(workspace.snapshot, options.settings);
  let proposals = all;
  for (;;) {
    const fork = workspace.fork();
    const texts = new Map<string, string>();
    for (const [path, each] of proposals)
      for (const file of options.write(fork, path, each)) texts.set(file.path, file.text);
    const { snapshot } = fork;
    const added = newProblems(snapshot, before, options.settings);
    if (added.length === 0 || proposals.size === 0) return { fork, texts };
    proposals = withdrawProposals(snapshot, proposals, added, options);
  }
}

type Counts = ReadonlyMap<string, number>;

const keyOf = ({ code, message, location }: Diagnostic): string => `${location.path} ${code} ${message}`;

function allProblems(snapshot: Snapshot, settings: Settings): readonly Diagnostic[] {
  return [...snapshot.files.keys()].flatMap(path => diagnosticsOf(snapshot, path, settings));
}

function tally(snapshot: Snapshot, settings: Settings): Counts {
  const counts = new Map<string, number>();
  for (const each of allProblems(snapshot, settings)) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}

function newProblems(snapshot: Snapshot, before: Counts, settings: Settings): readonly Diagnostic[] {
  const left = new Map(before);
  return allProblems(snapshot, settings).filter(each => {
    const count = left.get(keyOf(each)) ?? 0;
    left.set(keyOf(each), count - 1);
    return count <= 0;
  });
}

/** Without the proposals that the problems point to; without those of a file, or all, where they point to none. */
function withdrawProposals(
  snapshot: Snapshot,
  proposals: Proposals,
  problems: readonly Diagnostic[],
  { fallbackOf, sourceOf }: AcceptOptions,
): Proposals {
  const places = problems.flatMap(({ location, related }) => [location, ...related.map(each => each.location)]);
  const isBlamed = (spans: readonly Location[]): boolean =>
    spans.some(({ path, span }) => places.some(place => place.path === path && contains(span, place.span.start)));
  const left = dropBlamed(
    proposals,
    method => isBlamed(spansOfMethod(snapshot, method)),
    field => isBlamed(spansOfField(snapshot, field)),
    fallbackOf,
  );
  if (sizeOf(left) < sizeOf(proposals)) return left;
  const paths = new Set(places.map(({ path }) => sourceOf(path)));
  const elsewhere = new Map([...proposals].filter(([path]) => !paths.has(path)));
  const here = new Map([...proposals].filter(([path]) => paths.has(path)));
  const always = (): boolean => true;
  const weaker = new Map([...proposals, ...dropBlamed(here, always, always, fallbackOf)]);
  if (sizeOf(weaker) < sizeOf(proposals)) return weaker;
  return elsewhere.size < proposals.size ? elsewhere : new Map();
}

function dropBlamed(
  proposals: Proposals,
  blamesMethod: (method: MethodProposal) => boolean,
  blamesField: (field: FieldProposal) => boolean,
  fallbackOf: AcceptOptions['fallbackOf'],
): Proposals {
  const keep = (method: MethodProposal): readonly MethodProposal[] => {
    if (!blamesMethod(method)) return [method];
    const fallback = method.isUntyped ? null : fallbackOf(method);
    return fallback === null ? [] : [fallback];
  };
  return new Map(
    [...proposals].map(([path, { methods, fields }]) => [
      path,
      { methods: methods.flatMap(keep), fields: fields.filter(field => !blamesField(field)) },
    ]),
  );
}

/** Each withdrawal makes it smaller, so trying ends. */
function sizeOf(proposals: Proposals): number {
  const weigh = ({ isUntyped }: MethodProposal): number => (isUntyped ? 1 : 2);
  const sizes = [...proposals.values()].map(
    ({ methods, fields }) => fields.length + methods.reduce((sum, method) => sum + weigh(method), 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Its definition, and its signature as it is written now. */
function spansOfMethod(snapshot: Snapshot, { info }: MethodProposal): readonly Location[] {
  const owner = snapshot.program.classes.get(info.owner);
  const now = (info.singleton ? owner?.singletonMethods : owner?.methods)?.get(info.name);
  const { definition } = now ?? info;
  const body = definition && locate(snapshot, { anchor: definition.anchor, span: definition.span });
  const arms = (now?.signature?.arms ?? []).flatMap(({ place }) => (place && locate(snapshot, place)) ?? []);
  return [...(body ? [body] : []), ...arms];
}

function spansOfField(snapshot: Snapshot, { owner, name, singleton }: FieldProposal): readonly Location[] {
  const info = snapshot.program.classes.get(owner);
  const place = (singleton ? info?.singletonFields : info?.fields)?.get(name)?.place;
  const at = place ? locate(snapshot, place) : null;
  return at ? [at] : [];
}
