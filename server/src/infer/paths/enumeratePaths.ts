/**
 * RIL + recorded branches -> the paths through a method. Iterations of loops and blocks are joined: each path through
 * one iteration counts once. Paths that contradict themselves are left out.
 */
import type { BranchOutcome } from '../../ril/branchOutcomes';
import type { Expr, Param, Rescue, While } from '../../ril/ril';
import { children, walk } from '../../ril/walk';
import type { Branches } from './branches';

/** One path through the code outside of loops and blocks. */
export interface ExecutionPath {
  readonly bits: bigint;
  /** It ends here: by a `return`, or without a result. */
  readonly end: 'return' | 'raise' | 'jump' | null;
  /** The truth of the last value, where the way decides it. */
  readonly truth: boolean | null;
  /** Conditions that cannot change, and how they came out. */
  readonly decided: ReadonlyMap<string, boolean>;
}

export interface ExecutionPaths {
  readonly ways: readonly ExecutionPath[];
  /** A bit for each path through one iteration of a loop or block. */
  readonly loopPaths: readonly bigint[];
  /** The bits of branches outside of loops and blocks: a path is a way if it agrees there. */
  readonly mask: bigint;
  /** False: some branch was not recorded, or its paths cannot be distinguished. */
  readonly exact: boolean;
}

export interface EnumerateInput {
  readonly params: readonly Param[];
  readonly branches: Branches;
  /** Bits of default values: used, not used. */
  readonly defaults: readonly { readonly used: bigint; readonly given: bigint }[];
  readonly neverReturns: (expr: Expr) => boolean;
  /** An outcome that types exclude. */
  readonly never: (expr: Expr) => BranchOutcome | null;
}

const MOST_WAYS = 64;

class TooMany extends Error {}

/** Null: there are too many to list. */
export function enumeratePaths(body: Expr, input: EnumerateInput): ExecutionPaths | null {
  const state = new Enumeration(input, findStable(body, input.params));
  try {
    const starts = input.defaults.reduce<readonly ExecutionPath[]>(
      (ways, { used, given }) => ways.flatMap(way => [add(way, used), add(way, given)]),
      [START],
    );
    const ways = state.after(starts, body);
    return { ways: distinct(ways), loopPaths: state.loopPaths, mask: state.mask | maskOf(starts), exact: state.exact };
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
}

const START: ExecutionPath = { bits: 0n, end: null, truth: null, decided: new Map() };

function add(way: ExecutionPath, bits: bigint): ExecutionPath {
  return { ...way, bits: way.bits | bits };
}

function maskOf(ways: readonly ExecutionPath[]): bigint {
  return ways.reduce((mask, { bits }) => mask | bits, 0n);
}

function distinct(ways: readonly ExecutionPath[]): readonly ExecutionPath[] {
  const found = new Map<string, ExecutionPath>();
  for (const way of ways) {
    const key = `${way.bits} ${way.end === 'raise'}`;
    if (!found.has(key)) found.set(key, way);
  }
  return [...found.values()];
}

/** Parameters that nothing assigns: a test of one has the same outcome everywhere. */
function findStable(body: Expr, params: readonly Param[]): ReadonlySet<string> {
  const names = new Set(params.flatMap(({ name }) => name ?? []));
  walk(body, expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var') names.delete(expr.target.name);
    if (expr.kind === 'multiAssign' || expr.kind === 'opaque' || expr.kind === 'match') names.clear();
    return true;
  });
  return names;
}

class Enumeration {
  readonly loopPaths: bigint[] = [];
  mask = 0n;
  exact = true;

  constructor(
    private readonly input: EnumerateInput,
    private readonly stable: ReadonlySet<string>,
  ) {}

  /** Every way, continued by this expression. */
  after(ways: readonly ExecutionPath[], expr: Expr): readonly ExecutionPath[] {
    const live = ways.filter(({ end }) => end === null);
    const ended = ways.filter(({ end }) => end !== null);
    if (live.length === 0) return ways;
    const next = [...ended, ...this.extend(live, expr)];
    if (next.length > MOST_WAYS) throw new TooMany();
    return next;
  }

  private extend(ways: readonly ExecutionPath[], expr: Expr): readonly ExecutionPath[] {
    switch (expr.kind) {
      case 'if':
        return this.branch(ways, expr, expr.condition, expr.then, expr.else);
      case 'and':
        return this.branch(ways, expr, expr.left, expr.right, null);
      case 'or':
        return this.branch(ways, expr, expr.left, null, expr.right);
      case 'while':
        return this.loop(ways, expr);
      case 'rescue':
        return this.rescue(ways, expr);
      case 'jump': {
        const value = expr.value === null ? ways : this.after(ways, expr.value);
        const end = expr.jump === 'return' ? 'return' : 'jump';
        return value.map(way => (way.end === null ? { ...way, end } : way));
      }
      case 'lit': {
        const truth = expr.value.type !== 'nil' && expr.value.type !== 'false';
        return ways.map(way => ({ ...way, truth }));
      }
      case 'var':
        return ways.map(way => ({ ...way, truth: way.decided.get(expr.name) ?? null }));
      case 'lambda':
        this.repeat(expr.block.body);
        return unknown(ways);
      case 'opaque':
        this.exact = false;
        return unknown(ways);
      case 'defined':
      case 'define':
        return unknown(ways);
      case 'call':
        return this.call(ways, expr);
      default:
        return unknown(children(expr).reduce((all, child) => this.after(all, child), ways));
    }
  }

  private call(ways: readonly ExecutionPath[], expr: Extract<Expr, { kind: 'call' }>): readonly ExecutionPath[] {
    const { receiver, block } = expr;
    let now = receiver === null ? ways : this.after(ways, receiver);
    if (expr.method === '!' && expr.args.length === 0)
      return now.map(way => ({ ...way, truth: way.truth === null ? null : !way.truth }));
    const rest = (from: readonly ExecutionPath[]): readonly ExecutionPath[] => {
      const inBlock = block?.type === 'block' ? block.block : null;
      const args = children(expr).filter(child => child !== receiver && child !== inBlock?.body);
      return args.filter(child => !isDefaultOf(inBlock, child)).reduce((all, child) => this.after(all, child), from);
    };
    const safe = expr.safe ? this.input.branches.get(expr) : undefined;
    if (expr.safe && safe === undefined) this.exact = false;
    if (safe !== undefined) {
      this.mask |= safe.truthy | safe.falsy;
      const live = now.filter(({ end }) => end === null);
      const sent = rest(live.map(way => add(way, safe.truthy)));
      now = [...now.filter(({ end }) => end !== null), ...sent, ...live.map(way => add(way, safe.falsy))];
    } else now = rest(now);
    if (block?.type === 'block') now = this.afterBlock(now, expr, block.block.body);
    if (this.input.neverReturns(expr)) return now.map(way => (way.end === null ? { ...way, end: 'raise' } : way));
    return unknown(now);
  }

  /** `for` has a bit for its first iteration. */
  private afterBlock(ways: readonly ExecutionPath[], expr: Expr, body: Expr): readonly ExecutionPath[] {
    this.repeat(body);
    const loop = this.input.branches.get(expr)?.truthy ?? 0n;
    if (loop === 0n || (expr.kind === 'call' && expr.safe)) return ways;
    this.mask |= loop;
    return ways.flatMap(way => (way.end === null ? [way, add(way, loop)] : [way]));
  }

  /** `yes`, `no`: what follows if the condition is truthy or falsy; null: its value is the result. */
  private branch(
    ways: readonly ExecutionPath[],
    expr: Expr,
    condition: Expr,
    yes: Expr | null,
    no: Expr | null,
  ): readonly ExecutionPath[] {
    const reached = this.after(ways, condition);
    const bits = this.input.branches.get(expr);
    if (bits === undefined) return this.unrecorded(reached, condition, yes, no);
    this.mask |= bits.truthy | bits.falsy;
    const { never } = this.input;
    const take = (truth: boolean, next: Expr | null): readonly ExecutionPath[] => {
      if (never(expr) === (truth ? 'truthy' : 'falsy')) return [];
      const fitting = reached.filter(way => way.end === null && (way.truth === null || way.truth === truth));
      const bit = this.bitFor(expr, truth);
      const taken = fitting.map(way => ({ ...add(way, bit), truth, decided: this.decide(way, condition, truth) }));
      return next === null ? taken : this.after(taken, next);
    };
    return [...reached.filter(({ end }) => end !== null), ...take(true, yes), ...take(false, no)];
  }

  /** An arm of `case` fails without a bit of its own: the later arm, or `else`, has it. */
  private bitFor(expr: Expr, truth: boolean): bigint {
    const bits = this.input.branches.get(expr);
    if (bits === undefined) return 0n;
    if (truth) return bits.truthy;
    const next = expr.kind === 'if' ? this.input.branches.get(expr.else) : undefined;
    const isArm = expr.kind === 'if' && !isSingle(bits.falsy);
    const later = next === undefined ? 0n : next.truthy | next.falsy;
    return isArm || (next !== undefined && (later & bits.falsy) === bits.falsy) ? 0n : bits.falsy;
  }

  private decide(way: ExecutionPath, condition: Expr, truth: boolean): ExecutionPath['decided'] {
    if (condition.kind !== 'var' || !this.stable.has(condition.name)) return way.decided;
    return new Map([...way.decided, [condition.name, truth]]);
  }

  /** Values of a `when`, and conditions that are literals, are not branches of their own. */
  private unrecorded(
    reached: readonly ExecutionPath[],
    condition: Expr,
    yes: Expr | null,
    no: Expr | null,
  ): readonly ExecutionPath[] {
    const known = reached.every(way => way.end !== null || way.truth !== null);
    const isCase = isCaseTest(condition);
    if (!known && !isCase) this.exact = false;
    if (isCase) return unknown([yes, no].reduce((all, next) => (next === null ? all : this.after(all, next)), reached));
    const take = (truth: boolean, next: Expr | null): readonly ExecutionPath[] => {
      const fitting = reached.filter(way => way.end === null && (way.truth === null || way.truth === truth));
      return next === null ? fitting : this.after(fitting, next);
    };
    return [...reached.filter(({ end }) => end !== null), ...take(true, yes), ...take(false, no)];
  }

  private loop(ways: readonly ExecutionPath[], loop: While): readonly ExecutionPath[] {
    this.repeat(loop.condition);
    this.repeat(loop.body);
    const bits = this.input.branches.get(loop);
    if (bits === undefined) {
      if (loop.condition.kind !== 'lit') this.exact = false;
      return unknown(ways);
    }
    this.mask |= bits.truthy | bits.falsy;
    const exits = [bits.truthy | bits.falsy, ...(loop.bodyFirst ? [] : [bits.falsy])];
    if (hasBreak(loop.body)) exits.push(bits.truthy);
    return unknown(ways.flatMap(way => exits.map(bit => add(way, bit))));
  }

  /** A clause may be entered from anywhere in the body, so its branches are joined. */
  private rescue(ways: readonly ExecutionPath[], rescue: Rescue): readonly ExecutionPath[] {
    const before = this.mask;
    const normal = this.after(ways, rescue.body);
    const hasBranches = this.mask !== before;
    if (hasBranches) this.exact = false;
    const ended = rescue.else === null ? normal : this.after(normal, rescue.else);
    const rescued = rescue.clauses.flatMap(clause => {
      const bit = this.input.branches.get(clause)?.truthy ?? 0n;
      if (bit === 0n) this.exact = false;
      this.mask |= bit;
      return this.after(
        ways.map(way => add(way, bit)),
        clause.body,
      );
    });
    return unknown([...ended, ...rescued]);
  }

  /** Code that may run more than once, or not at all. */
  private repeat(body: Expr): void {
    const inner = new Enumeration(this.input, new Set());
    const ways = inner.after([START], body);
    if (!inner.exact) this.exact = false;
    this.loopPaths.push(...inner.loopPaths);
    const masks = distinct(ways).map(({ bits }) => bits);
    if (masks.length === 1) return;
    for (const [index, mask] of masks.entries()) {
      const others = masks.reduce((all, each, i) => (i === index ? all : all | each), 0n);
      const own = mask & ~others;
      if (own === 0n) this.exact = false;
      else this.loopPaths.push(own);
    }
  }
}

function unknown(ways: readonly ExecutionPath[]): readonly ExecutionPath[] {
  return ways.map(way => (way.truth === null ? way : { ...way, truth: null }));
}

function isSingle(bits: bigint): boolean {
  return bits === 0n || (bits & (bits - 1n)) === 0n;
}

function isCaseTest(condition: Expr): boolean {
  if (condition.kind === 'or') return isCaseTest(condition.left);
  return condition.kind === 'call' && condition.madeBy === 'case';
}

function isDefaultOf(block: { readonly params: readonly Param[] } | null, child: Expr): boolean {
  return block?.params.some(param => param.default === child) ?? false;
}

function hasBreak(body: Expr): boolean {
  let found = false;
  walk(body, expr => {
    if (expr.kind === 'jump' && (expr.jump === 'break' || expr.jump === 'return')) found = true;
    return !found;
  });
  return found;
}
