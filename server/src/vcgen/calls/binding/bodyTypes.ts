/**
 * The checker's types of an inlined body. A body of the prelude is checked once, in terms of the type parameters of its
 * class and method; at a call they stand for the receiver's elements and for what the checker solved there. Whatever
 * stays open is unknown.
 */
import { findEnumerated } from '../../../program/enumerableElements';
import { hierarchyOf } from '../../../program/hierarchy';
import type { MethodInfo } from '../../../program/program';
import { freeVariables, freeVariablesOf, substituteMethod, substituteType } from '../../../types/substitute';
import { DYNAMIC, type MethodType, type Type } from '../../../types/type';
import type { CallTarget, TypedMethod } from '../../../types/typedMethod';
import type { Send } from '../../state/call';
import type { Ctx } from '../../state/context';
import { classNameOf } from '../../state/representation';
import { resolveTypeFor } from '../../state/typeGuards';
import { typeOf } from '../../state/value';
import { candidateOf, classBindings } from './librarySignatures';

type BodyTypes = Pick<TypedMethod, 'types' | 'calls'>;
type Bindings = ReadonlyMap<string, Type>;

/** Null: it was not checked. */
export function typesInBody(ctx: Ctx, info: MethodInfo, send: Send): BodyTypes | null {
  const typed = ctx.run.input.typedOf(info.key);
  if (!typed || info.origin === 'workspace') return typed;
  const bindings = bindingsAt(ctx, info, send);
  const close = (type: Type): Type => substituteType(type, bindOpenNames(freeVariablesOf(type), bindings));
  return {
    types: new Map([...typed.types].map(([expr, type]) => [expr, close(type)])),
    calls: new Map([...typed.calls].map(([call, target]) => [call, closeTarget(target, bindings, close)])),
  };
}

function bindOpenNames(open: ReadonlySet<string>, bindings: Bindings): Bindings {
  return new Map([...open].map(name => [name, bindings.get(name) ?? DYNAMIC]));
}

function closeTarget(target: CallTarget, bindings: Bindings, close: (type: Type) => Type): CallTarget {
  const candidates = target.candidates.map(({ receiver, method, arms }) => ({
    receiver: close(receiver),
    method,
    arms: arms.map(({ index, type }) => ({
      index,
      type: substituteMethod(type, bindOpenNames(freeVariables(type), bindings)),
    })),
  }));
  return { ...target, candidates };
}

function bindingsAt(ctx: Ctx, info: MethodInfo, { receiver, site }: Send): Bindings {
  const { program } = ctx.run.input;
  const own = typeOf(receiver);
  const found = new Map(classBindings(program, info.owner, own));
  const yielded = findEnumerated(program, classNameOf(own) ?? 'Object')?.element;
  const [param] = hierarchyOf(program).typeParams(info.owner);
  if (yielded && param && !found.has(param.name)) found.set(param.name, resolveTypeFor(program, yielded, own));
  for (const { index, type } of candidateOf(ctx, info, site)?.arms ?? []) {
    const open = info.signature?.arms[index]?.type;
    if (open) matchMethods(open, type, found);
  }
  return found;
}

function matchMethods(open: MethodType, solved: MethodType, found: Map<string, Type>): void {
  for (const [index, param] of open.params.entries()) match(param.type, solved.params[index]?.type, found);
  match(open.result, solved.result, found);
  if (open.block && solved.block) matchMethods(open.block.type, solved.block.type, found);
}

function match(open: Type, solved: Type | undefined, found: Map<string, Type>): void {
  if (!solved) return;
  if (open.kind === 'variable' && !found.has(open.name) && freeVariablesOf(solved).size === 0)
    found.set(open.name, solved);
  else if (open.kind === 'nominal' && solved.kind === 'nominal' && open.name === solved.name)
    for (const [index, arg] of open.args.entries()) match(arg, solved.args[index], found);
}
