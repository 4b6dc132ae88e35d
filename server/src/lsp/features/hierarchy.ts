/** Call hierarchy and type hierarchy. An item is found again by the position of its name. */
import { type CallHierarchyItem, SymbolKind, type TypeHierarchyItem } from 'vscode-languageserver';
import type { Location } from '../../base/span';
import type { Snapshot } from '../../engine/snapshot';
import { type HierarchyItem, hierarchyItemsAt, incomingCalls, outgoingCalls } from '../../ide/callHierarchy';
import { subtypesOf, supertypesOf, type TypeItem, typeItemAt } from '../../ide/typeHierarchy';
import { locationOf } from '../convert';
import type { Feature, LanguageServer } from '../feature';

export const callHierarchyFeature: Feature = {
  capabilities: () => ({ callHierarchyProvider: true }),
  register: (connection, server) => {
    const { callHierarchy } = connection.languages;
    callHierarchy.onPrepare(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return null;
      const { snapshot, path, file } = found;
      return hierarchyItemsAt(snapshot, path, file.lines.offset(position)).flatMap(
        item => callItemOf(snapshot, item) ?? [],
      );
    });
    callHierarchy.onIncomingCalls(async ({ item }) => {
      const calls = await findAgain(server, item, incomingCalls);
      return calls.flatMap(({ snapshot, value: { item: caller, places } }) => {
        const from = callItemOf(snapshot, caller);
        return from === null ? [] : [{ from, fromRanges: rangesOf(snapshot, places) }];
      });
    });
    callHierarchy.onOutgoingCalls(async ({ item }) => {
      const calls = await findAgain(server, item, outgoingCalls);
      return calls.flatMap(({ snapshot, value: { item: callee, places } }) => {
        const to = callItemOf(snapshot, callee);
        return to === null ? [] : [{ to, fromRanges: rangesOf(snapshot, places) }];
      });
    });
  },
};

export const typeHierarchyFeature: Feature = {
  capabilities: () => ({ typeHierarchyProvider: true }),
  register: (connection, server) => {
    const { typeHierarchy } = connection.languages;
    typeHierarchy.onPrepare(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      const item = found && typeItemAt(found.snapshot, found.path, found.file.lines.offset(position));
      const shown = found && item && typeItemOf(found.snapshot, item);
      return shown ? [shown] : null;
    });
    typeHierarchy.onSupertypes(({ item }) => findRelatedTypes(server, item, supertypesOf));
    typeHierarchy.onSubtypes(({ item }) => findRelatedTypes(server, item, subtypesOf));
  },
};

async function findAgain<T>(
  server: LanguageServer,
  { uri, selectionRange }: CallHierarchyItem,
  find: (snapshot: Snapshot, path: string, offset: number) => readonly T[],
): Promise<readonly { readonly snapshot: Snapshot; readonly value: T }[]> {
  const found = await server.find(uri);
  if (found === null) return [];
  const { snapshot, path, file } = found;
  return find(snapshot, path, file.lines.offset(selectionRange.start)).map(value => ({ snapshot, value }));
}

async function findRelatedTypes(
  server: LanguageServer,
  { uri, name }: TypeHierarchyItem,
  find: (snapshot: Snapshot, name: string) => readonly TypeItem[],
): Promise<TypeHierarchyItem[]> {
  const found = await server.find(uri);
  return found === null ? [] : find(found.snapshot, name).flatMap(item => typeItemOf(found.snapshot, item) ?? []);
}

function callItemOf(snapshot: Snapshot, item: HierarchyItem): CallHierarchyItem | null {
  const whole = locationOf(snapshot, item.location);
  const named = locationOf(snapshot, item.nameLocation);
  if (whole === null || named === null) return null;
  const kind = item.kind === 'file' ? SymbolKind.File : SymbolKind.Method;
  return { name: item.name, kind, uri: whole.uri, range: whole.range, selectionRange: named.range };
}

function typeItemOf(snapshot: Snapshot, { name, kind, location }: TypeItem): TypeHierarchyItem | null {
  const at = locationOf(snapshot, location);
  if (at === null) return null;
  const symbol = kind === 'class' ? SymbolKind.Class : SymbolKind.Module;
  return { name, kind: symbol, uri: at.uri, range: at.range, selectionRange: at.range };
}

function rangesOf(snapshot: Snapshot, places: readonly Location[]) {
  return places.flatMap(place => locationOf(snapshot, place)?.range ?? []);
}
