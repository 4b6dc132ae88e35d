/** Call hierarchy: the methods that call a method, and those that it may call. */
import type { Location } from '../base/span';
import { filesContaining, locate, type MethodSnapshot, type Snapshot } from '../engine/snapshot';
import { methodByKey } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import { callsIn, callsOf, type LocatedCall } from './callsIn';
import { calleesAt } from './expressionAt';

/** A method, or the code of a file outside of its methods. */
export interface HierarchyItem {
  readonly name: string;
  readonly kind: 'method' | 'file';
  /** The whole definition. */
  readonly location: Location;
  readonly nameLocation: Location;
}

export interface HierarchyCall {
  readonly item: HierarchyItem;
  /** Where the calls are: in the caller. */
  readonly places: readonly Location[];
}

/** The methods that the name under the cursor refers to. */
export function hierarchyItemsAt(snapshot: Snapshot, path: string, offset: number): readonly HierarchyItem[] {
  const named = methodNamedAt(snapshot, path, offset);
  const infos = named === null ? calleesAt(snapshot, path, offset) : [named.info];
  return infos.flatMap(info => itemOf(snapshot, info) ?? []);
}

/** The method whose name, in its `def`, is at the offset. */
export function methodNamedAt(snapshot: Snapshot, path: string, offset: number): MethodSnapshot | null {
  const methods = snapshot.files.get(path)?.methods ?? [];
  return methods.find(({ nameLocation: { span } }) => span.start <= offset && offset <= span.end) ?? null;
}

export function incomingCalls(snapshot: Snapshot, path: string, offset: number): readonly HierarchyCall[] {
  const callee = methodNamedAt(snapshot, path, offset)?.info;
  if (callee === undefined) return [];
  const written = callee.name === 'initialize' ? 'new' : callee.name.replace(/=$/, '');
  const calls = filesContaining(snapshot, written).flatMap(each => callsIn(snapshot, each));
  const found = calls.filter(({ callees }) => callees.includes(callee.key));
  return groupCalls(found, ({ caller, location }) => [
    caller === null ? fileItem(snapshot, location.path) : methodItem(caller),
  ]);
}

export function outgoingCalls(snapshot: Snapshot, path: string, offset: number): readonly HierarchyCall[] {
  const caller = methodNamedAt(snapshot, path, offset);
  if (caller === null) return [];
  return groupCalls(callsOf(snapshot, caller), ({ callees }) =>
    callees.flatMap(key => {
      const info = methodByKey(snapshot.program, key);
      return (info && itemOf(snapshot, info)) ?? [];
    }),
  );
}

function groupCalls(
  calls: readonly LocatedCall[],
  itemsOf: (call: LocatedCall) => readonly HierarchyItem[],
): readonly HierarchyCall[] {
  const groups = new Map<string, { item: HierarchyItem; places: Location[] }>();
  for (const call of calls) {
    for (const item of itemsOf(call)) {
      const id = `${item.location.path}|${item.nameLocation.span.start}|${item.name}`;
      const group = groups.get(id) ?? { item, places: [] };
      group.places.push(call.location);
      groups.set(id, group);
    }
  }
  return [...groups.values()];
}

/** Null for methods without a visible definition. */
function itemOf(snapshot: Snapshot, info: MethodInfo): HierarchyItem | null {
  const location = info.place === null ? null : locate(snapshot, info.place);
  if (location === null) return null;
  const method = snapshot.files.get(location.path)?.methods.find(each => each.info.key === info.key);
  return method === undefined
    ? { name: info.key, kind: 'method', location, nameLocation: location }
    : methodItem(method);
}

function methodItem({ info, location, nameLocation }: MethodSnapshot): HierarchyItem {
  return { name: info.key.replace(/^#/, ''), kind: 'method', location, nameLocation };
}

function fileItem(snapshot: Snapshot, path: string): HierarchyItem {
  const end = snapshot.sources.get(path)?.text.length ?? 0;
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return {
    name,
    kind: 'file',
    location: { path, span: { start: 0, end } },
    nameLocation: { path, span: { start: 0, end: 0 } },
  };
}
