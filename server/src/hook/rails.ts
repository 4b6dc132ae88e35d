/**
 * Rails' own class-body calls, as hooks that come built in: associations, enums and scopes of models, and the columns
 * that db/schema.rb gives them. A model is what stands below ActiveRecord::Base or ApplicationRecord. What the workspace
 * defines or annotates itself has the word; a class that is not in sight is %dyn.
 */
import { allDescendants, ancestors } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import { findMethod, findSingletonMethod } from '../program/lookup';
import type { Program } from '../program/program';
import { isRailsModel, isRecordBase } from '../program/rails';
import { workspaceClasses } from '../program/workspace';
import type { Call } from '../ril/ril';
import { findCalls, type HookedCall, type HookFile } from './findHooks';
import {
  associationLines,
  enumLines,
  type Line,
  literal,
  positional,
  type Surroundings,
  scopeLines,
} from './railsCalls';
import { concernsOthers, isCalm, type ModelBody, modelBodies, recordLines } from './railsRecords';
import { type Column, columnsOf, type Handling, tableOf } from './railsSchema';

export interface BuiltInCall extends HookedCall {
  readonly className: string;
  readonly lines: readonly string[];
}

type Reader = (call: Call, around: Surroundings) => readonly Line[];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...['belongs_to', 'has_one', 'has_many', 'has_and_belongs_to_many'].map((name): [string, Reader] => [
    name,
    associationLines,
  ]),
  ['enum', enumLines],
  ['scope', scopeLines],
]);
/** These change what a column holds, or what is made of a value that is put into it. */
const CHANGERS: ReadonlySet<string> = new Set(
  'attribute normalizes serialize encrypts store composed_of mount_uploader has_secure_token'.split(' '),
);
const NAMES: ReadonlySet<string> = new Set([...READERS.keys(), ...CHANGERS, 'table_name=']);
/** Of what has_many gives, if it is in sight. */
const COLLECTION = 'ActiveRecord::Associations::CollectionProxy';

export type Tables = ReadonlyMap<string, readonly Column[]>;

export interface RailsPlan {
  readonly calls: readonly BuiltInCall[];
  readonly tables: Tables;
  /** Methods whose coming or going makes a difference to what is annotated. */
  readonly concerns: ReadonlySet<string>;
  /** Whether a model, or what models come from, is calm; by class. */
  readonly calm: ReadonlyMap<string, boolean>;
}

export const NO_RAILS: RailsPlan = { calls: [], tables: new Map(), concerns: new Set(), calm: new Map() };

/** `hooked`: names that the workspace has hooks of its own for. */
export function planRails(files: readonly HookFile[], program: Program, hooked: ReadonlySet<string>): RailsPlan {
  const models = modelsAmong(
    [...workspaceClasses(program)].map(info => info.name),
    program,
  );
  if (models.size === 0) return NO_RAILS;
  const tables = columnsOf(files, program);
  return { tables, ...railsCalls(files, program, { hooked, models, tables, calm: new Map() }) };
}

/** The same once these classes, made by these files and no others, are new; null: other classes may be concerned too. */
export function replanRails(
  plan: RailsPlan,
  files: readonly HookFile[],
  classes: ReadonlySet<string>,
  program: Program,
  hooked: ReadonlySet<string>,
): RailsPlan | null {
  const { tables } = plan;
  const models = modelsAmong(classes, program);
  if ([...classes].some(name => (models.has(name) || isRecordBase(name)) && concernsOthers(program, name))) return null;
  const again = railsCalls(files, program, { hooked, tables, models, calm: plan.calm });
  const concerns = [...again.concerns].every(name => plan.concerns.has(name))
    ? plan.concerns
    : new Set([...plan.concerns, ...again.concerns]);
  const { calm } = again;
  return {
    tables,
    concerns,
    calm,
    calls: [...plan.calls.filter(call => !classes.has(call.className)), ...again.calls],
  };
}

function modelsAmong(names: Iterable<string>, program: Program): ReadonlySet<string> {
  return new Set([...names].filter(name => isRailsModel(program, name)));
}

interface Models {
  readonly hooked: ReadonlySet<string>;
  readonly models: ReadonlySet<string>;
  readonly tables: Tables;
  /** Of classes in other files. */
  readonly calm: RailsPlan['calm'];
}

function railsCalls(files: readonly HookFile[], program: Program, given: Models): Omit<RailsPlan, 'tables'> {
  const { models, hooked } = given;
  const calls = findCalls(files, NAMES).filter(call => call.direct && models.has(call.className ?? ''));
  const said = calls.flatMap(call => ofCall(program, call, hooked));
  const enums = new Set(said.flatMap(each => (each.call.method === 'enum' ? each.names : [])));
  const made = [...said, ...columns(program, given, calls, enums)];
  const bodies = modelBodies(files, name => models.has(name) || isRecordBase(name));
  const calm = new Map([...given.calm, ...bodies.map(body => [body.className, isCalm(program, body)] as const)]);
  const all = [...made, ...records(bodies, program, calm, made)];
  const concerns = new Set([...NAMES, ...all.flatMap(each => each.methods)]);
  return { calls: all.map(({ names: _, methods: __, ...call }) => call), concerns, calm };
}

/** What Active Record itself defines, said once for a model and those below it. */
function records(
  bodies: readonly ModelBody[],
  program: Program,
  calm: RailsPlan['calm'],
  made: readonly Said[],
): readonly Said[] {
  return bodies.flatMap(({ className, head }) => {
    if (head === null || isRecordBase(className) || isBelowModel(program, className)) return [];
    const family = [
      ...ancestors(program, className).filter(isRecordBase),
      className,
      ...allDescendants(program, className),
    ];
    const kept = made.filter(each => each.className === className).flatMap(each => each.lines.flatMap(keptIn));
    const isCalmFamily = family.every(name => calm.get(name) ?? program.classes.get(name)?.origin !== 'workspace');
    return [said(program, head, className, recordLines(className, kept, isCalmFamily))];
  });
}

function keptIn(source: string): readonly string[] {
  return [...source.matchAll(/^var_type "@(\w+)"/gm)].map(match => match[1]!);
}

/** Its superclass is a model of the workspace, too. */
function isBelowModel(program: Program, className: string): boolean {
  const parent = program.classes.get(program.classes.get(className)?.superclass ?? '');
  return parent?.origin === 'workspace' && isRailsModel(program, parent.name);
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
  const lines = reader(call.call, {
    classNamed: name => resolveClassName(program, [className], name),
    keeps: name => keeps(program, className, name),
    collection: program.classes.has(COLLECTION) ? COLLECTION : null,
  });
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

/** Reader and writer are Rails' own, and no class above or below has a use for the field of that name. */
function keeps(program: Program, className: string, name: string): boolean {
  if (!isFree(program, className, name) || !isFree(program, className, `${name}=`)) return false;
  const family = [...ancestors(program, className), ...allDescendants(program, className)];
  return !family.some(each => program.classes.get(each)?.fields.has(`@${name}`));
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
    if (isBelowModel(program, className)) return [];
    const family = new Set([className, ...allDescendants(program, className)]);
    const changed = new Set(
      calls.flatMap(({ call, className: of }) =>
        CHANGERS.has(call.method) && family.has(of ?? '') ? positional(call).map(literal) : [],
      ),
    );
    const how = (name: string): Handling =>
      changed.has(name) ? 'unknown' : keeps(program, className, name) ? 'kept' : 'typed';
    const columns = tables.get(tableOf(className, named.get(className) ?? null, name => tables.has(name))) ?? [];
    return columns.map(({ call, lines }) => {
      const open = lines(how).filter(line => !taken.has(`${className}#${line.method}`));
      return said(program, call, className, open);
    });
  });
}
