/**
 * What a method may read and write, transitively, computed from the visible bodies. Calls are resolved by name alone
 * (every method of that name in the workspace), so the result is an over-approximation: `everything` if something is
 * unknown.
 */
import { coversHeldContents } from '../../program/heldContents';
import { coreMethodsMeant, isLabelled, onlyRunsGivenCode, writesReceiver } from '../../program/libraryFacts';
import { findMethod, methodByKey } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { sentCall } from '../../program/sentCall';
import { workspaceMethods } from '../../program/workspace';
import { toJson } from '../../ril/parts';
import type { Call, Expr, Interpolate } from '../../ril/ril';
import type { FrameEntry } from '../../types/annotation';
import type { MethodKey } from '../../types/typedMethod';
import type { Run, VcgenInput } from '../state/context';
import { ALL_CONTENTS, type EffectKey, fieldKey, type HeapKey, memberKey } from '../state/heapKey';
import { KeySet, type ReadonlyKeySet } from '../state/keyedMap';
import { representationOf, unionMembers } from '../state/representation';
import { callTargetsOf, implicitCallTargets } from './callTargets';
import { usedEntries } from './frameEntries';
import { namesCalledBy } from './implicitCallNames';
import { findLocallyAllocated } from './locallyAllocated';
import { keyInLabel, keyInMethod, scopeOfName, sharedKey } from './variableKeys';
import { forEachExpr } from './writes';

/** Slots of self (`own`), and slots of any object or of none (`others`). */
export type Reads =
  | 'everything'
  | { readonly own: ReadonlyKeySet<HeapKey>; readonly others: ReadonlyKeySet<EffectKey> };

export interface Effects {
  readonly reads: Reads;
  readonly writes: 'everything' | ReadonlyKeySet<EffectKey>;
  /** The writes that may affect objects other than self. */
  readonly otherWrites: ReadonlyKeySet<EffectKey>;
  readonly deterministic: boolean;
  readonly loops: boolean;
  /** It, or a method it calls, visibly freezes an object. */
  readonly freezes: boolean;
}

const NONE: ReadonlyKeySet<HeapKey> = new KeySet();
const EVERYTHING: Effects = {
  reads: 'everything',
  writes: 'everything',
  otherWrites: NONE,
  deterministic: false,
  loops: true,
  freezes: false,
};

export function effectsOf(run: Run, key: MethodKey): Effects {
  const info = methodByKey(run.input.program, key);
  return info ? ofMethod(run.input, info, []) : EVERYTHING;
}

/** The effects of a part of a method's body. */
export function effectsOfCode(run: Run, info: MethodInfo, code: Expr): Effects {
  const collected = new Collector(run.input, info, [info.key]);
  forEachExpr(code, expr => collected.see(expr));
  return collected.effects();
}

/** A body without loops and recursion terminates; a method without a body is trusted to. */
export function isKnownToTerminate(run: Run, info: MethodInfo): boolean {
  return !info.definition || !ofMethod(run.input, info, []).loops;
}

/** What the body visibly writes, whatever the labels of the method say. */
export function writesOfBody(run: Run, info: MethodInfo): Effects['writes'] {
  return info.definition ? ofBody(run.input, info, info.definition, []).writes : 'everything';
}

function ofMethod(input: VcgenInput, info: MethodInfo, stack: readonly MethodKey[]): Effects {
  if (stack.includes(info.key)) return { ...NOTHING, loops: true };
  if (info.synthetic) return ofSynthetic(info);
  if (!info.definition) return ofLabels(input.program, info);
  return withLabels(input.program, info, ofBody(input, info, info.definition, stack));
}

function ofBody(
  input: VcgenInput,
  info: MethodInfo,
  definition: NonNullable<MethodInfo['definition']>,
  stack: readonly MethodKey[],
): Effects {
  const inner = [...stack, info.key];
  const collected = new Collector(input, info, inner, findLocallyAllocated(definition));
  for (const param of definition.params) if (param.default) forEachExpr(param.default, expr => collected.see(expr));
  forEachExpr(definition.body(), expr => collected.see(expr));
  return collected.effects();
}

const NOTHING: Effects = {
  reads: { own: NONE, others: NONE },
  writes: NONE,
  otherWrites: NONE,
  deterministic: true,
  loops: false,
  freezes: false,
};

function ofSynthetic(info: MethodInfo): Effects {
  const { synthetic } = info;
  if (synthetic?.type === 'attributeReader')
    return { ...NOTHING, reads: { own: new KeySet([fieldKey(synthetic.field)]), others: NONE } };
  if (synthetic?.type === 'attributeWriter') return { ...NOTHING, writes: new KeySet([fieldKey(synthetic.field)]) };
  if (synthetic?.type === 'structReader')
    return { ...NOTHING, reads: { own: new KeySet([memberKey(synthetic.member)]), others: NONE } };
  if (synthetic?.type === 'structWriter') return { ...NOTHING, writes: new KeySet([memberKey(synthetic.member)]) };
  return EVERYTHING;
}

function ofLabels(program: Program, info: MethodInfo): Effects {
  const labels = info.signature?.labels;
  if (labels?.pure) return { ...NOTHING, reads: 'everything' };
  if (labels?.modifies)
    return {
      ...NOTHING,
      reads: 'everything',
      ...frameOf(program, info, labels.modifies, 'everything'),
      deterministic: false,
    };
  return { ...EVERYTHING, loops: false };
}

/** A label limits the writes; it is checked where the method itself is verified. */
function withLabels(program: Program, info: MethodInfo, found: Effects): Effects {
  const labels = info.signature?.labels;
  if (labels?.pure) return { ...found, writes: NONE, otherWrites: NONE, deterministic: true };
  return labels?.modifies ? { ...found, ...frameOf(program, info, labels.modifies, found.writes) } : found;
}

function frameOf(
  program: Program,
  info: MethodInfo,
  entries: readonly FrameEntry[],
  writes: Effects['writes'],
): Pick<Effects, 'writes' | 'otherWrites'> {
  const used = usedEntries(program, info, entries, writes).filter(
    ({ heldIn }) => heldIn === null || coversHeldContents(program, info, entries),
  );
  const others = used.filter(entry => entry.owner !== 'self' || entry.heldIn !== null);
  const keyOf = ({ owner, field }: FrameEntry): EffectKey =>
    owner === 'self' || scopeOfName(field) === 'class' ? keyInMethod(program, info, field) : keyInLabel(field);
  return { writes: new KeySet(used.map(keyOf)), otherWrites: new KeySet(others.map(keyOf)) };
}

/** Collects the effects of one body; lives only during the traversal. */
class Collector {
  private readonly own = new KeySet<HeapKey>();
  private readonly others = new KeySet<EffectKey>();
  private readonly ownWrites = new KeySet<EffectKey>();
  private readonly otherWrites = new KeySet<EffectKey>();
  private readsAll = false;
  private writesAll = false;
  private deterministic = true;
  private loops = false;
  private freezes = false;

  constructor(
    private readonly input: VcgenInput,
    private readonly info: MethodInfo,
    private readonly stack: readonly MethodKey[],
    /** Locals that hold only objects allocated by this code: writing these changes no existing object. */
    private readonly made: ReadonlySet<string> = new Set(),
  ) {}

  effects(): Effects {
    return {
      reads: this.readsAll ? 'everything' : { own: this.own, others: this.others },
      writes: this.writesAll ? 'everything' : new KeySet([...this.ownWrites, ...this.otherWrites]),
      otherWrites: this.otherWrites,
      deterministic: this.deterministic,
      loops: this.loops,
      freezes: this.freezes,
    };
  }

  see(expr: Expr): void {
    switch (expr.kind) {
      case 'var':
        if (expr.scope === 'instance') this.own.add(this.fieldKey(expr.name));
        else if (expr.scope !== 'local') this.others.add(this.key(expr.name));
        return;
      case 'assign':
        if (expr.target.kind === 'const') this.everything();
        else if (expr.target.scope === 'instance' && !this.info.singleton)
          this.ownWrites.add(fieldKey(expr.target.name));
        else if (expr.target.scope !== 'local') this.otherWrites.add(this.key(expr.target.name));
        return;
      case 'multiAssign':
        if (/"scope":"(instance|class|global)"|"kind":"call"/.test(toJson(expr.targets))) this.everything();
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

  /** `"#{x}"` calls x's own `to_s`, or `inspect` of its elements. */
  private interpolated(expr: Interpolate): void {
    const run = expr.as === 'command' ? null : implicitCallTargets(this.input, this.info, expr.parts, 'to_s', SHOWN_BY);
    if (run === null) this.everything();
    else this.others.add(ALL_CONTENTS);
    for (const each of run ?? []) this.add(ofMethod(this.input, each, this.stack), false, false);
  }

  private key(name: string): EffectKey {
    return keyInMethod(this.input.program, this.info, name);
  }

  private fieldKey(name: string): HeapKey {
    return this.info.singleton ? sharedKey(this.input.program, this.info.owner, name) : fieldKey(name);
  }

  private everything(): void {
    this.readsAll = true;
    this.writesAll = true;
    this.deterministic = false;
    this.loops = true;
  }

  private call(call: Call): void {
    const sent =
      this.isOwn(call) || methodsNamed(this.input.program, call.method).length > 0
        ? null
        : sentCall(this.input.program, call);
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
    if (call.block?.type === 'pass') this.everything();
    if (this.writesAll && this.readsAll) return;
    const onSelf = call.receiver === null || call.receiver.kind === 'self';
    for (const user of direct) this.add(ofMethod(this.input, user, this.stack), onSelf, user.name === 'initialize');
  }

  /** `new` of a library class has the effects of that class's `initialize`. */
  private libraryConstructor({ receiver }: Call): void {
    const { program } = this.input;
    const type = receiver && this.input.typedOf(this.info.key)?.types.get(receiver);
    const found = type?.kind === 'classOf' ? findMethod(program, type.name, 'initialize') : null;
    if (!found || found.origin === 'workspace' || found.owner === 'BasicObject') return;
    const { repeats } = found.facts ?? { repeats: null };
    this.add({ ...ofLabels(program, found), deterministic: repeats !== null }, false, true);
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
    if (!target || target.dynamic || target.candidates.length === 0) return coreMethodsMeant(program, call.method);
    const infos = target.candidates.map(({ method }) => (method === null ? null : methodByKey(program, method)));
    return infos.filter(each => each?.origin !== 'workspace');
  }

  private hasTarget(call: Call): boolean {
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    return !!target && !target.dynamic && target.candidates.length > 0;
  }

  private libraryMethod(info: MethodInfo, call: Call): boolean {
    const { facts, name, owner } = info;
    if (facts?.runsReceiver || facts?.reflects) return false;
    const labelled = isLabelled(info);
    if (!labelled && !onlyRunsGivenCode(this.input.program, info)) return false;
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
      false,
      false,
    );
    for (const each of this.inside(call, namesCalledBy(info)))
      this.add(ofMethod(this.input, each, this.stack), false, false);
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
    const given = call.args.map(arg => (arg.type === 'positional' || arg.type === 'keyword' ? arg.value : null));
    const fromBlock = call.block?.type === 'block' ? [call.block.block.body] : [];
    const on = call.receiver ?? (isFunction(call, this.info, this.input.program) ? [] : [null]);
    return implicitCallTargets(this.input, this.info, [on, given, fromBlock].flat(), call.method, names);
  }

  /** Whether the program's own method of that name runs, and no other. */
  private isOwn(call: Call): boolean {
    const { program } = this.input;
    if (call.receiver === null) return findMethod(program, this.info.owner, call.method)?.origin === 'workspace';
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    if (!target || target.dynamic || target.candidates.length === 0) return false;
    return target.candidates.every(each => each.method && methodByKey(program, each.method)?.origin === 'workspace');
  }

  private add(found: Effects, onSelf: boolean, constructs: boolean): void {
    if (found.reads === 'everything') this.readsAll = true;
    else {
      for (const field of found.reads.own) (onSelf ? this.own : this.others).add(field);
      for (const key of found.reads.others) this.others.add(key);
    }
    if (found.writes === 'everything') this.writesAll = true;
    else {
      for (const key of found.otherWrites) this.otherWrites.add(key);
      const own = [...found.writes].filter(key => !found.otherWrites.has(key));
      if (!constructs) for (const key of own) (onSelf ? this.ownWrites : this.otherWrites).add(key);
    }
    if (!found.deterministic) this.deterministic = false;
    if (found.freezes) this.freezes = true;
    if (found.loops) this.loops = true;
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

const SHOWN_BY = ['to_s', 'inspect', 'method_missing', 'respond_to_missing?'];

/** Every method of this name in the workspace, in any class. */
function methodsNamed(program: Program, name: string): readonly MethodInfo[] {
  return workspaceMethods(program, name);
}
