/**
 * Rails' own class-body calls, as hooks that come built in: associations, enums and scopes of models, and the columns
 * that db/schema.rb gives them. A model is what stands below ActiveRecord::Base or ApplicationRecord. What the workspace
 * defines or annotates itself has the word; a class that is not in sight is %dyn.
 */
import { resolveClassName } from '../program/constants';
import { findMethod, findSingletonMethod } from '../program/lookup';
import type { Program } from '../program/program';
import { isRailsModel } from '../program/rails';
import { workspaceClasses } from '../program/workspace';
import type { Call } from '../ril/ril';
import { findCalls, type HookedCall, type HookFile } from './findHooks';
import { associationLines, enumLines, type Line, scopeLines } from './railsCalls';
import { columnsOf, tableOf } from './railsSchema';

export interface BuiltInCall extends HookedCall {
  readonly className: string;
  readonly lines: readonly string[];
}

type Reader = (call: Call, classNamed: (name: string) => string | null) => readonly Line[];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...['belongs_to', 'has_one', 'has_many', 'has_and_belongs_to_many'].map((name): [string, Reader] => [
    name,
    associationLines,
  ]),
  ['enum', enumLines],
  ['scope', scopeLines],
]);
const NAMES: ReadonlySet<string> = new Set([...READERS.keys(), 'table_name=']);

/** `hooked`: names that the workspace has hooks of its own for. */
export function railsCalls(
  files: readonly HookFile[],
  program: Program,
  hooked: ReadonlySet<string>,
): readonly BuiltInCall[] {
  const models = [...workspaceClasses(program)].map(info => info.name).filter(name => isRailsModel(program, name));
  if (models.length === 0) return [];
  const calls = findCalls(files, NAMES).filter(call => call.direct && models.includes(call.className ?? ''));
  const said = calls.flatMap(call => ofCall(program, call, hooked));
  const enums = new Set(said.flatMap(each => (each.call.method === 'enum' ? each.names : [])));
  return [...said, ...columns(files, program, models, calls, enums)].map(({ names: _, ...call }) => call);
}

interface Said extends BuiltInCall {
  readonly names: readonly string[];
}

function ofCall(program: Program, call: HookedCall, hooked: ReadonlySet<string>): readonly Said[] {
  const { className } = call;
  const reader = READERS.get(call.call.method);
  if (!reader || className === null || hooked.has(call.call.method)) return [];
  if (findSingletonMethod(program, className, call.call.method)?.definition) return [];
  const lines = reader(call.call, name => resolveClassName(program, [className], name));
  return [said(program, call, className, lines)];
}

function said(program: Program, call: HookedCall, className: string, lines: readonly Line[]): Said {
  const free = lines.filter(line => isFree(program, className, line.method));
  return {
    ...call,
    className,
    lines: free.map(line => line.source),
    names: free.map(line => `${className}#${line.method}`),
  };
}

/** Not defined or annotated by the workspace. */
function isFree(program: Program, className: string, method: string): boolean {
  const singleton = method.startsWith('self.');
  const found = singleton
    ? findSingletonMethod(program, className, method.slice('self.'.length))
    : findMethod(program, className, method);
  return found?.origin !== 'workspace' || (found.definition === null && found.signature === null);
}

/** A subclass of a model has the columns of the model. */
function columns(
  files: readonly HookFile[],
  program: Program,
  models: readonly string[],
  calls: readonly HookedCall[],
  taken: ReadonlySet<string>,
): readonly Said[] {
  const tables = columnsOf(files, program);
  if (tables.size === 0) return [];
  return models.flatMap(className => {
    if (models.includes(program.classes.get(className)?.superclass ?? '')) return [];
    const named = calls.find(call => call.className === className && call.call.method === 'table_name=');
    const columns = tables.get(tableOf(className, named?.call ?? null, name => tables.has(name))) ?? [];
    return columns.map(({ call, lines }) => {
      const open = lines.filter(line => !taken.has(`${className}#${line.method}`));
      return said(program, call, className, open);
    });
  });
}
