/**
 * Constants whose value is not known, but its class is: those of Ruby's library (`ENV`, `RUBY_VERSION`), objects made by `new`, and
 * what library methods compute (`('a'..'z').to_a`). Such a constant is one object, or one number, that exists before the method is called.
 */
import { and, symbol } from '../../logic/build';
import { INT_SORT } from '../../logic/sorts';
import { type FoundConstant, findConstantExpr } from '../../program/constants';
import { findSingletonMethod } from '../../program/lookup';
import type { Nesting, Program } from '../../program/program';
import { workspaceMethods } from '../../program/workspace';
import type { BlockArg, Call, Const, Expr } from '../../ril/ril';
import { nominal, type Type } from '../../types/type';
import { withFrozenObject } from '../heap/preexistingObjects';
import { assumeAlways, type Ctx, ENTRY_ALLOCATION, type Out } from '../state/context';
import { classNameOf, isDynamic, isUnknown, representationOf, unionMembers } from '../state/representation';
import type { State } from '../state/state';
import { hasClass, isAllocated } from '../state/typeGuards';
import type { Ref } from '../state/value';

/** Null: its class is not known for certain. */
export function evaluateComputedConstant(ctx: Ctx, found: FoundConstant, expr: Const, state: State): Out | null {
  const { constant, path } = found;
  if (!constant || constant.isAssignedAgain) return null;
  if (constant.value === null) return constant.type && existingValue(ctx, path, constant.type, true, state);
  const { receiver, method } = constant.value.kind === 'call' ? constant.value : { receiver: null, method: '' };
  const isFrozen = method === 'freeze' && receiver !== null;
  const value = isFrozen ? receiver : constant.value;
  const type = typeOfNew(ctx, value, constant.nesting) ?? typeOfComputed(ctx, value, constant.nesting, { expr, state });
  return type && existingValue(ctx, path, type, isFrozen, state);
}

/** One value of this type, the same wherever it is read. */
function existingValue(ctx: Ctx, path: string, type: Type, isFrozen: boolean, state: State): Out | null {
  if (isDynamic(type) || isUnknown(type) || unionMembers(type).length !== 1) return null;
  const origin = { kind: 'constant', serial: 0, path } as const;
  const shape = representationOf(type);
  const term = symbol(`const:${path}`, INT_SORT, origin);
  if (shape === 'int') return { value: { kind: 'int', term }, state };
  const className = classNameOf(type);
  if (shape !== 'ref' || className === null) return null;
  assumeAlways(ctx.run, and(isAllocated(term, ENTRY_ALLOCATION), hasClass(ctx.run, term, className)), true);
  const object: Ref = { kind: 'ref', term, type, exact: false };
  return { value: object, state: isFrozen && className === 'String' ? withFrozenObject(ctx, state, object) : state };
}

/** `C.new(…)` is a C, unless C defines `new` itself. */
function typeOfNew(ctx: Ctx, value: Expr, nesting: Nesting): Type | null {
  const { program } = ctx.run.input;
  if (value.kind !== 'call' || value.method !== 'new' || value.receiver?.kind !== 'const') return null;
  const { classInfo } = findConstantExpr(program, nesting, value.receiver) ?? {};
  if (classInfo?.kind !== 'class' || classInfo.typeParams.length > 0) return null;
  return findSingletonMethod(program, classInfo.name, 'new')?.origin === 'workspace' ? null : nominal(classInfo.name);
}

/** The type of what library methods return, where the rules of evaluation know it; the evaluation leaves no trace. */
function typeOfComputed(
  ctx: Ctx,
  value: Expr,
  nesting: Nesting,
  { expr, state }: { readonly expr: Const; readonly state: State },
): Type | null {
  const { run } = ctx;
  const checked = ctx.frame.types.get(expr);
  if (value.kind !== 'call' || !callsOnlyLibrary(run.input.program, value, nesting)) return null;
  const tried = run.trail.mark();
  const known = run.results.obligations.length;
  const out = run.rules.evaluate({ ...ctx, frame: { ...ctx.frame, nesting } }, value, state);
  const isCertain = run.results.obligations.all.slice(known).every(({ kind }) => kind === 'vacuity');
  run.trail.undo(tried);
  return isCertain && out.value.kind === 'ref' ? withElements(out.value.type, checked) : null;
}

/** The checker often knows the elements of a container better than the rules of evaluation. */
function withElements(type: Type, checked: Type | undefined): Type {
  if (checked === undefined || isDynamic(checked) || isUnknown(checked)) return type;
  return checked.kind === 'nominal' && classNameOf(checked) === classNameOf(type) ? checked : type;
}

/** `locals`: parameters of the blocks around the expression. Other locals belong to the body of the class. */
function callsOnlyLibrary(program: Program, expr: Expr, nesting: Nesting, locals: readonly string[] = []): boolean {
  const isPart = (part: Expr | null): boolean => part === null || callsOnlyLibrary(program, part, nesting, locals);
  switch (expr.kind) {
    case 'lit':
      return true;
    case 'var':
      return expr.scope === 'local' && locals.includes(expr.name);
    case 'const':
      return namesLibraryClass(program, expr, nesting);
    case 'range':
      return isPart(expr.from) && isPart(expr.to);
    case 'interpolate':
      return expr.as === 'string' && expr.parts.every(isPart);
    case 'array':
      return expr.elements.every(each => each.type === 'positional' && isPart(each.value));
    case 'hash':
      return expr.entries.every(each => each.type === 'keyword' && isPart(each.value));
    case 'call':
      if (!isLibraryCall(program, expr) || !isPart(expr.receiver) || !argsOf(expr).every(isPart)) return false;
      return expr.block === null || blockCallsOnlyLibrary(program, expr.block, nesting, locals);
    default:
      return false;
  }
}

/** A block of one expression. */
function blockCallsOnlyLibrary(
  program: Program,
  block: BlockArg,
  nesting: Nesting,
  locals: readonly string[],
): boolean {
  if (block.type === 'pass') return false;
  const { params, body } = block.block;
  const names = params.map(({ kind, name }) => (kind === 'required' ? name : null)).filter(name => name !== null);
  return names.length === params.length && callsOnlyLibrary(program, body, nesting, [...locals, ...names]);
}

function isLibraryCall(program: Program, { receiver, method, args }: Call): boolean {
  if (receiver === null || args.some(arg => arg.type !== 'positional')) return false;
  return workspaceMethods(program, method).length === 0;
}

function argsOf({ args }: Call): readonly Expr[] {
  return args.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

function namesLibraryClass(program: Program, expr: Const, nesting: Nesting): boolean {
  const origin = findConstantExpr(program, nesting, expr)?.classInfo?.origin;
  return origin !== undefined && origin !== 'workspace';
}
