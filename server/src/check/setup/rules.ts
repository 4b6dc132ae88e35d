/** The table of rules, one case per kind of RIL. The type of every expression is recorded here and nowhere else. */
import { unreachable as impossible } from '../../base/result';
import type { Define, Expr, Lambda, Opaque } from '../../ril/ril';
import type { Type } from '../../types/type';
import { DYNAMIC, NIL, SELF, STRING, SYMBOL } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import { joinTwoTypes, procOf } from '../../typing/typeOps';
import { checkAssign } from '../binding/assign';
import { checkMultiAssign } from '../binding/destructure';
import { checkVariable } from '../binding/fields';
import { withUnknownSelf } from '../certain/blocks';
import { canReportNothing } from '../certain/certainReports';
import { noteCaseSubject } from '../certain/reportGuards';
import { isNeverAssigned, reportUnassignedClassVariable } from '../certain/unassignedFields';
import { inferResult } from '../inference/inferredResult';
import type { Ctx, Rules, Typed } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal, dropFacts, joinEnvs } from '../state/env';
import { reportNotChecked } from '../state/report';
import { checkBlock, checkBlockArg } from '../syntax/blocks';
import { checkAnd, checkIf, checkOr, checkSeq, checkWhile } from '../syntax/branches';
import { checkCall } from '../syntax/calls';
import { checkCondition } from '../syntax/conditions';
import { checkConstant } from '../syntax/constants';
import { checkEnsure, checkJump, checkRescue } from '../syntax/exceptions';
import { checkSpecialForm } from '../syntax/specialForms';
import { checkSuper, checkYield } from '../syntax/yieldSuper';
import { checkArray, checkHash, checkInterpolation, checkRange, literalType } from '../types/literals';

/** Deeper than hand-written code, and well within the stack. */
const DEEPEST = 500;

export const RULES: Rules = {
  expr: checkExpr,
  condition: checkCondition,
  block: checkBlock,
  blockArg: checkBlockArg,
  isNeverAssigned,
  resultOf: inferResult,
};

function checkExpr(ctx: Ctx, env: Env, expr: Expr, expected: Type | null): Typed {
  const { depth } = ctx.memory;
  if (depth.now > DEEPEST) {
    reportNotChecked(ctx, { kind: 'opaque', code: { kind: 'nested-too-deeply', limit: DEEPEST } }, expr.span);
    return { type: DYNAMIC, env };
  }
  if (--ctx.memory.steps.left < 0 || canReportNothing(ctx)) return { type: DYNAMIC, env };
  const inner = isLeaf(expr) ? 0 : 1;
  depth.now += inner;
  const typed = checkKind(ctx, env, expr, expected);
  depth.now -= inner;
  ctx.out.types.set(expr, typed.type);
  return typed;
}

/** Without parts. */
function isLeaf({ kind }: Expr): boolean {
  return kind === 'lit' || kind === 'self' || kind === 'var';
}

function checkKind(ctx: Ctx, env: Env, expr: Expr, expected: Type | null): Typed {
  switch (expr.kind) {
    case 'lit':
      return { type: literalType(expr.value), env };
    case 'self':
      return { type: SELF, env };
    case 'var':
      reportUnassignedClassVariable(ctx, env, expr);
      return checkVariable(ctx, env, expr);
    case 'const':
      return checkConstant(ctx, env, expr);
    case 'assign': {
      const assigned = checkAssign(ctx, env, expr);
      return { ...assigned, env: noteCaseSubject(ctx, assigned.env, expr) };
    }
    case 'multiAssign':
      return checkMultiAssign(ctx, env, expr);
    case 'call':
      return checkSpecialForm(ctx, env, expr, expected) ?? checkCall(ctx, env, expr);
    case 'super':
      return checkSuper(ctx, env, expr);
    case 'yield':
      return checkYield(ctx, env, expr);
    case 'if':
      return checkIf(ctx, env, expr, expected);
    case 'and':
      return checkAnd(ctx, env, expr);
    case 'or':
      return checkOr(ctx, env, expr, expected);
    case 'seq':
      return checkSeq(ctx, env, expr, expected);
    case 'while':
      return checkWhile(ctx, env, expr);
    case 'jump':
      return checkJump(ctx, env, expr);
    case 'rescue':
      return checkRescue(ctx, env, expr, expected);
    case 'ensure':
      return checkEnsure(ctx, env, expr, expected);
    case 'array':
      return checkArray(ctx, env, expr, expected);
    case 'hash':
      return checkHash(ctx, env, expr, expected);
    case 'range':
      return checkRange(ctx, env, expr);
    case 'interpolate':
      return checkInterpolation(ctx, env, expr);
    case 'lambda':
      return checkLambda(ctx, env, expr, expected);
    case 'defined':
      return { type: joinTwoTypes(ctx, STRING, NIL), env };
    case 'match': {
      const match = checkCondition(ctx, env, expr);
      return { type: match.type, env: joinEnvs(match.truthy, match.falsy, (a, b) => joinTwoTypes(ctx, a, b)) };
    }
    case 'define':
      return checkDefine(ctx, env, expr);
    case 'opaque':
      return checkOpaque(ctx, env, expr);
    default:
      return impossible(expr);
  }
}

function checkLambda(ctx: Ctx, env: Env, expr: Lambda, expected: Type | null): Typed {
  const wanted = expected === null ? null : procOf(ctx, expected);
  const block = ctx.rules.block(withUnknownSelf(ctx), env, expr.block, wanted, { kind: 'lambda', escapes: true });
  return { type: { kind: 'proc', method: block.type ?? EMPTY_METHOD }, env: block.env };
}

/** A method defined inside a method is a separate declaration; the expression evaluates to its name. */
function checkDefine(ctx: Ctx, env: Env, expr: Define): Typed {
  reportNotChecked(ctx, { kind: 'nested-definition' }, expr.span);
  return { type: expr.declaration.kind === 'method' ? SYMBOL : NIL, env };
}

/** Not modelled: its value, the locals that it may write and all facts are unknown afterwards. */
function checkOpaque(ctx: Ctx, env: Env, expr: Opaque): Typed {
  // The refinement parser has already reported what it could not read.
  const isReported = ctx.frame.clause !== null && expr.code.kind === 'unreadable-refinement';
  if (!isReported) reportNotChecked(ctx, { kind: 'opaque', code: expr.code }, expr.span);
  const after = expr.assigns.reduce((now, name) => bindLocal(now, name, DYNAMIC), dropFacts(env));
  return { type: DYNAMIC, env: after };
}
