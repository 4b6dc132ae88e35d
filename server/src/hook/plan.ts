/**
 * Hooks and the calls they hook -> the annotations of each call, as far as they can be computed without running
 * anything, and the calls that only Ruby can evaluate. The ancestors of a class decide which hook a call reaches, as in
 * Ruby.
 */
import type { DynamicCause } from '../problems/dynamicCauses';
import { singletonAncestors, superclassChain } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { ClassInfo, Program } from '../program/program';
import { isRailsModel, isSchema, mayHaveRailsModels } from '../program/rails';
import { workspaceClasses } from '../program/workspace';
import { evaluateHook } from './evaluate';
import { findCalls, findHooks, type Hook, type HookedCall, type HookFile } from './findHooks';
import { NO_RAILS, planRails, type RailsPlan, replanRails } from './rails';

export interface PlannedCall extends HookedCall {
  /** Equivalent lines of Ruby without the hook; null if only a run determines them. */
  readonly lines: readonly string[] | null;
  /** The classes that may lack annotations until it has run. */
  readonly concerns: readonly string[];
}

export interface HookPlan {
  readonly hooks: readonly Hook[];
  readonly calls: readonly PlannedCall[];
  /** Files to load for a run: those with hooks first. */
  readonly load: readonly string[];
  readonly needsRun: boolean;
  /** Rails calls, for which there are built-in hooks. */
  readonly rails: RailsPlan;
}

/** There is neither a hook nor a Rails model. */
export const NO_HOOKS: HookPlan = { hooks: [], calls: [], load: [], needsRun: false, rails: NO_RAILS };

export function planHooks(files: readonly HookFile[], program: Program): HookPlan {
  const hooks = findHooks(files);
  if (hooks.length === 0 && !mayHaveRailsModels(workspaceClasses(program))) return NO_HOOKS;
  const names = namesOf(hooks);
  const rails = planRails(files, program, names);
  if (hooks.length === 0) return { ...NO_HOOKS, rails };
  return withCalls(hooks, rails, planCallsIn(files, hooks, program));
}

/** What an edit changed: these classes, which only these files define. */
export interface ChangedPart {
  readonly before: Program;
  readonly program: Program;
  readonly classes: ReadonlySet<string>;
  readonly files: readonly HookFile[];
  readonly allFiles: () => readonly HookFile[];
}

/** Updates the plan after an edit; null if other classes may be affected too. */
export function replanHooks(plan: HookPlan, part: ChangedPart): HookPlan | null {
  const { files, classes, program } = part;
  const paths = new Set(files.map(file => file.path));
  if (files.some(file => isSchema(file.path)) || plan.hooks.some(hook => paths.has(hook.path))) return null;
  if (findHooks(files).length > 0 || changedNames(part).some(name => plan.rails.concerns.has(name))) return null;
  const { hooks } = plan;
  const rails = replanRails(plan.rails, files, classes, program, namesOf(hooks));
  if (!rails) return null;
  if (hooks.length === 0) return { ...NO_HOOKS, rails };
  return withCalls(hooks, rails, planCallsIn(part.allFiles(), hooks, program));
}

function withCalls(hooks: readonly Hook[], rails: RailsPlan, calls: readonly PlannedCall[]): HookPlan {
  const load = [...new Set([...hooks.map(hook => hook.path), ...calls.map(call => call.path)])];
  return { hooks, calls, load, needsRun: calls.some(call => call.lines === null), rails };
}

function planCallsIn(files: readonly HookFile[], hooks: readonly Hook[], program: Program): readonly PlannedCall[] {
  return findCalls(program, files, namesOf(hooks)).flatMap(call => planCall(hooks, call, program));
}

function namesOf(hooks: readonly Hook[]): ReadonlySet<string> {
  return new Set(hooks.map(hook => hook.method));
}

/** Methods that were added or removed. */
function changedNames({ before, program, classes }: ChangedPart): readonly string[] {
  return [...classes].flatMap(name => {
    const [old, now] = [before.classes.get(name), program.classes.get(name)];
    return [...difference(old?.methods, now?.methods), ...difference(old?.singletonMethods, now?.singletonMethods)];
  });
}

function difference(a: ClassInfo['methods'] = new Map(), b: ClassInfo['methods'] = new Map()): readonly string[] {
  return [...[...a.keys()].filter(name => !b.has(name)), ...[...b.keys()].filter(name => !a.has(name))];
}

/** Can these files and classes change a plan that was NO_HOOKS? */
export function mayHook(files: readonly HookFile[], classes: Iterable<ClassInfo>): boolean {
  return findHooks(files).length > 0 || mayHaveRailsModels(classes);
}

/** Empty if the call is certainly not hooked. */
function planCall(hooks: readonly Hook[], call: HookedCall, program: Program): readonly PlannedCall[] {
  const named = hooks.filter(hook => hook.method === call.call.method);
  const { className } = call;
  if (className === null) return [{ ...call, lines: null, concerns: classesAffectedBy(named, program) }];
  const concerns = [className];
  if (!call.direct) return [{ ...call, lines: null, concerns }];
  const met = named.map(hook => ({ hook, meets: reachesHook(program, hook, className) }));
  if (met.every(({ meets }) => meets === false)) return [];
  if (met.some(({ meets }) => meets === null)) return [{ ...call, lines: null, concerns }];
  const lines = met.filter(each => each.meets).map(({ hook }) => linesOf(program, hook, call, className));
  return [{ ...call, lines: lines.some(each => each === null) ? null : lines.flatMap(each => each ?? []), concerns }];
}

/** If the receiving class is unknown: all classes that have the method. */
function classesAffectedBy(hooks: readonly Hook[], program: Program): readonly string[] {
  const classes = [...workspaceClasses(program)].filter(
    ({ name, origin }) => origin === 'workspace' && name !== 'Object',
  );
  return classes.map(info => info.name).filter(name => hooks.some(hook => reachesHook(program, hook, name) !== false));
}

function linesOf(program: Program, hook: Hook, call: HookedCall, className: string): readonly string[] | null {
  if (hook.annotation.when === 'post') return null;
  const scopes = [className, hook.owner ?? ''].map(nestingOf);
  const classNamed = (name: string): string | null =>
    scopes.map(nesting => resolveClassName(program, nesting, name)).find(each => each !== null) ?? null;
  return evaluateHook(hook.annotation, call.call, className, classNamed);
}

/** Does a call on this class reach the hooked method? Null if some ancestor is not visible. */
function reachesHook(program: Program, hook: Hook, className: string): boolean | null {
  if (hook.owner === null) return null;
  const owner = resolveClassName(program, [], hook.owner) ?? hook.owner;
  const owners = singletonAncestors(program, className);
  if (owners.some(each => each.name === owner && each.singleton === hook.singleton)) return true;
  if (/^Active(Record|Model)::/.test(owner) && isRailsModel(program, className)) return true;
  return superclassChain(program, className).some(name => isUncertain(program, name)) ? null : false;
}

/** Causes that leave a part of the ancestors unknown. */
const UNCERTAIN: ReadonlySet<DynamicCause['kind']> = new Set<DynamicCause['kind']>([
  'unknown-superclass',
  'unknown-module',
  'unknown-alias',
  'computed-superclass',
  'computed-module',
]);

function isUncertain(program: Program, className: string): boolean {
  const dynamics = program.classes.get(className)?.dynamics ?? [];
  return dynamics.some(({ cause }) => UNCERTAIN.has(cause.kind));
}

/** `A::B::C` -> A::B::C, A::B, A */
function nestingOf(className: string): readonly string[] {
  const names = className.split('::').filter(name => name !== '');
  return names.map((_, i) => names.slice(0, names.length - i).join('::'));
}
