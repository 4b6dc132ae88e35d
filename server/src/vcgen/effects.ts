/**
 * What a method may read and write, transitively, read off the bodies in sight. Calls are resolved by name alone (every
 * method of that name in the workspace), so the answer is an over-approximation: `everything` where something is unknown.
 */
import { classVariableOwner, findMethod, methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import type { Call, Expr, Interpolate } from '../ril/ril';
import { sentCall } from '../ril/sentCall';
import type { FrameEntry } from '../types/annotation';
import type { Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import { CALLED_BACK } from './calledBack';
import type { Run, VcgenInput } from './context';
import { CORE_EFFECTS } from './core/effects';
import { madeLocals } from './madeLocals';
import { meantBy, meantInside } from './meantMethods';
import { classNameOf, members, shapeOf } from './shape';
import { memberKey } from './structs';
import { eachExpr } from './writes';

/** Fields of self (`own`) and maps read on any object (`others`: `@f`, `contents`, `$g`, `C@@c`). */
export type Reads = 'everything' | { readonly own: ReadonlySet<string>; readonly others: ReadonlySet<string> };

export interface Effects {
  readonly reads: Reads;
  readonly writes: 'everything' | ReadonlySet<string>;
  /** Those of the writes that may hit other objects than self. */
  readonly otherWrites: ReadonlySet<string>;
  readonly deterministic: boolean;
  readonly loops: boolean;
  /** It, or what it calls, freezes something in sight. */
  readonly freezes: boolean;
}

const NONE: ReadonlySet<string> = new Set();
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

/** What a piece of a method's body may do. */
export function effectsOfCode(run: Run, info: MethodInfo, code: Expr): Effects {
  const collected = new Collector(run.input, info, [info.key]);
  eachExpr(code, expr => collected.see(expr));
  return collected.effects();
}

/** A body without loops and without recursion plainly ends; a method without a body is taken at its word. */
export function terminates(run: Run, info: MethodInfo): boolean {
  return !info.definition || !ofMethod(run.input, info, []).loops;
}

function ofMethod(input: VcgenInput, info: MethodInfo, stack: readonly MethodKey[]): Effects {
  if (stack.includes(info.key)) return { ...NOTHING, loops: true };
  if (info.synthetic) return ofSynthetic(info);
  if (!info.definition) return ofLabels(input.program, info);
  const inner = [...stack, info.key];
  const collected = new Collector(input, info, inner, madeLocals(info.definition));
  for (const param of info.definition.params) if (param.default) eachExpr(param.default, expr => collected.see(expr));
  eachExpr(info.definition.body, expr => collected.see(expr));
  return withLabels(input.program, info, collected.effects());
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
    return { ...NOTHING, reads: { own: new Set([synthetic.field]), others: new Set() } };
  if (synthetic?.type === 'attributeWriter') return { ...NOTHING, writes: new Set([synthetic.field]) };
  if (synthetic?.type === 'structReader')
    return { ...NOTHING, reads: { own: new Set([memberKey(synthetic.member)]), others: new Set() } };
  if (synthetic?.type === 'structWriter') return { ...NOTHING, writes: new Set([memberKey(synthetic.member)]) };
  return EVERYTHING;
}

function ofLabels(program: Program, info: MethodInfo): Effects {
  const labels = info.signature?.labels;
  if (labels?.pure) return { ...NOTHING, reads: 'everything' };
  if (labels?.modifies)
    return { ...NOTHING, reads: 'everything', ...frameOf(program, info, labels.modifies), deterministic: false };
  return { ...EVERYTHING, loops: false };
}

/** A label limits the writes; it is checked where the method itself is verified. */
function withLabels(program: Program, info: MethodInfo, found: Effects): Effects {
  const labels = info.signature?.labels;
  if (labels?.pure) return { ...found, writes: NONE, otherWrites: NONE, deterministic: true };
  return labels?.modifies ? { ...found, ...frameOf(program, info, labels.modifies) } : found;
}

function frameOf(
  program: Program,
  info: MethodInfo,
  entries: readonly FrameEntry[],
): Pick<Effects, 'writes' | 'otherWrites'> {
  const others = entries.filter(entry => entry.owner !== 'self');
  const keyOf = ({ owner, field }: FrameEntry): string =>
    owner === 'self' || field.startsWith('@@') ? keyIn(program, info, field) : field;
  return { writes: new Set(entries.map(keyOf)), otherWrites: new Set(others.map(keyOf)) };
}

/** The heap's key of a variable as this method means it. */
function keyIn(program: Program, info: MethodInfo, name: string): string {
  if (name.startsWith('@@')) return `${classVariableOwner(program, info.owner, name)}${name}`;
  return name.startsWith('@') && info.singleton ? `${info.owner}.${name}` : name;
}

/** Methods of the library that run code they are given; the program may have its own of the same name. */
const RUNS_CODE: ReadonlySet<string> = new Set([
  ...['call', '()', 'yield', 'send', '__send__', 'public_send', 'then', 'yield_self', 'tap', 'method', 'curry'],
  ...['instance_exec', 'instance_eval', 'class_exec', 'class_eval', 'module_exec', 'module_eval', 'eval', 'bind_call'],
  ...['define_method', 'define_singleton_method', 'next', 'resume', 'value', 'start', 'force'],
]);

/** Gathers over one body; has identity only while the walk lasts. */
class Collector {
  private readonly own = new Set<string>();
  private readonly others = new Set<string>();
  private readonly ownWrites = new Set<string>();
  private readonly otherWrites = new Set<string>();
  private readsAll = false;
  private writesAll = false;
  private deterministic = true;
  private loops = false;
  private freezes = false;

  constructor(
    private readonly input: VcgenInput,
    private readonly info: MethodInfo,
    private readonly stack: readonly MethodKey[],
    /** Locals that hold only what this code itself makes: writing that changes nothing that was there before. */
    private readonly made: ReadonlySet<string> = NONE,
  ) {}

  effects(): Effects {
    return {
      reads: this.readsAll ? 'everything' : { own: this.own, others: this.others },
      writes: this.writesAll ? 'everything' : new Set([...this.ownWrites, ...this.otherWrites]),
      otherWrites: this.otherWrites,
      deterministic: this.deterministic,
      loops: this.loops,
      freezes: this.freezes,
    };
  }

  see(expr: Expr): void {
    switch (expr.kind) {
      case 'var':
        if (expr.scope === 'instance') this.own.add(this.key(expr.name));
        else if (expr.scope !== 'local') this.others.add(this.key(expr.name));
        return;
      case 'assign':
        if (expr.target.kind === 'const') this.everything();
        else if (expr.target.scope === 'instance' && !this.info.singleton) this.ownWrites.add(expr.target.name);
        else if (expr.target.scope !== 'local') this.otherWrites.add(this.key(expr.target.name));
        return;
      case 'multiAssign':
        if (/"scope":"(instance|class|global)"|"kind":"call"/.test(JSON.stringify(expr.targets))) this.everything();
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

  /** `"#{x}"` runs x's own `to_s`, or `inspect` of what x holds. */
  private interpolated(expr: Interpolate): void {
    const run = expr.as === 'command' ? null : meantInside(this.input, this.info, expr.parts, 'to_s', SHOWN_BY);
    if (run === null) this.everything();
    else this.others.add('contents');
    for (const each of run ?? []) this.add(ofMethod(this.input, each, this.stack), false, false);
  }

  private key(name: string): string {
    return keyIn(this.input.program, this.info, name);
  }

  private everything(): void {
    this.readsAll = true;
    this.writesAll = true;
    this.deterministic = false;
    this.loops = true;
  }

  private call(call: Call): void {
    const sent = this.isOwn(call) || named(this.input.program, call.method).length > 0 ? null : sentCall(call);
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
    const meant = meantBy(this.input, this.info, call);
    const direct = meant ?? named(this.input.program, name);
    const core = this.mayRunProc(call) ? undefined : CORE_EFFECTS[call.method];
    const isOwn = meant !== null && meant.length > 0 && this.isOwn(call);
    if (core === undefined && call.method !== 'new' && !isOwn && !this.library(call, direct.length > 0)) {
      this.everything();
      return;
    }
    if (core && !isOwn) this.core(core, call);
    const onSelf = call.receiver === null || call.receiver.kind === 'self';
    for (const user of [...direct, ...(isOwn ? [] : this.inside(call, impliedBy(call.method)))])
      this.add(ofMethod(this.input, user, this.stack), onSelf, user.name === 'initialize');
  }

  /** What the library says of a method that has no row among ours; false: nothing. */
  private library(call: Call, hasOwn: boolean): boolean {
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    if (!target || target.dynamic || target.candidates.length === 0) return hasOwn;
    const infos = target.candidates.map(each =>
      each.method === null ? null : methodByKey(this.input.program, each.method),
    );
    const others = infos.filter(each => each?.origin !== 'workspace');
    const labelled = others.filter((each): each is MethodInfo => !!each?.signature && isLabelled(each));
    const calledBack = this.insideByType(call, CALLED_BACK);
    if (labelled.length < others.length || (others.length > 0 && calledBack === null)) return false;
    for (const each of labelled) this.add(ofLibrary(this.input.program, each), false, false);
    for (const each of calledBack ?? []) this.add(ofMethod(this.input, each, this.stack), false, false);
    if (call.block && others.length > 0) this.loops = true;
    return true;
  }

  /** Methods of these names of what the call has in hands; all of that name where nobody knows what that is. */
  private inside(call: Call, names: readonly string[]): readonly MethodInfo[] {
    return this.insideByType(call, names) ?? names.flatMap(each => named(this.input.program, each));
  }

  private insideByType(call: Call, names: readonly string[]): readonly MethodInfo[] | null {
    const given = call.args.map(arg => (arg.type === 'positional' || arg.type === 'keyword' ? arg.value : null));
    const fromBlock = call.block?.type === 'block' ? [call.block.block.body] : [];
    const on = call.receiver ?? (isFunction(call, this.info, this.input.program) ? [] : [null]);
    return meantInside(this.input, this.info, [on, given, fromBlock].flat(), call.method, names);
  }

  /** `f[1]`, `f === x`: what looks like reading a container runs a proc. */
  private mayRunProc(call: Call): boolean {
    if (call.method !== '[]' && call.method !== '===') return false;
    const type = call.receiver && this.input.typedOf(this.info.key)?.types.get(call.receiver);
    return !!type && members(type).some(member => shapeOf(member) === 'proc' || classNameOf(member) === 'Method');
  }

  /** The program's own method of that name runs, and no other. */
  private isOwn(call: Call): boolean {
    const { program } = this.input;
    if (call.receiver === null) return findMethod(program, this.info.owner, call.method)?.origin === 'workspace';
    const target = this.input.typedOf(this.info.key)?.calls.get(call);
    if (!target || target.dynamic || target.candidates.length === 0) return false;
    return target.candidates.every(each => each.method && methodByKey(program, each.method)?.origin === 'workspace');
  }

  /** `x + 1`, `s == :a`: a core method on a plain value reads and writes nothing, unless the program has its own. */
  private isOfPlainValue(call: Call): boolean {
    const type = call.receiver && this.input.typedOf(this.info.key)?.types.get(call.receiver);
    if (!type || CORE_EFFECTS[call.method] === undefined || call.block) return false;
    const plain = members(type).every(member => ['int', 'real', 'rat', 'bool', 'sym', 'nil'].includes(shapeOf(member)));
    return plain && members(type).every(member => !isRedefined(this.input.program, member, call.method));
  }

  private core(effect: 'pure' | 'reads' | 'writes' | 'iterates', { receiver }: Call): void {
    if (effect !== 'pure') this.others.add('contents');
    const isMadeHere = receiver?.kind === 'var' && receiver.scope === 'local' && this.made.has(receiver.name);
    if (effect === 'writes' && !isMadeHere) this.otherWrites.add('contents');
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

/** Methods of one's own that core methods call in turn: Enumerable's `each`, Comparable's `<=>`, `==` of elements. */
function impliedBy(method: string): readonly string[] {
  if (
    CORE_EFFECTS[method] === 'iterates' ||
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

/** All that `tap` runs is the block that is written there, which is walked itself. */
function runsItsBlock({ method, block, args }: Call): boolean {
  return GIVES_RECEIVER.has(method) && block?.type === 'block' && args.length === 0;
}

const GIVES_RECEIVER: ReadonlySet<string> = new Set(['tap', 'then', 'yield_self']);

/** `each(&:freeze)` */
function passesFreeze({ block }: Call): boolean {
  const passed = block?.type === 'pass' ? block.value : null;
  return passed?.kind === 'lit' && passed.value.type === 'symbol' && passed.value.value === 'freeze';
}

/** `format(…)`: it has nothing to do with self. */
function isFunction(call: Call, info: MethodInfo, program: Program): boolean {
  return call.receiver === null && findMethod(program, info.owner, call.method)?.owner === 'Kernel';
}

const SHOWN_BY = ['to_s', 'inspect', 'method_missing', 'respond_to_missing?'];

function isLabelled({ signature }: MethodInfo): boolean {
  return !!signature && (signature.labels.pure || signature.labels.modifies !== null);
}

/** What a library method reads beyond its arguments' contents it does by their own methods, which are looked at. */
function ofLibrary(program: Program, info: MethodInfo): Effects {
  const found = ofLabels(program, info);
  return info.signature?.labels.pure ? { ...found, reads: { own: NONE, others: new Set(['contents']) } } : found;
}

/** Every method of this name in the workspace, in any class. */
function named(program: Program, name: string): readonly MethodInfo[] {
  return workspaceMethods(program, name);
}
