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
import { type Column, columnsOf, tableOf } from './railsSchema';

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

export type Tables = ReadonlyMap<string, readonly Column[]>;

export interface RailsPlan {
  readonly calls: readonly BuiltInCall[];
  readonly tables: Tables;
  /** Methods whose coming or going makes a difference to what is annotated. */
  readonly concerns: ReadonlySet<string>;
}

export const NO_RAILS: RailsPlan = { calls: [], tables: new Map(), concerns: new Set() };

/** `hooked`: names that the workspace has hooks of its own for. */
export function planRails(files: readonly HookFile[], program: Program, hooked: ReadonlySet<string>): RailsPlan {
  const models = modelsAmong(
    [...workspaceClasses(program)].map(info => info.name),
    program,
  );
  if (models.size === 0) return NO_RAILS;
  const tables = columnsOf(files, program);
  return { tables, ...railsCalls(files, program, { hooked, models, tables }) };
}

/** The same once these classes, made by these files and no others, are new. */
export function replanRails(
  plan: RailsPlan,
  files: readonly HookFile[],
  classes: ReadonlySet<string>,
  program: Program,
  hooked: ReadonlySet<string>,
): RailsPlan {
  const { tables } = plan;
  const again = railsCalls(files, program, { hooked, tables, models: modelsAmong(classes, program) });
  const concerns = [...again.concerns].every(name => plan.concerns.has(name))
    ? plan.concerns
    : new Set([...plan.concerns, ...again.concerns]);
  return { tables, concerns, calls: [...plan.calls.filter(call => !classes.has(call.className)), ...again.calls] };
}

function modelsAmong(names: Iterable<string>, program: Program): ReadonlySet<string> {
  return new Set([...names].filter(name => isRailsModel(program, name)));
}

interface Models {
  readonly hooked: ReadonlySet<string>;
  readonly models: ReadonlySet<string>;
  readonly tables: Tables;
}

function railsCalls(files: readonly HookFile[], program: Program, given: Models): Omit<RailsPlan, 'tables'> {
  const { models, hooked } = given;
  const calls = findCalls(files, NAMES).filter(call => call.direct && models.has(call.className ?? ''));
  const said = calls.flatMap(call => ofCall(program, call, hooked));
  const enums = new Set(said.flatMap(each => (each.call.method === 'enum' ? each.names : [])));
  const all = [...said, ...columns(program, given, calls, enums)];
  const concerns = new Set([...NAMES, ...all.flatMap(each => each.methods)]);
  return { calls: all.map(({ names: _, methods: __, ...call }) => call), concerns };
}

interface Said extends BuiltInCall {
  /** With the class: `Item#draft?`. */
  readonly names: readonly string[];
  /** Also those that the workspace has of its own. */
  readonly methods: readonly string[];
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
    methods: lines.map(line => line.method.replace(/^self\./, '')),
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
  program: Program,
  { models, tables }: Models,
  calls: readonly HookedCall[],
  taken: ReadonlySet<string>,
): readonly Said[] {
  if (tables.size === 0) return [];
  const named = new Map(
    calls.flatMap(call => (call.call.method === 'table_name=' ? [[call.className, call.call]] : [])),
  );
  return [...models].flatMap(className => {
    const parent = program.classes.get(program.classes.get(className)?.superclass ?? '');
    if (parent?.origin === 'workspace' && isRailsModel(program, parent.name)) return [];
    const columns = tables.get(tableOf(className, named.get(className) ?? null, name => tables.has(name))) ?? [];
    return columns.map(({ call, lines }) => {
      const open = lines.filter(line => !taken.has(`${className}#${line.method}`));
      return said(program, call, className, open);
    });
  });
}
