/**
 * What one body reads and writes itself, and the methods of the program through which it may do more. Calls are resolved by
 * name alone where types are unknown (every method of that name in the workspace), so the result is an over-approximation.
 */

import { namesCalledBy, namesCalledByShowing, withMissing } from '../../program/implicitCalls';
import { isLabelled, libraryMethodsNamed, onlyRunsUserCode, writesReceiver } from '../../program/libraryFacts';
import { findMethod, methodByKey } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { directCallOf } from '../../program/staticSend';
import { workspaceMethods } from '../../program/workspace';
import { flattenTargets } from '../../ril/bindings';
import type { Call, Const, Expr, Interpolate, MultiAssign, Var } from '../../ril/ril';
import type { VcgenInput } from '../state/context';
import { ALL_CONTENTS, type EffectKey, fieldKey, type HeapKey } from '../state/heapKey';
import { KeySet } from '../state/keyedMap';
import { classNameOf, representationOf, unionMembers } from '../state/representation';
import { callTargetsOf, implicitCallTargets } from './callTargets';
import { type Effects, NONE, NOTHING, ofLabels } from './declaredEffects';
import { type Adding, EffectSum } from './effectSum';
import { keyInMethod, sharedKey } from './variableKeys';
import { forEachExpr } from './writes';

export interface EffectCall extends Adding {
  readonly callee: MethodInfo;
}

export interface BodyEffects {
  readonly own: Effects;
  readonly calls: readonly EffectCall[];
}

const CONSTRUCTED: Adding = { onSelf: false, constructs: true };
const OF_ANOTHER: Adding = { onSelf: false, constructs: false };

/** `made`: locals that hold only objects allocated by this code. */
export function bodyEffects(
  input: VcgenInput,
  info: MethodInfo,
  code: readonly Expr[],
  made: ReadonlySet<string> = new Set(),
): BodyEffects {
  const collected = new Collector(input, info, made);
  for (const each of code) forEachExpr(each, expr => collected.see(expr));
  return { own: collected.effects(), calls: collected.calls };
}

/** Collects the effects of one body; lives only during the traversal. */
class Collector extends EffectSum {
  readonly calls: EffectCall[] = [];

  constructor(
    private readonly input: VcgenInput,
    private readonly info: MethodInfo,
    /** Locals that hold only objects allocated by this code: writing these changes no existing object. */
    private readonly made: ReadonlySet<string>,
  ) {
    super();
  }

  see(expr: Expr): void {
    switch (expr.kind) {
      case 'var':
        if (expr.scope === 'instance') this.own.add(this.fieldKey(expr.name));
        else if (expr.scope !== 'local') this.others.add(this.key(expr.name));
        return;
      case 'assign':
        this.assigned(expr.target);
        return;
      case 'multiAssign':
        this.multiAssigned(expr);
        return;
      case 'while':
        this.loops = true;
        return;
      case 'call':
        this.call(expr);
        return;
      case 'super':
      case 'yield':
      case 'opaque':
      case 'define':
      case 'match':
        this.everything();
        return;
      case 'interpolate':
        this.interpolated(expr);
        return;
      default:
        return;
    }
  }

  private assigned(target: Var | Const): void {
    if (target.kind === 'const') this.everything();
    else if (target.scope === 'instance' && !this.info.singleton) this.ownWrites.add(fieldKey(target.name));
    else if (target.scope !== 'local') this.otherWrites.add(this.key(target.name));
  }

  /** `a, @b = x` calls `x.to_ary` unless it is an array. */
  private multiAssigned({ targets, value }: MultiAssign): void {
    for (const target of flattenTargets(targets))
      if (target.kind === 'call') this.everything();
      else this.assigned(target);
    if (value.kind !== 'array' || targets.some(({ type }) => type === 'list'))
      this.converted([value], withMissing(['to_ary']));
  }

  /** `"#{x}"` calls x's own `to_s`, or `inspect` of its elements. */
  private interpolated(expr: Interpolate): void {
    if (expr.as === 'command') this.everything();
    else this.converted(expr.parts, namesCalledByShowing(this.input.program));
  }

  /** Ruby calls these methods on the values; of a value of unknown class, any method of that name, which may read anything. */
  private converted(values: readonly Expr[], names: readonly string[]): void {
    const byType = implicitCallTargets(this.input, this.info, values, names);
    this.others.add(ALL_CONTENTS);
    if (byType === null) {
      this.readsAll = true;
      this.deterministic = false;
    }
    for (const each of byType ?? names.flatMap(name => methodsNamed(this.input.program, name)))
      this.calls.push({ callee: each, onSelf: false, constructs: false });
  }

  private key(name: string): EffectKey {
    return keyInMethod(this.input.program, this.info, name);
  }

  private fieldKey(name: string): HeapKey {
    return this.info.singleton ? sharedKey(this.input.program, this.info.owner, name) : fieldKey(name);
  }

  private call(call: Call): void {
    const sent =
      this.isOwn(call) || methodsNamed(this.input.program, call.method).length > 0
        ? null
        : directCallOf(this.input.program, call);
    if (sent) {
      this.call(sent);
      return;
    }
    if (call.method === 'freeze' || passesFreeze(call)) this.freezes = true;
    const meant = callTargetsOf(this.input, this.info, call);
    const direct = meant ?? methodsNamed(this.input.program, call.method === 'new' ? 'initialize' : call.method);
    const isOwn = meant !== null && meant.length > 0 && this.isOwn(call);
    if (call.method === 'new') this.libraryConstructor(call);
    else if (!isOwn && !this.library(call, direct.length > 0)) this.everything();
    if (call.block?.type === 'pass') this.passed(call.block.value);
    if (this.writesAll && this.readsAll) return;
    const onSelf = call.receiver === null || call.receiver.kind === 'self';
    for (const user of direct)
      this.calls.push({ callee: user, onSelf: onSelf, constructs: user.name === 'initialize' });
  }

  /** `&:name` calls this method on whatever the block would get; other blocks are unknown code. */
  private passed(block: Expr | null): void {
    if (block?.kind !== 'lit' || block.value.type !== 'symbol') this.everything();
    else this.call({ ...elementCall(block), method: block.value.value });
  }

  /** `new` of a library class has the effects of that class's `initialize`. */
  private libraryConstructor({ receiver }: Call): void {
    const { program } = this.input;
    const type = receiver && this.input.typedOf(this.info.key)?.types.get(receiver);
    const found = type?.kind === 'classOf' ? findMethod(program, type.name, 'initialize') : null;
    if (!found || found.origin === 'workspace' || found.owner === 'BasicObject') return;
    const { repeats } = found.facts ?? { repeats: null };
    this.add({ ...ofLabels(program, found), deterministic: repeats !== null }, CONSTRUCTED);
  }

  /** Adds what the labels of the library's methods say; false: they do not say it. `hasOwn`: the program has one. */
  private library(call: Call, hasOwn: boolean): boolean {
    const found = this.libraryMethods(call);
    if (found.length === 0 && !hasOwn && !isAnnotation(call)) return this.hasTarget(call);
    return found.every(each => each !== null && this.libraryMethod(each, call));
  }

  /** The library's methods that it may run; null: an unknown one. */
  private libraryMethods(call: Call): readonly (MethodInfo | null)[] {
    const { program } = this.input;
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    if (!target || target.dynamic || target.candidates.length === 0) return libraryMethodsNamed(program, call.method);
    const exact = this.isMade(call.receiver) ? this.methodOfExactly(call) : null;
    if (exact) return exact.origin === 'workspace' ? [] : [exact];
    const infos = target.candidates.map(({ method }) => (method === null ? null : methodByKey(program, method)));
    return infos.filter(each => each?.origin !== 'workspace');
  }

  /** The method of a container that this body allocates: subclasses do not matter. */
  private methodOfExactly({ receiver, method }: Call): MethodInfo | null {
    const type = receiver && this.input.typedOf(this.info.key)?.types.get(receiver);
    const name = type ? classNameOf(type) : null;
    return name === null ? null : findMethod(this.input.program, name, method);
  }

  private hasTarget(call: Call): boolean {
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    return !!target && !target.dynamic && target.candidates.length > 0;
  }

  private libraryMethod(info: MethodInfo, call: Call): boolean {
    const { facts, name, owner } = info;
    if (facts?.runsReceiver || facts?.reflects) return false;
    const labelled = isLabelled(info);
    if (!labelled && !onlyRunsUserCode(this.input.program, info)) return false;
    const isPlain = this.hasPlainOperands(call);
    const reads = isPlain ? NONE : new KeySet<EffectKey>([ALL_CONTENTS]);
    const { writes, otherWrites } = labelled ? ofLabels(this.input.program, info) : NOTHING;
    const isMade = writesReceiver(info) && this.isMade(call.receiver);
    this.add(
      {
        ...NOTHING,
        reads: facts?.repeats === 'contents' || isPlain ? { own: NONE, others: reads } : 'everything',
        ...(isMade ? {} : { writes, otherWrites }),
        deterministic: !!facts?.repeats,
      },
      OF_ANOTHER,
    );
    for (const each of this.inside(call, namesCalledBy(this.input.program, info)))
      this.calls.push({ callee: each, onSelf: false, constructs: false });
    // `tap`, `catch`: functions of every object run their block once.
    if (call.block && (owner !== 'Kernel' || name === 'loop')) this.loops = true;
    return true;
  }

  /** Locals that hold only objects allocated by this code. */
  private isMade(receiver: Expr | null): boolean {
    return receiver?.kind === 'var' && receiver.scope === 'local' && this.made.has(receiver.name);
  }

  /** Numbers, symbols and the like: nothing can be read of them. */
  private hasPlainOperands(call: Call): boolean {
    const { program } = this.input;
    const on = call.receiver ?? (isFunction(call, this.info, program) ? [] : [null]);
    const given = call.args.map(arg => (arg.type === 'positional' || arg.type === 'keyword' ? arg.value : null));
    return [on, given].flat().every(each => {
      const type = each && this.input.typedOf(this.info.key)?.types.get(each);
      return !!type && unionMembers(type).every(member => PLAIN.has(representationOf(member)));
    });
  }

  /** Methods of these names on the call's receiver and arguments; all methods of that name if those are unknown. */
  private inside(call: Call, names: readonly string[]): readonly MethodInfo[] {
    return this.insideByType(call, names) ?? names.flatMap(each => methodsNamed(this.input.program, each));
  }

  private insideByType(call: Call, names: readonly string[]): readonly MethodInfo[] | null {
    // What `&:name` returns is unknown.
    if (call.block?.type === 'pass') return null;
    const given = call.args.map(arg => (arg.type === 'positional' || arg.type === 'keyword' ? arg.value : null));
    const fromBlock = call.block?.type === 'block' ? [call.block.block.body] : [];
    const on = call.receiver ?? (isFunction(call, this.info, this.input.program) ? [] : [null]);
    return implicitCallTargets(this.input, this.info, [on, given, fromBlock].flat(), names);
  }

  /** Whether the program's own method of that name runs, and no other. */
  private isOwn(call: Call): boolean {
    const { program } = this.input;
    if (call.receiver === null) return findMethod(program, this.info.owner, call.method)?.origin === 'workspace';
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    if (!target || target.dynamic || target.candidates.length === 0) return false;
    return target.candidates.every(each => each.method && methodByKey(program, each.method)?.origin === 'workspace');
  }
}

const PLAIN: ReadonlySet<string> = new Set(['int', 'real', 'rat', 'bool', 'sym', 'nil']);

/** Words of the annotation language. */
function isAnnotation({ method }: Call): boolean {
  return /^(rdl_)?(type_cast|instantiate!|var_type|invariant|old)$/.test(method);
}

/** `each(&:freeze)` */
function passesFreeze({ block }: Call): boolean {
  const passed = block?.type === 'pass' ? block.value : null;
  return passed?.kind === 'lit' && passed.value.type === 'symbol' && passed.value.value === 'freeze';
}

/** `format(…)`: it does not depend on self. */
function isFunction(call: Call, info: MethodInfo, program: Program): boolean {
  return call.receiver === null && findMethod(program, info.owner, call.method)?.owner === 'Kernel';
}

/** A call on an element that is not an expression of the body: its class is unknown. */
function elementCall({ span }: Expr): Call {
  const element: Expr = { kind: 'opaque', span, code: { kind: 'element' }, assigns: [] };
  const plain = { args: [], block: null, safe: false, bare: false, madeBy: 'source' } as const;
  return { kind: 'call', span, receiver: element, method: '', methodSpan: span, ...plain };
}

/** Every method of this name in the workspace, in any class. */
function methodsNamed(program: Program, name: string): readonly MethodInfo[] {
  return workspaceMethods(program, name);
}
