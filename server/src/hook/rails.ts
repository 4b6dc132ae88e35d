/**
 * Built-in hooks for Rails' own class-body calls: associations, enums and scopes of models, and columns from
 * db/schema.rb. A model is a descendant of ActiveRecord::Base or ApplicationRecord. The workspace's own definitions and
 * annotations take precedence; a class that is not visible is %dyn.
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
  literalName,
  positionalArguments,
  type Surroundings,
  scopeLines,
} from './railsCalls';
import { affectsOtherModels, collectModelBodies, hasNoCallbacks, type ModelBody, recordLines } from './railsRecords';
import { type Column, columnsOf, type Handling, tableNameOf } from './railsSchema';

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
/** These change the value of a column, or convert assigned values. */
const CHANGERS: ReadonlySet<string> = new Set(
  'attribute normalizes serialize encrypts store composed_of mount_uploader has_secure_token'.split(' '),
);
const NAMES: ReadonlySet<string> = new Set([...READERS.keys(), ...CHANGERS, 'table_name=']);
/** The collection class of has_many, if it is visible. */
const COLLECTION = 'ActiveRecord::Associations::CollectionProxy';

type Tables = ReadonlyMap<string, readonly Column[]>;

export interface RailsPlan {
  readonly calls: readonly BuiltInCall[];
  readonly tables: Tables;
  /** Methods whose addition or removal changes the annotations. */
  readonly concerns: ReadonlySet<string>;
  /** By class: does saving the model, or its superclass, run no callbacks? */
  readonly callbackFree: ReadonlyMap<string, boolean>;
}

export const NO_RAILS: RailsPlan = { calls: [], tables: new Map(), concerns: new Set(), callbackFree: new Map() };

/** `hooked`: names that the workspace's own hooks cover. */
export function planRails(files: readonly HookFile[], program: Program, hooked: ReadonlySet<string>): RailsPlan {
  const models = modelsAmong(
    [...workspaceClasses(program)].map(info => info.name),
    program,
  );
  if (models.size === 0) return NO_RAILS;
  const tables = columnsOf(files, program);
  return { tables, ...railsCalls(files, program, { hooked, models, tables, callbackFree: new Map() }) };
}

/**
 * Updates the plan after these files, which alone define these classes, have changed; null if other classes may be
 * affected.
 */
export function replanRails(
  plan: RailsPlan,
  files: readonly HookFile[],
  classes: ReadonlySet<string>,
  program: Program,
  hooked: ReadonlySet<string>,
): RailsPlan | null {
  const { tables } = plan;
  const models = modelsAmong(classes, program);
  if ([...classes].some(name => (models.has(name) || isRecordBase(name)) && affectsOtherModels(program, name)))
    return null;
  const again = railsCalls(files, program, { hooked, tables, models, callbackFree: plan.callbackFree });
  const concerns = [...again.concerns].every(name => plan.concerns.has(name))
    ? plan.concerns
    : new Set([...plan.concerns, ...again.concerns]);
  const { callbackFree } = again;
  return {
    tables,
    concerns,
    callbackFree,
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
  readonly callbackFree: RailsPlan['callbackFree'];
}

function railsCalls(files: readonly HookFile[], program: Program, given: Models): Omit<RailsPlan, 'tables'> {
  const { models, hooked } = given;
  const calls = findCalls(program, files, NAMES).filter(call => call.direct && models.has(call.className ?? ''));
  const said = calls.flatMap(call => annotationsOfCall(program, call, hooked));
  const enums = new Set(said.flatMap(each => (each.call.method === 'enum' ? each.names : [])));
  const made = [...said, ...annotationsOfColumns(program, given, calls, enums)];
  const bodies = collectModelBodies(files, name => models.has(name) || isRecordBase(name));
  const callbackFree = new Map([
    ...given.callbackFree,
    ...bodies.map(body => [body.className, hasNoCallbacks(program, body)] as const),
  ]);
  const all = [...made, ...annotationsOfRecords(bodies, program, callbackFree, made)];
  const concerns = new Set([...NAMES, ...all.flatMap(each => each.methods)]);
  return { calls: all.map(({ names: _, methods: __, ...call }) => call), concerns, callbackFree };
}

/** Methods that Active Record itself defines, added once per model hierarchy. */
function annotationsOfRecords(
  bodies: readonly ModelBody[],
  program: Program,
  callbackFree: RailsPlan['callbackFree'],
  made: readonly AnnotatedCall[],
): readonly AnnotatedCall[] {
  return bodies.flatMap(({ className, head }) => {
    if (head === null || isRecordBase(className) || isBelowModel(program, className)) return [];
    const family = [
      ...ancestors(program, className).filter(isRecordBase),
      className,
      ...allDescendants(program, className),
    ];
    const kept = made.filter(each => each.className === className).flatMap(each => each.lines.flatMap(storedFieldsIn));
    const isFamilyCallbackFree = family.every(
      name => callbackFree.get(name) ?? program.classes.get(name)?.origin !== 'workspace',
    );
    return [annotateCall(program, head, className, recordLines(className, kept, isFamilyCallbackFree))];
  });
}

function storedFieldsIn(source: string): readonly string[] {
  return [...source.matchAll(/^var_type "@(\w+)"/gm)].map(match => match[1]!);
}

/** Its superclass is a workspace model, too. */
function isBelowModel(program: Program, className: string): boolean {
  const parent = program.classes.get(program.classes.get(className)?.superclass ?? '');
  return parent?.origin === 'workspace' && isRailsModel(program, parent.name);
}

interface AnnotatedCall extends BuiltInCall {
  /** With the class: `Item#draft?`. */
  readonly names: readonly string[];
  /** Includes methods that the workspace defines itself. */
  readonly methods: readonly string[];
}

function annotationsOfCall(program: Program, call: HookedCall, hooked: ReadonlySet<string>): readonly AnnotatedCall[] {
  const { className } = call;
  const reader = READERS.get(call.call.method);
  if (!reader || className === null || hooked.has(call.call.method)) return [];
  if (findSingletonMethod(program, className, call.call.method)?.definition) return [];
  const lines = reader(call.call, {
    classNamed: name => resolveClassName(program, [className], name),
    keeps: name => isStoredInField(program, className, name),
    collection: program.classes.has(COLLECTION) ? COLLECTION : null,
  });
  return [annotateCall(program, call, className, lines)];
}

function annotateCall(program: Program, call: HookedCall, className: string, lines: readonly Line[]): AnnotatedCall {
  const free = lines.filter(line => isFree(program, className, line.method));
  return {
    ...call,
    className,
    lines: free.map(line => line.source),
    names: free.map(line => `${className}#${line.method}`),
    methods: lines.map(line => line.method.replace(/^self\./, '')),
  };
}

/** The workspace neither defines nor annotates it. */
function isFree(program: Program, className: string, method: string): boolean {
  const singleton = method.startsWith('self.');
  const found = singleton
    ? findSingletonMethod(program, className, method.slice('self.'.length))
    : findMethod(program, className, method);
  return found?.origin !== 'workspace' || (found.definition === null && found.signature === null);
}

/** Reader and writer are Rails' own, and no class in the hierarchy uses the field of that name. */
function isStoredInField(program: Program, className: string, name: string): boolean {
  if (!isFree(program, className, name) || !isFree(program, className, `${name}=`)) return false;
  const family = [...ancestors(program, className), ...allDescendants(program, className)];
  return !family.some(each => program.classes.get(each)?.fields.has(`@${name}`));
}

/** A subclass of a model has the columns of the model. */
function annotationsOfColumns(
  program: Program,
  { models, tables }: Models,
  calls: readonly HookedCall[],
  taken: ReadonlySet<string>,
): readonly AnnotatedCall[] {
  if (tables.size === 0) return [];
  const named = new Map(
    calls.flatMap(call => (call.call.method === 'table_name=' ? [[call.className, call.call]] : [])),
  );
  return [...models].flatMap(className => {
    if (isBelowModel(program, className)) return [];
    const family = new Set([className, ...allDescendants(program, className)]);
    const changed = new Set(
      calls.flatMap(({ call, className: of }) =>
        CHANGERS.has(call.method) && family.has(of ?? '') ? positionalArguments(call).map(literalName) : [],
      ),
    );
    const handlingOf = (name: string): Handling =>
      changed.has(name) ? 'unknown' : isStoredInField(program, className, name) ? 'kept' : 'typed';
    const columns = tables.get(tableNameOf(className, named.get(className) ?? null, name => tables.has(name))) ?? [];
    return columns.map(({ call, lines }) => {
      const open = lines(handlingOf).filter(line => !taken.has(`${className}#${line.method}`));
      return annotateCall(program, call, className, open);
    });
  });
}
