/**
 * Methods that the program redefines at run time (`o.extend(M)`, `X.class_eval "…"`): if a call may run one of these,
 * the visible definitions do not describe it. A redefinition of any method on any object is a caveat of every proof.
 */
import { type DynamicCause, showDynamicCause } from '../../problems/dynamicCauses';
import { ancestors } from '../../program/ancestors';
import { candidates, singletonCandidates } from '../../program/lookup';
import type { MethodInfo, Program, Redefinition } from '../../program/program';
import { redefinitionsIn, workspaceClasses } from '../../program/workspace';
import { addCaveat, type Ctx } from '../state/context';

/** The method that is called, and on which class. */
export interface Callee {
  /** The class of the receiver, or an ancestor of it. */
  readonly className: string;
  /** The receiver is a class object: this class or a descendant. Null: it is not a class, or any. */
  readonly asClass: string | null;
  readonly isAllocatedHere: boolean;
  readonly method: string;
}

/** What may have redefined the called method; null: nothing. */
export function findRedefinition(ctx: Ctx, callee: Callee): DynamicCause | null {
  const { run } = ctx;
  const { className, isAllocatedHere, method } = callee;
  if (isTrusted(run.input.program, callee)) return null;
  for (const { cause, redefines } of redefinitionsIn(run.input.program)) {
    if (redefines.of === null && isAllocatedHere) continue; // it has not escaped
    if (!concerns(run.input.program, redefines, className)) continue;
    const names = namesIn(run.input.program, redefines);
    if (names?.has(method)) return cause;
    if (names !== null) continue;
    if (redefines.of !== null) return cause;
    const what = showDynamicCause(cause);
    addCaveat(run, { type: 'assuming', what, because: 'tells only at run time which methods it defines' });
  }
  return null;
}

/**
 * A type without a body declares a method that is defined at run time: it is trusted, and the proof names it. This
 * covers neither an override with a body nor a singleton method that has the same name as an instance method.
 */
function isTrusted(program: Program, { className, asClass, method }: Callee): boolean {
  const found =
    asClass === null ? candidates(program, className, method) : singletonCandidates(program, asClass, method);
  return found.length > 0 && found.every(each => isBodiless(each.method));
}

function isBodiless({ origin, signature, definition, synthetic }: MethodInfo): boolean {
  return origin === 'workspace' && signature !== null && !definition && !synthetic;
}

/** Numbers, symbols, nil and the like cannot have singleton methods. */
const WITHOUT_SINGLETON: ReadonlySet<string> = new Set('Integer Float Symbol NilClass TrueClass FalseClass'.split(' '));

function concerns(program: Program, { of, among }: Redefinition, className: string): boolean {
  if (among) return among.some(name => ancestors(program, className).includes(name));
  if (of === null) return !WITHOUT_SINGLETON.has(className);
  return ancestors(program, className).includes(of) || ancestors(program, of).includes(className);
}

/** Null: any. */
function namesIn(program: Program, { names, modules }: Redefinition): ReadonlySet<string> | null {
  if (names === null) return null;
  const found = new Set(names);
  for (const module of modules) {
    const bare = module.replace(/^::/, '');
    const meant = [...workspaceClasses(program)].filter(({ name }) => name === bare || name.endsWith(`::${bare}`));
    const library = program.classes.get(bare);
    const infos = meant.length > 0 || !library ? meant : [library];
    if (infos.length === 0) return null;
    for (const info of infos)
      for (const name of ancestors(program, info.name))
        for (const each of program.classes.get(name)?.methods.keys() ?? []) found.add(each);
  }
  return found;
}
