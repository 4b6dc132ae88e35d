/** The outline of a file, and the symbols of the workspace. */
import { unreachable } from '../base/result';
import { type Location, type Span, shift } from '../base/span';
import type { FileSnapshot, Snapshot } from '../engine/snapshot';
import type { Declaration } from '../ril/declarations';

type SymbolKind = 'class' | 'module' | 'method' | 'function' | 'constant';

export interface FileSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The type string of an annotated method. */
  readonly detail: string;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly FileSymbol[];
}

export interface WorkspaceSymbol {
  readonly name: string;
  readonly container: string;
  readonly kind: SymbolKind;
  readonly location: Location;
}

export function symbolsOf(snapshot: Snapshot, path: string): readonly FileSymbol[] {
  const file = snapshot.files.get(path);
  return file === undefined ? [] : symbolsIn(file, file.ril.declarations);
}

function symbolsIn(file: FileSnapshot | null, declarations: readonly Declaration[]): readonly FileSymbol[] {
  return declarations.flatMap(declaration => symbolOf(file, declaration));
}

function symbolOf(file: FileSnapshot | null, declaration: Declaration): readonly FileSymbol[] {
  const span = shift(declaration.span, declaration.at);
  const makeSymbol = (name: string, kind: SymbolKind, nameSpan: Span, children: readonly FileSymbol[], detail = '') => [
    { name, kind, detail, span, nameSpan: shift(nameSpan, declaration.at), children },
  ];
  switch (declaration.kind) {
    case 'class':
    case 'module': {
      const { names, span: nameSpan } = declaration.path;
      return makeSymbol(names.join('::'), declaration.kind, nameSpan, symbolsIn(file, declaration.body));
    }
    case 'singleton':
      return makeSymbol('class << self', 'class', { start: 0, end: 5 }, symbolsIn(file, declaration.body));
    case 'method': {
      const name = declaration.singleton === null ? declaration.name : `self.${declaration.name}`;
      return makeSymbol(name, 'method', declaration.nameSpan, [], signatureOf(file, declaration.anchor));
    }
    case 'constant':
      return makeSymbol(declaration.path.names.join('::'), 'constant', declaration.path.span, []);
    case 'alias':
    case 'undef':
    case 'statement':
    case 'comment':
      return [];
    default:
      return unreachable(declaration);
  }
}

function signatureOf(file: FileSnapshot | null, anchor: string): string {
  const method = file?.methods.find(each => each.info.definition?.anchor === anchor);
  return method?.info.signature?.arms[0]?.text ?? '';
}

/** Names that contain the letters of the query in order, as editors expect. */
export function workspaceSymbols(snapshot: Snapshot, query: string): readonly WorkspaceSymbol[] {
  return [...snapshot.sources.values()].flatMap(({ path, ril }) =>
    flatten(path, symbolsIn(null, ril.declarations), '', query),
  );
}

function flatten(
  path: string,
  symbols: readonly FileSymbol[],
  container: string,
  query: string,
): readonly WorkspaceSymbol[] {
  return symbols.flatMap(symbol => {
    const inside = container === '' ? symbol.name : `${container}::${symbol.name}`;
    const own = { name: symbol.name, container, kind: symbol.kind, location: { path, span: symbol.nameSpan } };
    return [...(matches(symbol.name, query) ? [own] : []), ...flatten(path, symbol.children, inside, query)];
  });
}

function matches(name: string, query: string): boolean {
  let at = 0;
  const text = name.toLowerCase();
  for (const char of query.toLowerCase()) {
    at = text.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
