/** What the blocks that a method keeps are given, from all visible bodies that call them. */
import type { StoredCall } from '../../check/inference/storedBlocks';
import type { InferredSignature } from '../../infer/signature';
import { callsProc } from '../../program/libraryFacts';
import type { MethodInfo } from '../../program/program';
import { walk } from '../../ril/walk';
import { hasDynamic } from '../../types/flexible';
import { joinAll } from '../../types/join';
import type { BlockUseSummary } from '../../types/summary';
import { ANY, DYNAMIC, type MethodType, type ParamType, type Type } from '../../types/type';
import { makeUnion } from '../../types/union';
import type { Runs } from './closedInput';

/** More bodies that call procedures are not followed. */
const MOST_USERS = 30;

export interface StoredBlock extends BlockUseSummary {
  /** Something is done with what the block returns. */
  readonly isUsed: boolean;
}

export class StoredBlocks {
  private readonly users = new Map<string, readonly MethodInfo[]>();

  constructor(private readonly runs: Runs) {}

  /** Null: the method keeps no block, or nothing visible calls it. */
  blockOf(method: MethodInfo): StoredBlock | null {
    if (this.runs.isGiven || method.signature !== null || !keepsBlock(method)) return null;
    const found = this.runs.solveType(`stored ${method.key}`, () => this.packCalls(method));
    // Nothing is known of it as yet.
    if (found.kind === 'bottom') return { args: [found], must: false, isUsed: false };
    if (found.kind !== 'tuple') return null;
    const [isUsed, ...args] = found.elements;
    return { args, must: false, isUsed: isUsed?.kind === 'any' };
  }

  /** Blocks in it are shown with what they are given. */
  show(signature: InferredSignature): InferredSignature {
    const { type } = signature;
    const params = type.params.map(param => ({ ...param, type: this.showType(param.type) }));
    const result = this.showType(type.result);
    const isKnown = signature.isKnown && ![...params.map(param => param.type), result].some(hasDynamic);
    return { ...signature, isKnown, type: { ...type, params, result } };
  }

  showType(type: Type): Type {
    switch (type.kind) {
      case 'proc':
        return type.of === undefined ? type : { kind: 'proc', method: this.methodOf(type.of, type.method) };
      case 'union':
        return makeUnion(type.members.map(member => this.showType(member)));
      case 'nominal':
        return type.args.length === 0 ? type : { ...type, args: type.args.map(arg => this.showType(arg)) };
      default:
        return type;
    }
  }

  private methodOf(key: string, method: MethodType): MethodType {
    const keeper = this.runs.methodOf(key);
    const stored = keeper && this.blockOf(keeper);
    if (!stored) return method;
    const params = stored.args.map(
      (type): ParamType => ({ kind: 'required', name: null, type, refinement: null, span: null }),
    );
    return { ...method, anyArgs: false, params, result: stored.isUsed ? method.result : ANY };
  }

  /** The first element: %any if the result is used, else nil. */
  private packCalls(method: MethodInfo): Type {
    const calls = this.usersOf(method).flatMap(user =>
      this.runs.bodyOf(user).storedCalls.filter(({ of }) => of === method.key),
    );
    if (calls.length === 0) return { kind: 'bottom' };
    const longest = Math.max(...calls.map(({ args }) => args.length));
    const joined = (at: number): Type =>
      joinAll(
        calls.map(({ args }: StoredCall) => args[at] ?? DYNAMIC),
        this.runs.hierarchy,
      );
    const used: Type = calls.some(({ isUsed }) => isUsed) ? ANY : { kind: 'nil' };
    return { kind: 'tuple', elements: [used, ...Array.from({ length: longest }, (_, at) => joined(at))] };
  }

  /** The bodies that call procedures, and those of its class. */
  private usersOf(method: MethodInfo): readonly MethodInfo[] {
    const known = this.users.get(method.owner);
    if (known) return known;
    const { program } = this.runs;
    const callers = [...(program.classes.get('Proc')?.methods.values() ?? [])]
      .filter(({ name }) => callsProc(program, name))
      .flatMap(each => {
        const { methods } = this.runs.callersOf(each);
        return methods.length > MOST_USERS ? [] : methods;
      });
    const own = [...(program.classes.get(method.owner)?.methods.values() ?? [])];
    const found = [...new Set([...callers, ...own])].filter(
      ({ signature, definition, aliasOf }) => signature === null && definition !== null && aliasOf === null,
    );
    this.users.set(method.owner, found);
    return found;
  }
}

/** The body uses its `&` parameter as a value. */
function keepsBlock({ definition }: MethodInfo): boolean {
  const name = definition?.params.find(({ kind }) => kind === 'block')?.name ?? null;
  if (!definition || definition.broken || name === null) return false;
  let isFound = false;
  walk(definition.body(), expr => {
    if (expr.kind === 'assign') isFound ||= expr.value.kind === 'var' && expr.value.name === name;
    const values = expr.kind === 'call' ? expr.args : expr.kind === 'array' ? expr.elements : [];
    isFound ||= values.some(arg => 'value' in arg && arg.value?.kind === 'var' && arg.value.name === name);
    return !isFound;
  });
  return isFound;
}
