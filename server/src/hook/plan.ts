/**
 * Hooks and the calls they hook -> what each call annotates, as far as that can be said without running anything, and
 * what only Ruby can say. Which hook a call meets is a question of the class's ancestors, as in Ruby.
 */
import { singletonAncestors, superclassChain } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { ClassInfo, Program } from '../program/program';
import { isRailsModel, mayHaveRailsModels } from '../program/rails';
import { workspaceClasses } from '../program/workspace';
import { evaluateHook } from './evaluate';
import { findCalls, findHooks, type Hook, type HookedCall, type HookFile } from './findHooks';
import { type BuiltInCall, railsCalls } from './rails';

export interface PlannedCall extends HookedCall {
  /** Lines of Ruby that say the same without the hook; null: only a run can tell. */
  readonly lines: readonly string[] | null;
}

export interface HookPlan {
  readonly calls: readonly PlannedCall[];
  /** Files to load where a run is needed: those with hooks first. */
  readonly load: readonly string[];
  readonly needsRun: boolean;
  /** Calls of Rails, for which hooks come built in. */
  readonly builtIn: readonly BuiltInCall[];
}

/** There is neither a hook nor a model of Rails. */
export const NO_HOOKS: HookPlan = { calls: [], load: [], needsRun: false, builtIn: [] };

export function planHooks(files: readonly HookFile[], program: Program): HookPlan {
  const hooks = findHooks(files);
  if (hooks.length === 0 && !mayHaveRailsModels(workspaceClasses(program))) return NO_HOOKS;
  const names = new Set(hooks.map(hook => hook.method));
  const builtIn = railsCalls(files, program, names);
  if (hooks.length === 0) return { ...NO_HOOKS, builtIn };
  const found = findCalls(files, names);
  const calls = found.flatMap(call => planned(hooks, call, program));
  const load = [...new Set([...hooks.map(hook => hook.path), ...calls.map(call => call.path)])];
  return { calls, load, needsRun: calls.some(call => call.lines === null), builtIn };
}

/** Whether these files and classes may change a plan that was NO_HOOKS. */
export function mayHook(files: readonly HookFile[], classes: Iterable<ClassInfo>): boolean {
  return findHooks(files).length > 0 || mayHaveRailsModels(classes);
}

/** Nothing: the call is certainly not hooked. */
function planned(hooks: readonly Hook[], call: HookedCall, program: Program): readonly PlannedCall[] {
  const named = hooks.filter(hook => hook.method === call.call.method);
  if (!call.direct || call.className === null) return [{ ...call, lines: null }];
  const { className } = call;
  const met = named.map(hook => ({ hook, meets: meets(program, hook, className) }));
  if (met.every(({ meets }) => meets === false)) return [];
  if (met.some(({ meets }) => meets === null)) return [{ ...call, lines: null }];
  const lines = met.filter(each => each.meets).map(({ hook }) => linesOf(program, hook, call, className));
  return [{ ...call, lines: lines.some(each => each === null) ? null : lines.flatMap(each => each ?? []) }];
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
