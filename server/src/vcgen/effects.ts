/**
 * What a method may read and write, transitively, read off the bodies in sight. Calls are resolved by name alone (every
 * method of that name in the workspace), so the answer is an over-approximation: `everything` where something is unknown.
 */
import { classVariableOwner, findMethod, methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import type { Call, Expr } from '../ril/ril';
import type { FrameEntry } from '../types/annotation';
import type { Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import type { Run, VcgenInput } from './context';
import { CORE_EFFECTS } from './core/effects';
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
  const collected = new Collector(input, info, inner);
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
      case 'interpolate':
        this.everything();
        return;
      default:
        return;
    }
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
    const name = call.method === 'new' ? 'initialize' : call.method;
    if (this.isOfPlainValue(call)) return;
    if (call.method === 'freeze' || passesFreeze(call)) this.freezes = true;
    const users = [name, ...impliedBy(call.method)].flatMap(each => named(this.input.program, each));
    const core = this.mayRunProc(call) ? undefined : CORE_EFFECTS[call.method];
    if (RUNS_CODE.has(call.method) && !this.isOwn(call) && !runsItsBlock(call)) {
      this.everything();
      return;
    }
    const unknown = users.length === 0 && core === undefined && call.method !== 'new';
    if (unknown || call.block?.type === 'pass') {
      this.everything();
      return;
    }
    if (core) this.core(core);
    const onSelf = call.receiver === null || call.receiver.kind === 'self';
    for (const user of users) this.add(ofMethod(this.input, user, this.stack), onSelf, name === 'initialize');
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

  private core(effect: 'pure' | 'reads' | 'writes' | 'iterates'): void {
    if (effect !== 'pure') this.others.add('contents');
    if (effect === 'writes') this.otherWrites.add('contents');
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

/** Every method of this name in the workspace, in any class. */
function named(program: Program, name: string): readonly MethodInfo[] {
  return workspaceMethods(program, name);
}
