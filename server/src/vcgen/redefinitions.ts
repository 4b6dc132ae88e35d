/**
 * Methods that the program defines anew while it runs (`o.extend(M)`, `X.class_eval "…"`): where a call may run one of
 * these, what is written elsewhere says nothing about it. A redefinition of anything on anything is a caveat of all.
 */
import { ancestors } from '../program/ancestors';
import { candidates, singletonCandidates } from '../program/lookup';
import type { MethodInfo, Program, Redefinition } from '../program/program';
import { redefinitionsIn, workspaceClasses } from '../program/workspace';
import { type Ctx, caveat } from './context';

/** Whose method is called. */
export interface Callee {
  /** What the receiver is an instance of, at least. */
  readonly className: string;
  /** The receiver is a class itself: this one or one below. Null: it is none, or any. */
  readonly asClass: string | null;
  readonly isMadeHere: boolean;
  readonly method: string;
}

/** What may have redefined the method that is called, in words; null: nothing. */
export function redefinedBy(ctx: Ctx, callee: Callee): string | null {
  const { run } = ctx;
  const { className, isMadeHere, method } = callee;
  if (isTrusted(run.input.program, callee)) return null;
  for (const { what, redefines } of redefinitionsIn(run.input.program)) {
    if (redefines.of === null && isMadeHere) continue; // nobody else has had it in hands
    if (!concerns(run.input.program, redefines, className)) continue;
    const names = namesIn(run.input.program, redefines);
    if (names?.has(method)) return what;
    if (names !== null) continue;
    if (redefines.of !== null) return what;
    caveat(run, { type: 'assuming', what, because: 'tells only at run time which methods it defines' });
  }
  return null;
}

/**
 * A type without a body is for what is defined at run time: it is trusted, and named as such. That excuses no override
 * with a body, and no method of a class that only bears the name of one of its instances'.
 */
function isTrusted(program: Program, { className, asClass, method }: Callee): boolean {
  const found =
    asClass === null ? candidates(program, className, method) : singletonCandidates(program, asClass, method);
  return found.length > 0 && found.every(each => isBodiless(each.method));
}

function isBodiless({ origin, signature, definition, synthetic }: MethodInfo): boolean {
  return origin === 'workspace' && signature !== null && !definition && !synthetic;
}

/** Numbers, symbols, nil and the like cannot have methods of their own. */
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
