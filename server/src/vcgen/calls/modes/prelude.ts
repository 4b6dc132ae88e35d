/**
 * Library methods with a body in the prelude (server/prelude): the body is evaluated in place of the call, as for
 * `:exact`. The body stands for Ruby's own method, so it is not used where the program overrides a method that it calls
 * on self: the built-in method would not call that.
 */
import { enumerated } from '../../../program/enumerated';
import { candidates, findMethod } from '../../../program/lookup';
import type { MethodInfo, Program } from '../../../program/program';
import { withBody } from '../../../program/synthetic';
import { walk } from '../../../ril/walk';
import type { Type } from '../../../types/type';
import type { Send } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
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
  const { program } = ctx.run.input;
  if (callsOverriddenMethod(program, info, className) || !yieldsElements(program, info, className)) return null;
  if (hasArityError(info.prelude.params, args) || (args.block && !usesBlock(withBody(program, info)))) return null;
  // Without a block it returns an enumerator, about which the signature says more.
  const arm = args.block ? null : chooseArm(ctx, info, args, site);
  if (arm && classNameOf(arm.type.result) === 'Enumerator') return null;
  return inlineCall(ctx, withBody(program, info), send, state);
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

/** A module calls methods that only its hosts define (`each`, `<=>`); these may be the program's. */
function callsOverriddenMethod(program: Program, info: MethodInfo, className: string): boolean {
  return [...selfCalls(info)].some(
    name =>
      !isForHosts(program, info, name) &&
      candidates(program, className, name).some(each => each.method.origin === 'workspace'),
  );
}

function isForHosts(program: Program, { owner }: MethodInfo, name: string): boolean {
  return program.classes.get(owner)?.kind === 'module' && findMethod(program, owner, name) === null;
}

/** The bodies of Enumerable take one value per element; an `each` that yields several at once is different. */
function yieldsElements(program: Program, info: MethodInfo, className: string): boolean {
  if (!selfCalls(info).has('each')) return true;
  return candidates(program, className, 'each').every(({ method, receivers }) =>
    method.origin === 'workspace'
      ? receivers.every(name => isOneValue(enumerated(program, name)?.element))
      : method.facts?.yieldsElements,
  );
}

function isOneValue(element: Type | undefined): boolean {
  return !!element && element.kind !== 'tuple' && !isDynamic(element);
}
