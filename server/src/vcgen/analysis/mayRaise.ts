/**
 * Whether a method with a body may raise or throw explicitly. Verifying the method covers the exceptions that Ruby
 * raises; the rest is an explicit `raise` or `throw`, in it or in a method it calls. Calls are resolved by name, and
 * rescue and catch are ignored: an over-approximation.
 */
import { ancestors } from '../../program/ancestors';
import { findConstantExpr, resolveClassName } from '../../program/constants';
import { libraryMethodsNamed, mayReflect } from '../../program/libraryFacts';
import { findMethod, findSingletonMethod, methodByKey } from '../../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../../program/program';
import { workspaceMethods } from '../../program/workspace';
import type { Call, Expr } from '../../ril/ril';
import { entryClauses } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { VcgenInput } from '../state/context';
import { forEachExpr } from './writes';

/** Kernel calls that exit; a `case` without a match is an obligation. */
type Leaves = (call: Call) => boolean;

const RAISES: Leaves = ({ method, madeBy }) =>
  (method === 'raise' || method === 'fail' || method === 'throw') && madeBy !== 'case';
const THROWS: Leaves = ({ method }) => method === 'throw';

/**
 * Classes of the exceptions that it may raise, as far as they are named; null among them: others too. Empty: none.
 * `arm`: the one that is called.
 */
export function classesRaisedBy(input: VcgenInput, info: MethodInfo, arm: SignatureArm): ReadonlySet<string | null> {
  const found: Found = new Set();
  if (info.origin === 'workspace' || info.synthetic) collect(input, info, RAISES, new Set(), found);
  else collectArms(input, info, [arm], RAISES, found);
  return found;
}

/** Whether its body, or a method that it calls, may raise. */
export function mayRaise(input: VcgenInput, info: MethodInfo): boolean {
  const found: Found = new Set();
  collect(input, info, RAISES, new Set(), found);
  return found.size > 0;
}

export function mayThrow(input: VcgenInput, info: MethodInfo): boolean {
  const found: Found = new Set();
  collect(input, info, THROWS, new Set(), found);
  return found.size > 0;
}

type Found = Set<string | null>;

/** `seen`: the methods that were visited. */
function collect(input: VcgenInput, info: MethodInfo, leaves: Leaves, seen: Set<MethodKey>, found: Found): void {
  if (info.origin !== 'workspace' && !info.synthetic) {
    collectArms(input, info, info.signature?.arms ?? [], leaves, found);
    return;
  }
  const raises = info.signature?.labels.raises ?? null;
  if (raises !== null) {
    for (const name of raises) found.add(resolveClassName(input.program, info.nesting, name) ?? null);
    return;
  }
  if (info.synthetic || seen.has(info.key)) return;
  seen.add(info.key);
  if (!info.definition) {
    found.add(null);
    return;
  }
  const see = (expr: Expr): void => {
    if (isUnknown(expr)) found.add(null);
    else if (expr.kind === 'call') collectCall(input, info, expr, { leaves, seen, found });
  };
  for (const param of info.definition.params) if (param.default) forEachExpr(param.default, see);
  forEachExpr(info.definition.body(), see);
}

/**
 * Exceptions of the library by arm. An arm with a precondition raises only if that is violated, which is an obligation.
 */
function collectArms(
  { program }: VcgenInput,
  info: MethodInfo,
  arms: readonly SignatureArm[],
  leaves: Leaves,
  found: Found,
): void {
  if (leaves !== RAISES) return;
  if (arms.length === 0) found.add(null);
  for (const arm of arms) {
    if (arm.labels.raises === null && !declaresExceptions(arm)) found.add(null);
    if (entryClauses(arm.type).length > 0) continue;
    for (const name of arm.labels.raises ?? []) found.add(resolveClassName(program, info.nesting, name) ?? null);
  }
}

/**
 * Library methods that declare their writes also declare their exceptions; the others are files, formats and processes.
 */
function declaresExceptions({ labels: { pure, modifies, protects } }: SignatureArm): boolean {
  return pure || modifies !== null || protects !== null;
}

function isUnknown({ kind }: Expr): boolean {
  return kind === 'yield' || kind === 'opaque' || kind === 'super';
}

/** `raise`, `self.raise`, `Kernel.raise`. */
export function isKernelMethod(receiver: Expr | null): boolean {
  return receiver === null || receiver.kind === 'self' || (receiver.kind === 'const' && receiver.name === 'Kernel');
}

/** A search for exceptions: which calls count, the methods visited and the classes found. */
interface RaiseSearch {
  readonly leaves: Leaves;
  readonly seen: Set<MethodKey>;
  readonly found: Found;
}

function collectCall(input: VcgenInput, info: MethodInfo, call: Call, { leaves, seen, found }: RaiseSearch): void {
  if (isKernelMethod(call.receiver) && RAISES(call)) {
    if (leaves(call)) found.add(raisedClass(input, info, call));
    return;
  }
  if (mayRunAnything(input, info, call)) found.add(null);
  if (call.block?.type === 'pass') {
    const name = symbolProcName(call.block.value);
    if (name === null) found.add(null);
    else for (const each of workspaceMethods(input.program, name)) collect(input, each, leaves, seen, found);
  }
  const users = workspaceMethods(input.program, call.method === 'new' ? 'initialize' : call.method);
  for (const each of users) collect(input, each, leaves, seen, found);
  for (const { method, arms } of input.typedOf(info.key)?.calls.get(call)?.candidates ?? []) {
    const callee = method ? methodByKey(input.program, method) : null;
    if (!callee) continue;
    const chosen = arms.flatMap(({ index }) => callee.signature?.arms[index] ?? []);
    if (callee.origin === 'workspace' || chosen.length === 0) collect(input, callee, leaves, seen, found);
    else collectArms(input, callee, chosen, leaves, found);
  }
}

/** Procs, and methods called by name: their code is not analysed here. */
function mayRunAnything({ program, typedOf }: VcgenInput, info: MethodInfo, call: Call): boolean {
  const found = findMethod(program, 'Class', call.method);
  if (mayReflect(found, 'name') || mayReflect(found, 'code')) return true;
  const { dynamic = true, candidates = [] } = typedOf(info.key)?.calls.get(call) ?? {};
  if (dynamic || candidates.length === 0)
    return libraryMethodsNamed(program, call.method).some(({ facts }) => facts?.runsReceiver);
  return candidates.some(({ method }) => method === null || methodByKey(program, method)?.facts?.runsReceiver);
}

/** The method that `&:name` calls; null: unknown. */
function symbolProcName(value: Expr | null): string | null {
  return value?.kind === 'lit' && value.value.type === 'symbol' ? value.value.value : null;
}

/**
 * `raise C`, `raise C, text`, `raise C.new(…)`, `raise text`, if only library methods construct the exception; else
 * null.
 */
function raisedClass({ program }: VcgenInput, info: MethodInfo, { method, args: [first] }: Call): string | null {
  if (method === 'throw' || first?.type !== 'positional') return null;
  const { value } = first;
  if (value.kind === 'interpolate' || (value.kind === 'lit' && value.value.type === 'string')) return 'RuntimeError';
  const named = value.kind === 'call' && value.method === 'new' ? value.receiver : value;
  const name = named?.kind === 'const' ? findConstantExpr(program, info.nesting, named)?.classInfo?.name : undefined;
  if (name === undefined || !ancestors(program, name).includes('Exception')) return null;
  return makesOwnExceptions(program, name) || findMethod(program, name, 'initialize')?.origin === 'workspace'
    ? null
    : name;
}

/** Whether it overrides a method that Exception itself has, as those with which Ruby constructs one. */
function makesOwnExceptions(program: Program, name: string): boolean {
  return ancestors(program, name).some(each => {
    const info = program.classes.get(each);
    const own = info?.origin === 'workspace' ? [...info.singletonMethods.keys()] : [];
    return own.some(method => findSingletonMethod(program, 'Exception', method) !== null);
  });
}
