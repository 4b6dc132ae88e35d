/** The methods that fixtures expect to be safe, each with its source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Span } from '../../server/src/base/span';
import { locate } from '../../server/src/engine/snapshot';
import type { Workspace } from '../../server/src/engine/workspace';
import type { SyntaxNode } from '../../server/src/syntax/node';
import type { OutlineItem } from '../../server/src/syntax/outline';
import { type Fixture, readFixture, readMarks } from './marks';
import { rubyParser } from './rubyParser';

const FIXTURES = join(__dirname, '..', 'fixtures');

export interface NamedFixture extends Fixture {
  readonly name: string;
}

/** Fixtures with a `safe` mark. */
export function provingFixtures(): readonly NamedFixture[] {
  return readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.rb'))
    .map(entry => relative(FIXTURES, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map(name => ({ name, ...readFixture(name, readFileSync(join(FIXTURES, name), 'utf8')) }))
    .filter(fixture => fixture.files.some(file => readMarks(file.text).some(isSafe)));
}

function isSafe(mark: ReturnType<typeof readMarks>[number]): boolean {
  return mark.kind === 'verdict' && mark.status === 'safe';
}

export interface ProvedMethod {
  readonly key: string;
  readonly path: string;
  readonly text: string;
  /** Null: an attribute, or another method without a `def`. */
  readonly syntax: SyntaxNode | null;
  /** Spans of its type strings, if they are in the same file. */
  readonly types: readonly Span[];
}

/** Methods in the files of a fixture that is open in the workspace. */
export async function provedMethods(workspace: Workspace, fixture: Fixture): Promise<readonly ProvedMethod[]> {
  const parser = await rubyParser;
  const { snapshot } = workspace;
  return fixture.files.flatMap(({ name: path, text }) => {
    const document = parser.open(path, text);
    const defs = methodsOf(document.outline().items);
    document.close();
    const file = snapshot.files.get(path)!;
    const safe = readMarks(text).filter(isSafe);
    return file.methods.flatMap(({ info, nameLocation }): ProvedMethod[] => {
      const at = file.lines.position(nameLocation.span.start);
      const end = file.lines.position(nameLocation.span.end);
      const marked = safe.some(
        ({ span }) =>
          span.start.line === at.line && span.start.character === at.character && span.end === end.character,
      );
      if (!marked) return [];
      const { start } = nameLocation.span;
      const syntax = defs.find(def => def.start <= start && start < def.end) ?? null;
      const places = (info.signature?.arms ?? []).map(arm => (arm.place ? locate(snapshot, arm.place) : null));
      const types = places.flatMap(place => (place && place.path === path ? [place.span] : []));
      return [{ key: info.key, path, text, syntax, types }];
    });
  });
}

/** Innermost first, so that a name is found in its own `def`. */
function methodsOf(items: readonly OutlineItem[]): SyntaxNode[] {
  return items.flatMap(item => {
    if (item.kind === 'method') return [item.read()];
    if (item.kind === 'statement') return nestedMethods(item.read());
    return item.kind === 'comment' ? [] : methodsOf(item.body());
  });
}

/** `private def …`, `Struct.new do def … end end` */
function nestedMethods(node: SyntaxNode): SyntaxNode[] {
  const below = node.children.flatMap(nestedMethods);
  return node.type === 'method' || node.type === 'singleton_method' ? [...below, node] : below;
}
