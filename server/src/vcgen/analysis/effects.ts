/**
 * What a method may read and write, transitively, computed from the visible bodies. Calls are resolved by name alone
 * (every method of that name in the workspace), so the result is an over-approximation: `everything` if something is
 * unknown.
 */
import { coversHeldContents } from '../../program/heldContents';
import { isLabelled } from '../../program/libraryFacts';
import { findMethod, methodByKey } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { sentCall } from '../../program/sentCall';
import { workspaceMethods } from '../../program/workspace';
import { toJson } from '../../ril/parts';
import type { Call, Expr, Interpolate } from '../../ril/ril';
import type { FrameEntry } from '../../types/annotation';
import type { Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { Run, VcgenInput } from '../state/context';
import { ALL_CONTENTS, type EffectKey, fieldKey, type HeapKey, memberKey } from '../state/heapKey';
import { KeySet, type ReadonlyKeySet } from '../state/keyedMap';
import { classNameOf, representationOf, unionMembers } from '../state/representation';
import { callTargetsOf, implicitCallTargets } from './callTargets';
import { usedEntries } from './frameEntries';
import { IMPLICIT_CALL_NAMES } from './implicitCallNames';
import { LIBRARY_EFFECTS } from './libraryEffects';
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

/** Library methods that run the code passed to them; the program may define its own of the same name. */
const RUNS_CODE: ReadonlySet<string> = new Set([
  ...['call', 'yield', 'send', '__send__', 'public_send', 'then', 'yield_self', 'tap', 'method', 'curry'],
  ...['instance_exec', 'instance_eval', 'class_exec', 'class_eval', 'module_exec', 'module_eval', 'eval', 'bind_call'],
  ...['define_method', 'define_singleton_method', 'next', 'resume', 'value', 'start', 'force'],
]);

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
    if (this.isOfPlainValue(call)) return;
    if (call.method === 'freeze' || passesFreeze(call)) this.freezes = true;
    const isRun = RUNS_CODE.has(call.method) && !this.isOwn(call) && !runsItsBlock(call);
    if (isRun || call.block?.type === 'pass') {
      this.everything();
      return;
    }
    const name = call.method === 'new' ? 'initialize' : call.method;
    const meant = callTargetsOf(this.input, this.info, call);
    const direct = meant ?? methodsNamed(this.input.program, name);
    const core = this.mayRunProc(call) ? undefined : LIBRARY_EFFECTS[call.method];
    const isOwn = meant !== null && meant.length > 0 && this.isOwn(call);
    if (core === undefined && call.method !== 'new' && !isOwn && !this.library(call, direct.length > 0)) {
      this.everything();
      return;
    }
    if (core && !isOwn) this.core(core, call);
    if (call.method === 'new') this.libraryConstructor(call);
    const onSelf = call.receiver === null || call.receiver.kind === 'self';
    for (const user of [...direct, ...(isOwn ? [] : this.inside(call, impliedBy(call.method)))])
      this.add(ofMethod(this.input, user, this.stack), onSelf, user.name === 'initialize');
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

  /** Adds the effects that the library declares for a method outside our table; false: it declares none. */
  private library(call: Call, hasOwn: boolean): boolean {
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    if (!target || target.dynamic || target.candidates.length === 0) return hasOwn;
    const infos = target.candidates.map(each =>
      each.method === null ? null : methodByKey(this.input.program, each.method),
    );
    const others = infos.filter(each => each?.origin !== 'workspace');
    const labelled = others.filter((each): each is MethodInfo => !!each?.signature && isLabelled(each));
    const calledBack = this.insideByType(call, IMPLICIT_CALL_NAMES);
    if (labelled.length < others.length || (others.length > 0 && calledBack === null)) return false;
    for (const each of labelled) this.add(ofLibrary(this.input.program, each), false, false);
    for (const each of calledBack ?? []) this.add(ofMethod(this.input, each, this.stack), false, false);
    if (call.block && others.length > 0) this.loops = true;
    return true;
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

  /** `f[1]`, `f === x`: a call that looks like element access may call a proc. */
  private mayRunProc(call: Call): boolean {
    if (call.method !== '[]' && call.method !== '===') return false;
    const type = call.receiver && this.input.typedOf(this.info.key)?.types.get(call.receiver);
    return (
      !!type &&
      unionMembers(type).some(member => representationOf(member) === 'proc' || classNameOf(member) === 'Method')
    );
  }

  /** Whether the program's own method of that name runs, and no other. */
  private isOwn(call: Call): boolean {
    const { program } = this.input;
    if (call.receiver === null) return findMethod(program, this.info.owner, call.method)?.origin === 'workspace';
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    if (!target || target.dynamic || target.candidates.length === 0) return false;
    return target.candidates.every(each => each.method && methodByKey(program, each.method)?.origin === 'workspace');
  }

  /** `x + 1`, `s == :a`: a core method on a plain value reads and writes nothing, unless the program redefines it. */
  private isOfPlainValue(call: Call): boolean {
    const type = call.receiver && this.input.typedOf(this.info.key)?.types.get(call.receiver);
    if (!type || LIBRARY_EFFECTS[call.method] === undefined || call.block) return false;
    const plain = unionMembers(type).every(member =>
      ['int', 'real', 'rat', 'bool', 'sym', 'nil'].includes(representationOf(member)),
    );
    return plain && unionMembers(type).every(member => !isRedefined(this.input.program, member, call.method));
  }

  private core(effect: 'pure' | 'reads' | 'writes' | 'iterates', { receiver }: Call): void {
    if (effect !== 'pure') this.others.add(ALL_CONTENTS);
    const isMadeHere = receiver?.kind === 'var' && receiver.scope === 'local' && this.made.has(receiver.name);
    if (effect === 'writes' && !isMadeHere) this.otherWrites.add(ALL_CONTENTS);
    if (effect === 'iterates') this.loops = true;
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

/** User-defined methods that core methods call: Enumerable's `each`, Comparable's `<=>`, `==` of elements. */
function impliedBy(method: string): readonly string[] {
  if (
    LIBRARY_EFFECTS[method] === 'iterates' ||
    ['first', 'to_a', 'min', 'max', 'include?', 'sort!', 'sort_by!'].includes(method)
  )
    return ['each', '==', '<=>'];
  if (['<', '<=', '>', '>=', 'between?', 'clamp'].includes(method)) return ['<=>'];
  return ['!=', '===', 'eql?', 'index', 'delete'].includes(method) ? ['==', '<=>'] : method === '==' ? ['<=>'] : [];
}

function isRedefined(program: Program, type: Type, method: string): boolean {
  const className =
    classNameOf(type) ?? (type.kind === 'nil' ? 'NilClass' : type.kind === 'bool' ? 'TrueClass' : 'Integer');
  return findMethod(program, className, method)?.origin === 'workspace';
}

/** `tap` runs only its literal block, which is traversed separately. */
function runsItsBlock({ method, block, args }: Call): boolean {
  return GIVES_RECEIVER.has(method) && block?.type === 'block' && args.length === 0;
}

const GIVES_RECEIVER: ReadonlySet<string> = new Set(['tap', 'then', 'yield_self']);

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

/** A library method reads beyond its arguments' contents only through their own methods, which are analysed. */
function ofLibrary(program: Program, info: MethodInfo): Effects {
  const found = ofLabels(program, info);
  return info.signature?.labels.pure ? { ...found, reads: { own: NONE, others: new KeySet([ALL_CONTENTS]) } } : found;
}

/** Every method of this name in the workspace, in any class. */
function methodsNamed(program: Program, name: string): readonly MethodInfo[] {
  return workspaceMethods(program, name);
}
