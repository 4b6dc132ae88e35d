/**
 * Library methods with a body in the prelude (server/prelude): the body is evaluated in place of the call, as for
 * `:exact`. The body stands for Ruby's own method, so it is not used where the program overrides a method that it calls
 * on self: the built-in method would not call that.
 */
import { findEnumerated } from '../../../program/enumerableElements';
import { candidates, findMethod, singletonCandidates } from '../../../program/lookup';
import type { MethodInfo, Program } from '../../../program/program';
import { withBody } from '../../../program/synthetic';
import { walk } from '../../../ril/walk';
import type { Type } from '../../../types/type';
import type { Send } from '../../state/call';
import { type Ctx, type Out, recordAssumption } from '../../state/context';
import { classNameOf, isDynamic } from '../../state/representation';
import type { State } from '../../state/state';
import { hasArityError } from '../binding/bindParams';
import { chooseArm } from '../binding/overloads';
import { usesBlock } from '../binding/superArgs';
import { inlineCall } from './inline';

/** Null: it has no body, or the body does not fit this call; the signature applies. */
export function inlinePrelude(ctx: Ctx, info: MethodInfo, className: string, send: Send, state: State): Out | null {
  const { args, site } = send;
  if (!info.prelude || ctx.spec || args.irregular !== null || ctx.frame.stack.includes(info.key)) return null;
  const { program, settings } = ctx.run.input;
  if (settings.floats === 'ieee' && addsValues(info)) return null;
  if (isOverridden(ctx, info, className, send) || callsOverriddenMethod(program, info, className)) return null;
  if (!yieldsElements(program, info, className)) return null;
  if (hasArityError(info.prelude.params, args) || (args.block && !usesBlock(withBody(program, info)))) return null;
  // Without a block it returns an enumerator, about which the signature says more.
  const arm = args.block ? null : chooseArm(ctx, info, args, site);
  if (arm && classNameOf(arm.type.result) === 'Enumerator') return null;
  // The body of a package with a type error says nothing; its type is assumed.
  if ((ctx.run.input.typedOf(info.key)?.problems.length ?? 0) > 0) return null;
  if (info.packaged) recordAssumption(ctx.run, { owner: info.key, what: 'contract', place: info.place });
  return inlineCall(ctx, withBody(program, info), send, state);
}

/** Whether it adds values other than constants: Ruby may add floats with less rounding than one after the other. */
function addsValues(info: MethodInfo): boolean {
  let adds = false;
  walk(info.prelude!.body(), expr => {
    if (expr.kind === 'call' && expr.method === '+')
      adds ||= expr.args.some(arg => arg.type !== 'positional' || arg.value.kind !== 'lit');
    return true;
  });
  return adds;
}

/** Whether the call may run another method of that name, because the receiver may be of a subclass. */
function isOverridden(ctx: Ctx, info: MethodInfo, className: string, { receiver, method }: Send): boolean {
  if (receiver.kind !== 'ref' || receiver.exact || info.singleton) return false;
  return candidates(ctx.run.input.program, className, method).some(each => each.method.prelude !== info.prelude);
}

/** Methods that the body calls on self. */
function selfCalls(info: MethodInfo): ReadonlySet<string> {
  const names = new Set<string>();
  walk(info.prelude!.body(), expr => {
    if (expr.kind === 'call' && (expr.receiver === null || expr.receiver.kind === 'self')) names.add(expr.method);
    return true;
  });
  return names;
}

/** A module calls methods that only including classes define (`each`, `<=>`); these may be the program's. */
function callsOverriddenMethod(program: Program, info: MethodInfo, className: string): boolean {
  return [...selfCalls(info)].some(
    name =>
      !isForHosts(program, info, name) &&
      (info.singleton ? singletonCandidates : candidates)(program, className, name).some(
        each => each.method.origin === 'workspace',
      ),
  );
}

function isForHosts(program: Program, { owner, singleton }: MethodInfo, name: string): boolean {
  return !singleton && program.classes.get(owner)?.kind === 'module' && findMethod(program, owner, name) === null;
}

/** The bodies of Enumerable take one value per element; an `each` that yields several at once is different. */
function yieldsElements(program: Program, info: MethodInfo, className: string): boolean {
  if (!selfCalls(info).has('each')) return true;
  return candidates(program, className, 'each').every(({ method, receivers }) =>
    method.origin === 'workspace'
      ? receivers.every(name => isOneValue(findEnumerated(program, name)?.element))
      : method.facts?.yields === 'elements',
  );
}

function isOneValue(element: Type | undefined): boolean {
  return !!element && element.kind !== 'tuple' && !isDynamic(element);
}
