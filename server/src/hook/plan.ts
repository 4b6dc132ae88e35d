/**
 * Hooks and the calls they hook -> what each call annotates, as far as that can be said without running anything, and
 * what only Ruby can say. Which hook a call meets is a question of the class's ancestors, as in Ruby.
 */
import { singletonAncestors, superclassChain } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { ClassInfo, Program } from '../program/program';
import { isRailsModel, isSchema, mayHaveRailsModels } from '../program/rails';
import { workspaceClasses } from '../program/workspace';
import { evaluateHook } from './evaluate';
import { findCalls, findHooks, type Hook, type HookedCall, type HookFile } from './findHooks';
import { NO_RAILS, planRails, type RailsPlan, replanRails } from './rails';

export interface PlannedCall extends HookedCall {
  /** Lines of Ruby that say the same without the hook; null: only a run can tell. */
  readonly lines: readonly string[] | null;
  /** The classes that may lack annotations as long as it has not run. */
  readonly concerns: readonly string[];
}

export interface HookPlan {
  readonly hooks: readonly Hook[];
  readonly calls: readonly PlannedCall[];
  /** Files to load where a run is needed: those with hooks first. */
  readonly load: readonly string[];
  readonly needsRun: boolean;
  /** Calls of Rails, for which hooks come built in. */
  readonly rails: RailsPlan;
}

/** There is neither a hook nor a model of Rails. */
export const NO_HOOKS: HookPlan = { hooks: [], calls: [], load: [], needsRun: false, rails: NO_RAILS };

export function planHooks(files: readonly HookFile[], program: Program): HookPlan {
  const hooks = findHooks(files);
  if (hooks.length === 0 && !mayHaveRailsModels(workspaceClasses(program))) return NO_HOOKS;
  const names = namesOf(hooks);
  const rails = planRails(files, program, names);
  if (hooks.length === 0) return { ...NO_HOOKS, rails };
  return withCalls(hooks, rails, plannedIn(files, hooks, program));
}

/** What an edit changed: these classes, which these files and no others make. */
export interface ChangedPart {
  readonly before: Program;
  readonly program: Program;
  readonly classes: ReadonlySet<string>;
  readonly files: readonly HookFile[];
  readonly allFiles: () => readonly HookFile[];
}

/** The same after an edit; null: other classes may be concerned too. */
export function replanHooks(plan: HookPlan, part: ChangedPart): HookPlan | null {
  const { files, classes, program } = part;
  const paths = new Set(files.map(file => file.path));
  if (files.some(file => isSchema(file.path)) || plan.hooks.some(hook => paths.has(hook.path))) return null;
  if (findHooks(files).length > 0 || changedNames(part).some(name => plan.rails.concerns.has(name))) return null;
  const { hooks } = plan;
  const rails = replanRails(plan.rails, files, classes, program, namesOf(hooks));
  if (!rails) return null;
  if (hooks.length === 0) return { ...NO_HOOKS, rails };
  return withCalls(hooks, rails, plannedIn(part.allFiles(), hooks, program));
}

function withCalls(hooks: readonly Hook[], rails: RailsPlan, calls: readonly PlannedCall[]): HookPlan {
  const load = [...new Set([...hooks.map(hook => hook.path), ...calls.map(call => call.path)])];
  return { hooks, calls, load, needsRun: calls.some(call => call.lines === null), rails };
}

function plannedIn(files: readonly HookFile[], hooks: readonly Hook[], program: Program): readonly PlannedCall[] {
  return findCalls(files, namesOf(hooks)).flatMap(call => planned(hooks, call, program));
}

function namesOf(hooks: readonly Hook[]): ReadonlySet<string> {
  return new Set(hooks.map(hook => hook.method));
}

/** Methods that came or went. */
function changedNames({ before, program, classes }: ChangedPart): readonly string[] {
  return [...classes].flatMap(name => {
    const [old, now] = [before.classes.get(name), program.classes.get(name)];
    return [...difference(old?.methods, now?.methods), ...difference(old?.singletonMethods, now?.singletonMethods)];
  });
}

function difference(a: ClassInfo['methods'] = new Map(), b: ClassInfo['methods'] = new Map()): readonly string[] {
  return [...[...a.keys()].filter(name => !b.has(name)), ...[...b.keys()].filter(name => !a.has(name))];
}

/** Whether these files and classes may change a plan that was NO_HOOKS. */
export function mayHook(files: readonly HookFile[], classes: Iterable<ClassInfo>): boolean {
  return findHooks(files).length > 0 || mayHaveRailsModels(classes);
}

/** Nothing: the call is certainly not hooked. */
function planned(hooks: readonly Hook[], call: HookedCall, program: Program): readonly PlannedCall[] {
  const named = hooks.filter(hook => hook.method === call.call.method);
  const { className } = call;
  if (className === null) return [{ ...call, lines: null, concerns: concernedBy(named, program) }];
  const concerns = [className];
  if (!call.direct) return [{ ...call, lines: null, concerns }];
  const met = named.map(hook => ({ hook, meets: meets(program, hook, className) }));
  if (met.every(({ meets }) => meets === false)) return [];
  if (met.some(({ meets }) => meets === null)) return [{ ...call, lines: null, concerns }];
  const lines = met.filter(each => each.meets).map(({ hook }) => linesOf(program, hook, call, className));
  return [{ ...call, lines: lines.some(each => each === null) ? null : lines.flatMap(each => each ?? []), concerns }];
}

/** Where nobody knows on which class the method is called: all that have it. */
function concernedBy(hooks: readonly Hook[], program: Program): readonly string[] {
  const classes = [...workspaceClasses(program)].filter(
    ({ name, origin }) => origin === 'workspace' && name !== 'Object',
  );
  return classes.map(info => info.name).filter(name => hooks.some(hook => meets(program, hook, name) !== false));
}

function linesOf(program: Program, hook: Hook, call: HookedCall, className: string): readonly string[] | null {
  if (hook.annotation.when === 'post') return null;
  const scopes = [className, hook.owner ?? ''].map(nestingOf);
  const classNamed = (name: string): string | null =>
    scopes.map(nesting => resolveClassName(program, nesting, name)).find(each => each !== null) ?? null;
  return evaluateHook(hook.annotation, call.call, className, classNamed);
}

/** Does a call on this class reach the method that is hooked? Null: part of its ancestors is not in sight. */
function meets(program: Program, hook: Hook, className: string): boolean | null {
  if (hook.owner === null) return null;
  const owner = resolveClassName(program, [], hook.owner) ?? hook.owner;
  const owners = singletonAncestors(program, className);
  if (owners.some(each => each.name === owner && each.singleton === hook.singleton)) return true;
  if (/^Active(Record|Model)::/.test(owner) && isRailsModel(program, className)) return true;
  return superclassChain(program, className).some(name => isUncertain(program, name)) ? null : false;
}

function isUncertain(program: Program, className: string): boolean {
  const dynamics = program.classes.get(className)?.dynamics ?? [];
  return dynamics.some(({ what }) => / which is not in sight$|^a computed superclass$|computed module$/.test(what));
}

/** `A::B::C` -> A::B::C, A::B, A */
export function nestingOf(className: string): readonly string[] {
  const names = className.split('::').filter(name => name !== '');
  return names.map((_, i) => names.slice(0, names.length - i).join('::'));
}
