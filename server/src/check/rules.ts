/** The rules tied together: one case per kind of RIL. Every expression's type is written down here and only here. */
import { unreachable as impossible } from '../base/result';
import type { Define, Expr, Lambda, Opaque } from '../ril/ril';
import type { Type } from '../types/type';
import { DYNAMIC, NIL, SELF, STRING, SYMBOL } from '../types/type';
import { checkAssign } from './assign';
import { checkBlock, checkBlockArg } from './blocks';
import { checkAnd, checkIf, checkOr, checkSeq, checkWhile } from './branches';
import { checkCall } from './calls';
import { checkCondition } from './conditions';
import { checkConstant } from './constants';
import type { Ctx, Rules, Typed } from './context';
import { checkMultiAssign } from './destructure';
import type { Env } from './env';
import { bindLocal, dropFacts, joinEnvs } from './env';
import { checkEnsure, checkJump, checkRescue } from './exceptions';
import { suggestedFieldType } from './fieldSuggestion';
import { checkVariable } from './fields';
import { fieldFromWrites } from './fieldWrites';
import { inferredResult } from './inferredResult';
import { EMPTY_METHOD } from './instantiate';
import { checkArray, checkHash, checkInterpolation, checkRange, literalType } from './literals';
import { joined, procOf } from './relations';
import { reportNotChecked } from './report';
import { checkSpecial } from './special';
import { checkSuper, checkYield } from './yieldSuper';

/** Deeper than people write; the stack has room for more. */
const DEEPEST = 500;

export const RULES: Rules = {
  expr: checkExpr,
  condition: checkCondition,
  block: checkBlock,
  blockArg: checkBlockArg,
  resultOf: inferredResult,
  fieldFromWrites,
  suggestedFieldType,
};

function checkExpr(ctx: Ctx, env: Env, expr: Expr, expected: Type | null): Typed {
  if (ctx.depth > DEEPEST) {
    reportNotChecked(ctx, `nesting deeper than ${DEEPEST}`, expr.span);
    return { type: DYNAMIC, env };
  }
  const typed = checkKind({ ...ctx, depth: ctx.depth + 1 }, env, expr, expected);
  ctx.out.types.set(expr, typed.type);
  return typed;
}

function checkKind(ctx: Ctx, env: Env, expr: Expr, expected: Type | null): Typed {
  switch (expr.kind) {
    case 'lit':
      return { type: literalType(expr.value), env };
    case 'self':
      return { type: SELF, env };
    case 'var':
      return checkVariable(ctx, env, expr);
    case 'const':
      return checkConstant(ctx, env, expr);
    case 'assign':
      return checkAssign(ctx, env, expr);
    case 'multiAssign':
      return checkMultiAssign(ctx, env, expr);
    case 'call':
      return checkSpecial(ctx, env, expr, expected) ?? checkCall(ctx, env, expr);
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
      return { type: joined(ctx, STRING, NIL), env };
    case 'match': {
      const match = checkCondition(ctx, env, expr);
      return { type: match.type, env: joinEnvs(match.truthy, match.falsy, (a, b) => joined(ctx, a, b)) };
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
  const block = ctx.rules.block(ctx, env, expr.block, wanted, { kind: 'lambda', escapes: true });
  return { type: { kind: 'proc', method: block.type ?? EMPTY_METHOD }, env: block.env };
}

/** A method defined in a method is a declaration of its own; here it is only its name. */
function checkDefine(ctx: Ctx, env: Env, expr: Define): Typed {
  reportNotChecked(ctx, 'a definition inside a method', expr.span);
  return { type: expr.declaration.kind === 'method' ? SYMBOL : NIL, env };
}

/** Not modelled: its value, the locals that it may write and all facts are unknown afterwards. */
const UNREADABLE = 'a refinement that could not be read';

function checkOpaque(ctx: Ctx, env: Env, expr: Opaque): Typed {
  // What a refinement's reader gave up on has been reported at its place.
  if (ctx.frame.clause === null || expr.construct !== UNREADABLE) reportNotChecked(ctx, expr.construct, expr.span);
  const after = expr.assigns.reduce((now, name) => bindLocal(now, name, DYNAMIC), dropFacts(env));
  return { type: DYNAMIC, env: after };
}
