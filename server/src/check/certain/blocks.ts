/**
 * Blocks: which `self` they run with, and whether their callee may take the errors that they raise. Rule: a call without
 * a block raises LocalJumpError if the callee yields before it does anything else that could end it.
 */
import { ancestors } from '../../program/ancestors';
import { mayReflect, runsBlockOnly } from '../../program/libraryFacts';
import { findMethod } from '../../program/lookup';
import { memoOfPart, PartMemoKey } from '../../program/memos';
import type { MethodInfo, Program } from '../../program/program';
import { workspaceMethods } from '../../program/workspace';
import type { Call, Expr } from '../../ril/ril';
import { children, walk } from '../../ril/walk';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { resolveType } from '../../typing/typeOps';
import { calleeName } from '../binding/callReports';
import type { Choice } from '../binding/overloads';
import { overridesOf } from '../callees/callees';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { selfOfPassedBlock } from './blockSelf';
import { enterUncertainCode, mayReport, reportCertain } from './certainReports';
import { enterConditionalCode } from './reportGuards';

/** The context for the block of a call. Code that is not visible may rescue, never run it, or run it with another `self`. */
export function enterCallBlock(ctx: Ctx, choices: readonly Choice[]): Ctx {
  if (ctx.inference === null) return ctx.summaries.isClosed ? withSelfOfCallee(ctx, choices) : ctx;
  if (choices.some(({ callee }) => createsModule(ctx, callee) || passesBlockOn(callee)))
    return enterBlockOfUnknownCallee(ctx);
  if (choices.every(({ callee, chosen }) => callee.info?.origin === 'core' && chosen.some(one => one.arm.block)))
    return choices.every(({ callee }) => certainlyYields(ctx, callee)) ? ctx : enterConditionalCode(ctx);
  const own = choices.map(({ callee }) => callee.info);
  if (!own.every(info => info !== null && info.definition !== null && info.origin === 'workspace'))
    return enterBlockOfUnknownCallee(ctx);
  const bodies = own.flatMap(info => info?.definition ?? []);
  const [only, ...others] = choices;
  const self = only && others.length === 0 ? selfOfPassedBlock(ctx, only.callee) : null;
  const isSure = only !== undefined && overridesOf(ctx, only.callee).length === 0;
  if (self !== null && isSure && !bodies.some(({ body }) => hasRescue(body())))
    return { ...enterConditionalCode(ctx), frame: { ...ctx.frame, selfType: self } };
  return bodies.every(definition => onlyRunsBlock(ctx.program, definition, new Set()))
    ? enterConditionalCode(ctx)
    : enterBlockOfUnknownCallee(ctx);
}

/** As the only visible callee runs the block. */
function withSelfOfCallee(ctx: Ctx, [only, ...others]: readonly Choice[]): Ctx {
  const self = only && others.length === 0 ? selfOfPassedBlock(ctx, only.callee) : null;
  return self === null ? ctx : { ...ctx, frame: { ...ctx.frame, selfType: self } };
}

/**
 * In a run with the types of a call or script, `list.each { … }` runs its block: what the elements are is known because
 * some are put there. A `next` or `break` before it makes that unsure.
 */
function certainlyYields({ inference, jumps, ...ctx }: Ctx, { info, receiver }: Callee): boolean {
  if (inference === null || inference.given === null || info?.facts?.yields !== 'elements') return false;
  if (jumps !== null && jumps.nexts.length + jumps.breaks.length > 0) return false;
  const type = resolveType(ctx, receiver);
  if (type.kind === 'tuple') return type.elements.length > 0;
  if (type.kind !== 'nominal' || type.args.length === 0) return false;
  return type.args.every(arg => arg.kind !== 'bottom' && arg.kind !== 'dynamic');
}

/** `Class.new { … }`, `Module.new { … }`: the block is the body of what is made. */
function createsModule(ctx: Ctx, { makes }: Callee): boolean {
  return makes?.kind === 'nominal' && ancestors(ctx.program, makes.name).includes('Module');
}

/** `C.send(:define_method, :m) { … }`: what `send` runs decides on the block's `self`. */
function passesBlockOn({ info }: Callee): boolean {
  return mayReflect(info, 'name');
}

export function enterBlockOfUnknownCallee(ctx: Ctx): Ctx {
  return ctx.inference === null ? ctx : withUnknownSelf(enterUncertainCode(ctx));
}

/** A lambda or proc may be run by `instance_exec`. */
export function withUnknownSelf(ctx: Ctx): Ctx {
  return ctx.inference === null ? ctx : { ...enterConditionalCode(ctx), frame: { ...ctx.frame, selfType: DYNAMIC } };
}

/** RBS `[self: T]`: T is the receiver, or some class of which little is known. */
export function selfOfBlock(ctx: Ctx, self: Type): Type {
  if (ctx.inference === null) return self;
  const isKnown =
    (self.kind === 'nominal' && !ancestors(ctx.program, 'Class').includes(self.name)) ||
    (self.kind === 'classOf' && ctx.program.classes.get(self.name)?.origin === 'workspace');
  return isKnown ? self : DYNAMIC;
}

function hasRescue(body: Expr): boolean {
  let found = false;
  walk(body, expr => {
    found ||= expr.kind === 'rescue';
    return !found;
  });
  return found;
}

/** Of one name. */
const MOST_RUNNERS = 20;

type Definition = NonNullable<MethodInfo['definition']>;

/** It takes no errors of its block, and runs it with the `self` that it has. `seen`: methods that it is passed on to. */
function onlyRunsBlock(program: Program, { params, body }: Definition, seen: Set<string>): boolean {
  const block = params.find(param => param.kind === 'block');
  const use = blockUseIn(program, body(), block?.name ?? '');
  if (use.hasRescue) return false;
  if (block === undefined) return !params.some(param => param.kind === 'forward');
  return block.name !== null && use.isOnlyCalled && use.passedTo.every(method => onlyRunBlocks(program, method, seen));
}

/** What a body does with the block that its parameter holds. */
interface UseOfBlock {
  readonly hasRescue: boolean;
  /** It is only yielded to, is the receiver of calls, or is passed on to methods. */
  readonly isOnlyCalled: boolean;
  readonly passedTo: readonly string[];
}

/** By the name of the parameter. */
const USES_OF_BLOCKS = new PartMemoKey<Expr, Map<string, UseOfBlock>>();

function blockUseIn(program: Program, body: Expr, name: string): UseOfBlock {
  const byName = memoOfPart(program, USES_OF_BLOCKS, body, () => new Map<string, UseOfBlock>());
  const use = byName.get(name) ?? findUseOfBlock(body, name);
  byName.set(name, use);
  return use;
}

function findUseOfBlock(body: Expr, name: string): UseOfBlock {
  const passedTo: string[] = [];
  let isOnlyCalled = true;
  if (name !== '')
    walk(body, expr => {
      for (const inner of children(expr)) {
        if (inner.kind !== 'var' || inner.name !== name || expr.kind === 'if') continue;
        if (expr.kind !== 'call') isOnlyCalled = false;
        else if (expr.receiver !== inner && isPassedTo(expr, inner)) passedTo.push(expr.method);
        else if (expr.receiver !== inner) isOnlyCalled = false;
      }
      return isOnlyCalled;
    });
  return { hasRescue: hasRescue(body), isOnlyCalled, passedTo };
}

function isPassedTo({ block }: Call, passed: Expr): boolean {
  return block?.type === 'pass' && block.value === passed;
}

/** All methods of this name that the receiver may have: those of the program, and of the library's containers. */
function onlyRunBlocks(program: Program, method: string, seen: Set<string>): boolean {
  if (seen.has(method)) return true;
  seen.add(method);
  const own = workspaceMethods(program, method);
  if (own.length > MOST_RUNNERS) return false;
  const library = runsBlockOnly(program, method);
  if (library === false || (library === null && own.length === 0)) return false;
  return own.every(({ definition }) => definition !== null && onlyRunsBlock(program, definition, seen));
}

/** Returns true if the call was found to raise. */
export function reportNoBlock(ctx: Ctx, env: Env, call: Call, callees: readonly Callee[]): boolean {
  if (!mayReport(ctx, env) || call.block !== null || callees.length === 0) return false;
  const [first] = callees;
  if (first === undefined || !callees.every(callee => alwaysYields(ctx, callee))) return false;
  const { info } = first;
  const method = calleeName(info, call.method, first.makes);
  const place = info?.definition ? { anchor: info.definition.anchor, span: info.definition.nameSpan } : null;
  const related = place ? [{ place, note: 'defined here' }] : [];
  const common = { span: call.methodSpan, raises: 'LocalJumpError', name: call.method, related } as const;
  reportCertain(ctx, env, { code: 'LP5009', args: { method }, ...common });
  return true;
}

function alwaysYields(ctx: Ctx, callee: Callee): boolean {
  const infos = [callee.info, ...overridesOf(ctx, callee).map(override => override.info)];
  return infos.every(
    info =>
      info?.definition &&
      info.origin === 'workspace' &&
      info.redefinitions.length === 0 &&
      !info.definition.broken &&
      info.definition.isBlock !== true &&
      yieldsFirst(ctx, info.definition.body()) === 'yields',
  );
}

/**
 * What happens first on every path: a `yield`, or something that may end the method or decide whether it yields. Plain
 * evaluation (`passes`) goes on to what follows.
 */
function yieldsFirst(ctx: Ctx, expr: Expr): 'yields' | 'passes' | 'unknown' {
  switch (expr.kind) {
    case 'lit':
    case 'self':
    case 'var':
    case 'const':
    case 'lambda':
    case 'define':
      return 'passes';
    case 'yield':
    case 'seq':
    case 'assign':
    case 'array':
    case 'hash':
    case 'interpolate':
    case 'range': {
      for (const part of children(expr)) {
        const first = yieldsFirst(ctx, part);
        if (first !== 'passes') return first;
      }
      return expr.kind === 'yield' ? 'yields' : 'passes';
    }
    case 'call': {
      const parts = [
        ...(expr.receiver ? [expr.receiver] : []),
        ...expr.args.map(arg => ('value' in arg ? arg.value : null)),
      ];
      for (const part of parts) {
        const first = part === null ? 'unknown' : yieldsFirst(ctx, part);
        if (first !== 'passes') return first;
      }
      return expr.receiver !== null || mayReturnNormally(ctx.program, expr.method) ? 'passes' : 'unknown';
    }
    default:
      return 'unknown';
  }
}

/** `puts` comes back; `raise`, `throw` and methods of the workspace may not. */
export function mayReturnNormally(program: Program, method: string): boolean {
  const info = findMethod(program, 'Object', method);
  return info?.origin === 'core' && (info.signature?.arms ?? []).every(arm => arm.type.result.kind !== 'bottom');
}
