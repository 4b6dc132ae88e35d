/**
 * What a method may read and write, transitively, computed from the visible bodies: `everything` if something is unknown. Each
 * method is looked at once; methods that call each other have the least effects that satisfy all of their bodies.
 */
import { methodByKey } from '../../program/lookup';
import { memoOfPart, PartMemoKey } from '../../program/memos';
import type { MethodInfo } from '../../program/program';
import type { Expr } from '../../ril/ril';
import type { MethodKey } from '../../types/typedMethod';
import type { Run, VcgenInput } from '../state/context';
import { type BodyEffects, bodyEffects } from './bodyEffects';
import { type Effects, EVERYTHING, NOTHING, ofLabels, ofSynthetic, withLabels } from './declaredEffects';
import { EffectSum } from './effectSum';
import { findLocallyAllocated } from './locallyAllocated';

const EFFECTS = new PartMemoKey<VcgenInput, TransitiveEffects>();

export function effectsOf(run: Run, key: MethodKey): Effects {
  const info = methodByKey(run.input.program, key);
  return info ? allEffects(run).of(info) : EVERYTHING;
}

/** The effects of a part of a method's body. */
export function effectsOfCode(run: Run, info: MethodInfo, code: Expr): Effects {
  return allEffects(run).ofBody(bodyEffects(run.input, info, [code]));
}

/** A body without loops and recursion terminates; a method without a body is trusted to. */
export function isKnownToTerminate(run: Run, info: MethodInfo): boolean {
  return !info.definition || !allEffects(run).of(info).loops;
}

/** What the body visibly writes, whatever the labels of the method say. */
export function writesOfBody(run: Run, info: MethodInfo): Effects['writes'] {
  return info.definition ? allEffects(run).ofBody(bodyOf(run.input, info, info.definition)).writes : 'everything';
}

function allEffects({ input }: Run): TransitiveEffects {
  return memoOfPart(input.program, EFFECTS, input, () => new TransitiveEffects(input));
}

function bodyOf(input: VcgenInput, info: MethodInfo, definition: NonNullable<MethodInfo['definition']>): BodyEffects {
  const defaults = definition.params.flatMap(param => param.default ?? []);
  return bodyEffects(input, info, [...defaults, definition.body()], findLocallyAllocated(definition));
}

/** Calls inside each other that are followed; a method beyond that may do anything. */
const DEEPEST = 500;
const UNKNOWN_BODY: BodyEffects = { own: EVERYTHING, calls: [] };

/** A method whose body is followed. */
interface Node {
  readonly info: MethodInfo;
  readonly body: BodyEffects;
  effects: Effects;
  /** The order in which methods were found, and the first of these that this one leads back to. */
  readonly index: number;
  low: number;
  isOpen: boolean;
}

/** Tarjan's strongly connected components; a component is solved when it is complete. */
class TransitiveEffects {
  private readonly nodes = new Map<MethodKey, Node>();
  private readonly open: Node[] = [];

  constructor(private readonly input: VcgenInput) {}

  of(info: MethodInfo): Effects {
    if (info.synthetic) return ofSynthetic(info);
    if (!info.definition) return ofLabels(this.input.program, info);
    return (this.nodes.get(info.key) ?? this.visit(info, info.definition)).effects;
  }

  ofBody({ own, calls }: BodyEffects): Effects {
    const sum = sumOf(own);
    for (const call of calls) {
      if (sum.isEverything) break;
      sum.add(this.of(call.callee), call);
    }
    return sum.effects();
  }

  private visit(info: MethodInfo, definition: NonNullable<MethodInfo['definition']>): Node {
    const isTooDeep = this.open.length >= DEEPEST;
    const body = isTooDeep ? UNKNOWN_BODY : bodyOf(this.input, info, definition);
    const index = this.nodes.size;
    const node: Node = { info, body, effects: NOTHING, index, low: index, isOpen: true };
    this.nodes.set(info.key, node);
    this.open.push(node);
    for (const { callee } of sumOf(body.own).isEverything ? [] : body.calls) this.follow(node, callee);
    if (node.low === index) this.close(node);
    return node;
  }

  private follow(from: Node, callee: MethodInfo): void {
    if (!callee.definition || callee.synthetic) return;
    const to = this.nodes.get(callee.key) ?? this.visit(callee, callee.definition);
    if (to.isOpen) from.low = Math.min(from.low, to.low);
  }

  /** Solves the component that begins with the node. Each of its methods may lead back to itself. */
  private close(first: Node): void {
    const members = this.open.splice(this.open.indexOf(first));
    const isCycle = members.length > 1 || first.body.calls.some(({ callee }) => callee.key === first.info.key);
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const node of members) {
        const now = this.evaluate(node, isCycle);
        isChanged ||= isCycle && print(now) !== print(node.effects);
        node.effects = now;
      }
    }
    for (const node of members) node.isOpen = false;
  }

  private evaluate({ info, body }: Node, isCycle: boolean): Effects {
    const found = this.ofBody(body);
    return withLabels(this.input.program, info, isCycle ? { ...found, loops: true } : found);
  }
}

function sumOf(own: Effects): EffectSum {
  const sum = new EffectSum();
  sum.add(own, { onSelf: true, constructs: false });
  return sum;
}

/** Equal for equal effects. */
function print({ reads, writes, otherWrites, deterministic, loops, freezes }: Effects): string {
  const ids = (keys: Iterable<{ readonly id: string }>): string[] => [...keys].map(({ id }) => id).sort();
  const read = reads === 'everything' ? reads : [ids(reads.own), ids(reads.others)];
  return JSON.stringify([
    read,
    writes === 'everything' ? writes : ids(writes),
    ids(otherWrites),
    deterministic,
    loops,
    freezes,
  ]);
}
