/**
 * May a method with a body raise (throw) by itself? What Ruby raises is asked where the method is verified; what is left is
 * an explicit `raise` or `throw`, here or in what it calls. Calls are resolved by name, what rescues or catches is not
 * looked at: more than is true.
 */
import { methodByKey } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import type { Call, Expr } from '../ril/ril';
import { NO_LABELS } from '../types/annotation';
import { entryClauses } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import type { VcgenInput } from './context';
import { eachExpr } from './writes';

/** Calls of Kernel's own that leave; what `case` raises by itself is asked. */
type Leaves = (call: Call) => boolean;

const RAISES: Leaves = ({ method, madeBy }) =>
  (method === 'raise' || method === 'fail' || method === 'throw') && madeBy !== 'case';
const THROWS: Leaves = ({ method }) => method === 'throw';

export function mayRaise(input: VcgenInput, info: MethodInfo): boolean {
  return mayLeave(input, info, RAISES, new Set());
}

export function mayThrow(input: VcgenInput, info: MethodInfo): boolean {
  return mayLeave(input, info, THROWS, new Set());
}

/** `seen`: what is being looked through, or was without finding any. */
function mayLeave(input: VcgenInput, info: MethodInfo, leaves: Leaves, seen: Set<MethodKey>): boolean {
  const raises = info.signature?.labels.raises ?? null;
  if (raises !== null) return raises.length > 0 && !isGuarded(info);
  if (info.synthetic || seen.has(info.key)) return false;
  if (info.origin !== 'workspace') return leaves === RAISES && !isLookedAt(info);
  if (!info.definition) return true;
  seen.add(info.key);
  let found = false;
  const see = (expr: Expr): void => {
    found ||= isUnknown(expr) || (expr.kind === 'call' && callMayLeave(input, info, expr, leaves, seen));
  };
  for (const param of info.definition.params) if (param.default) eachExpr(param.default, see);
  eachExpr(info.definition.body, see);
  return found;
}

/** Of what the library says what it writes, it also says what it raises, if anything; the rest is files, formats, other programs. */
function isLookedAt({ signature }: MethodInfo): boolean {
  const { pure, modifies, protects } = signature?.labels ?? NO_LABELS;
  return pure || modifies !== null || protects !== null;
}

/** The library raises what it says it raises where its precondition is broken, and that is asked. */
function isGuarded({ origin, signature }: MethodInfo): boolean {
  return origin !== 'workspace' && !!signature?.arms.some(arm => entryClauses(arm.type).length > 0);
}

function isUnknown({ kind }: Expr): boolean {
  return kind === 'yield' || kind === 'opaque' || kind === 'super';
}

/** Procs, and methods by name: what they run is not read here. */
const RUN_ANYTHING: ReadonlySet<string> = new Set(['call', 'send', '__send__', 'public_send', 'instance_exec', 'eval']);

/** `raise`, `self.raise`, `Kernel.raise`. */
export function isKernels(receiver: Expr | null): boolean {
  return receiver === null || receiver.kind === 'self' || (receiver.kind === 'const' && receiver.name === 'Kernel');
}

function callMayLeave(input: VcgenInput, info: MethodInfo, call: Call, leaves: Leaves, seen: Set<MethodKey>): boolean {
  if (isKernels(call.receiver) && leaves(call)) return true;
  if (isKernels(call.receiver) && RAISES(call)) return false;
  if (RUN_ANYTHING.has(call.method)) return true;
  const users = workspaceMethods(input.program, call.method === 'new' ? 'initialize' : call.method);
  const known = (input.typedOf(info.key)?.calls.get(call)?.candidates ?? []).flatMap(({ method }) =>
    method ? (methodByKey(input.program, method) ?? []) : [],
  );
  return [...users, ...known].some(each => mayLeave(input, each, leaves, seen));
}
