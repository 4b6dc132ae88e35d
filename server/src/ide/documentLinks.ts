/** `require_relative 'x'`, `require 'x'`: links to the files of the workspace that they load. */
import { type Span, shift } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import { type Load, loadOf } from '../resolve/loadCalls';
import type { Call, Lit } from '../ril/ril';
import { visitExpressions } from './expressionsIn';

export interface DocumentLink {
  /** The path in the call, without its quotes. */
  readonly span: Span;
  readonly path: string;
}

export function documentLinksIn(snapshot: Snapshot, path: string): readonly DocumentLink[] {
  const source = snapshot.sources.get(path);
  const found: DocumentLink[] = [];
  if (source === undefined) return found;
  visitExpressions(source, (expr, at) => {
    const load = expr.kind === 'call' ? loadOf(expr) : undefined;
    const name = expr.kind === 'call' ? nameIn(expr) : undefined;
    const target = load && targetOf(snapshot, path, load);
    if (name === undefined || !target) return;
    const { start, end } = shift(name.span, at);
    found.push({ span: { start: start + 1, end: end - 1 }, path: target });
  });
  return found;
}

function nameIn({ args }: Call): Lit | undefined {
  const [first] = args.flatMap(arg => (arg.type === 'positional' && arg.value.kind === 'lit' ? [arg.value] : []));
  return first?.value.type === 'string' ? first : undefined;
}

/** Of several files that a load path may find, the shortest path; null: none of the workspace. */
function targetOf(snapshot: Snapshot, path: string, { path: name, relative }: Load): string | null {
  if (name === null) return null;
  const file = name.endsWith('.rb') ? name : `${name}.rb`;
  const paths = [...snapshot.sources.keys()];
  if (relative) {
    const wanted = partsOf(`${path}/../${file}`).join('/');
    return paths.find(each => partsOf(each).join('/') === wanted) ?? null;
  }
  const ending = `/${partsOf(file).join('/')}`;
  const found = paths.filter(each => `/${partsOf(each).join('/')}`.endsWith(ending));
  return found.sort((a, b) => a.length - b.length)[0] ?? null;
}

function partsOf(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}
