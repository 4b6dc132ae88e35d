/**
 * Calls: the receiver's type gives the callees, the arguments choose their arms, the block is checked against what the
 * arms say of it, the results are joined. Every candidate is recorded for the verifier (TypedMethod.calls).
 */
import type { Call, Expr, Lambda } from '../ril/ril';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC, NIL, nominal, SELF } from '../types/type';
import type { CallCandidate, CallTarget } from '../types/typedMethod';
import type { Actuals } from './arguments';
import { checkArguments } from './arguments';
import { checkCallBlock } from './callBlocks';
import type { Callee } from './callees';
import { lookUp, overridesOf, signatureOf } from './callees';
import { calleeName, declaredAt, hintFor, reportMismatch, showExpected, showGot } from './callReports';
import { isCoerced } from './coerced';
import type { CheckedBlock, Ctx, Typed } from './context';
import { use } from './context';
import { afterCall } from './effects';
import { elementResult } from './elementResults';
import type { Env } from './env';
import { joinEnvs, unreachable } from './env';
import { filteredResult } from './filteredElements';
import { fits } from './fits';
import { growingLocal, grown, grownInside, isLiteral, shared } from './growth';
import { afterMatch, guardedResult } from './guards';
import { instantiated, solved, solvedType } from './instantiate';
import { calledProcedure } from './knownLambdas';
import { settleLiteral } from './literals';
import { grownMemo } from './memo';
import { reportMissing } from './missing';
import { nilPart, nonNilPart } from './narrow';
import { closedBy, filledResult, innerOf, marked, nestedLocal, withKeysAsked } from './nestedGrowth';
import type { Choice } from './overloads';
import { agreeOnResult, choose } from './overloads';
import { knownType, learn, pathOf } from './path';
import { preciseResult } from './precise';
import { filled, generalised, hereSelf, joined, joinedAll, mayBeNil, procOf, resolved } from './relations';
import { report } from './report';
import { membersOfClass } from './structs';
import { staysSure, sureReceiver } from './sureElements';
import { reportHidden, withoutHidden } from './visibility';
import { afterWrite } from './written';

export function checkCall(ctx: Ctx, env: Env, call: Call): Typed {
  const nested = nestedLocal(env, call);
  if (nested !== null && call.receiver !== null) return sendInside(ctx, env, call, call.receiver, nested);
  const receiver = call.receiver === null ? { type: SELF, env } : ctx.rules.expr(ctx, env, call.receiver, null);
  return call.safe && call.receiver !== null
    ? sendSafely(ctx, receiver, call)
    : send(ctx, receiver.env, call, seenAs(ctx, receiver, call));
}

/** `groups[key] << x`: what is read is filled, and nobody else gets it. */
function sendInside(ctx: Ctx, env: Env, call: Call, read: Expr, name: string): Typed {
  const receiver = ctx.rules.expr(ctx, marked(env, name, false), read, null);
  const inner = receiver.env.growing.has(name) ? innerOf(ctx, receiver.env, name) : null;
  if (inner === null) return send(ctx, receiver.env, call, receiver.type);
  const type = mayBeNil(ctx, receiver.type) ? joined(ctx, inner, NIL) : inner;
  return send(ctx, marked(receiver.env, name, true), call, type, name);
}

/** After `list.all?(C)` the elements are C, as long as the call itself does not write any. */
function seenAs(ctx: Ctx, receiver: Typed, call: Call): Type {
  const sure = sureReceiver(ctx, receiver.env, call, receiver.type);
  if (sure === null || call.receiver === null) return receiver.type;
  const after = send({ ...ctx, silent: true }, receiver.env, call, receiver.type).env;
  return staysSure(ctx, after, call.receiver) ? sure : receiver.type;
}

/** `x&.m`: m runs where x is there; else the result is nil and nothing else happened. */
function sendSafely(ctx: Ctx, receiver: Typed, call: Call): Typed {
  const expr = call.receiver;
  if (expr === null) return send(ctx, receiver.env, call, receiver.type);
  const present = learn(ctx, receiver.env, expr, type => nonNilPart(ctx, type));
  const absent = learn(ctx, receiver.env, expr, type => nilPart(ctx, type));
  const sent = send(ctx, present, call, nonNilPart(ctx, receiver.type));
  const plain = resolved(ctx, receiver.type);
  const maybe = mayBeNil(ctx, receiver.type) || plain.kind === 'dynamic' || plain.kind === 'any';
  if (!maybe) return sent;
  return { type: joined(ctx, sent.type, NIL), env: joinEnvs(sent.env, absent, (a, b) => joined(ctx, a, b)) };
}

/** The call itself, its receiver evaluated. */
export function send(ctx: Ctx, env: Env, call: Call, receiver: Type, nested: string | null = null): Typed {
  const given = checkArguments(ctx, env, call.args);
  const growing = growingLocal(env, call);
  const isLocal = growing !== null || nested !== null;
  const found = lookUp(ctx, receiver, call.method, isLocal ? 'local' : isLiteral(call) ? 'literal' : 'no');
  const lookup = withoutHidden(ctx, call, found);
  if (lookup.missing.length > 0) reportMissing(ctx, call, lookup.missing, lookup.callees.length > 0);
  if (lookup.callees.length === 0) return sendUnknown(ctx, given.env, call, receiver);
  const chosenFor = (actuals: Actuals): readonly Choice[] =>
    lookup.callees.map(callee => choose(ctx, callee, actuals, call.block !== null));
  const first = chosenFor(given);
  const filledMemo = grownMemo(ctx, call, given, first);
  const actuals = filledMemo ?? given;
  const choices = filledMemo === null ? first : chosenFor(filledMemo);
  if (choices.some(choice => isCoerced(ctx, choice, actuals))) return sendUnknown(ctx, given.env, call, receiver);
  for (const choice of choices) checkChoice(ctx, call, choice, actuals);
  const block = checkCallBlock(ctx, actuals.env, call, choices);
  const results = choices.map(choice => resultOf(ctx, call, choice, actuals));
  const target: CallTarget = {
    candidates: choices.flatMap(choice => candidatesOf(ctx, choice)),
    dynamic: lookup.dynamic,
  };
  ctx.out.calls.set(call, target);
  const said = lookup.dynamic ? DYNAMIC : joinedAll(ctx, results);
  const isOpen = said.kind === 'dynamic' && choices.every(choice => choice.callee.info === null);
  const declared = (isOpen ? calledProcedure(ctx, call.receiver, call.method, actuals) : null) ?? said;
  const own = choices.some(choice => choice.callee.info?.origin === 'workspace');
  const shaped =
    own || lookup.dynamic
      ? null
      : (elementResult(ctx, receiver, call, block) ?? filteredResult(ctx, actuals.env, receiver, call));
  const precise = preciseResult(ctx, receiver, call, shaped ?? declared);
  const sure = own ? precise : (guardedResult(ctx, actuals.env, receiver, call) ?? precise);
  const type = block !== null && breaksAtOnce(ctx, receiver, block) ? BOTTOM : sure;
  return finish(ctx, env, call, { choices, block, type, target, growing, nested, actuals });
}

/** `[1].each { break 5 }`: the block runs, and never to its end. */
function breaksAtOnce(ctx: Ctx, receiver: Type, block: CheckedBlock): boolean {
  const type = resolved(ctx, receiver);
  return type.kind === 'tuple' && type.elements.length > 0 && block.result.kind === 'bottom' && block.breaks.length > 0;
}

interface Sent {
  readonly choices: readonly Choice[];
  readonly block: CheckedBlock | null;
  readonly type: Type;
  readonly target: CallTarget;
  readonly growing: string | null;
  /** The local whose inner container was called. */
  readonly nested: string | null;
  readonly actuals: Actuals;
}

/** What is known after the call: facts that it may have broken are gone, grown containers have grown. */
function finish(ctx: Ctx, before: Env, call: Call, sent: Sent): Typed {
  let env = afterMatch(afterCall(ctx, sent.block?.env ?? sent.actuals.env, sent.target), call, sent.target);
  env = withKeysAsked(ctx, grown(ctx, env, call, sent), call, sent.growing);
  env = closedBy(ctx, env, call, sent.growing);
  if (sent.nested !== null) env = grownInside(ctx, env, sent.choices, sent.nested);
  env = shared(ctx, env, sent.actuals);
  env = afterWrite(ctx, env, call, sent.target);
  const path = pathOf(ctx, call);
  const fact = path === null ? null : knownType(before, path);
  const breaks = sent.block?.breaks ?? [];
  const isOwn = sent.choices.some(({ callee }) => callee.info?.origin === 'workspace');
  const held = isOwn ? null : filledResult(ctx, env, call, sent.growing, sent.nested);
  const given = fact ?? held ?? (sent.growing === null ? sent.type : filled(sent.type));
  const type = assigned(call, sent.actuals) ?? joinedAll(ctx, [given, ...breaks]);
  return { type, env: type.kind === 'bottom' && sent.type.kind === 'bottom' ? unreachable(env) : env };
}

/** `x.y = v`, `x[i] = v`: v, whatever the method gives. */
function assigned(call: Call, actuals: Actuals): Type | null {
  const last = call.madeBy === 'attributeWrite' ? actuals.list.at(-1) : undefined;
  return last?.kind === 'positional' ? last.type : null;
}

function sendUnknown(ctx: Ctx, env: Env, call: Call, receiver: Type): Typed {
  const block =
    call.block === null ? null : ctx.rules.blockArg(ctx, env, call.block, null, { kind: 'block', escapes: true });
  const target: CallTarget = { candidates: [], dynamic: true };
  ctx.out.calls.set(call, target);
  const dead = resolved(ctx, receiver).kind === 'bottom';
  return {
    type: dead ? BOTTOM : (instanceMade(ctx, call, receiver) ?? DYNAMIC),
    env: afterCall(ctx, block?.env ?? env, target),
  };
}

/** `new` of a Data class with an `initialize` of its own: how it takes its arguments is not known, what it makes is. */
function instanceMade(ctx: Ctx, call: Call, receiver: Type): Type | null {
  const type = resolved(ctx, receiver);
  return call.method === 'new' && type.kind === 'classOf' && membersOfClass(ctx, type.name) !== null
    ? nominal(type.name)
    : null;
}

function checkChoice(ctx: Ctx, call: Call, choice: Choice, actuals: Actuals): void {
  if (reportHidden(ctx, call, choice.callee)) return;
  reportMismatch(ctx, choice, call.method, call.methodSpan, actuals);
  for (const { match } of choice.chosen) {
    for (const { actual, param } of match.pairs) {
      const expected = solvedType(param.type, match.bounds);
      if (actual.expr !== null) settleLiteral(ctx, actual.expr, expected);
      if (actual.expr?.kind === 'lambda') checkHanded(ctx, call.method, choice, actual.expr, expected, actuals.env);
    }
  }
}

/** A lambda's parameters are what its taker hands to it; only then is its result known. */
function checkHanded(ctx: Ctx, method: string, choice: Choice, lambda: Lambda, expected: Type, env: Env): void {
  const wanted = procOf(ctx, expected);
  if (wanted === null) return;
  const { type } = ctx.rules.expr(ctx, env, lambda, expected);
  const result = type.kind === 'proc' ? type.method.result : DYNAMIC;
  if (ctx.silent || fits(ctx, result, wanted.result)) return;
  const args = {
    method: calleeName(choice.callee.info, method, choice.callee.makes),
    expected: showExpected(ctx, wanted.result),
    got: showGot(ctx, result, wanted.result),
    hint: hintFor(ctx, result, wanted.result),
  };
  report(ctx, 'LP3012', lambda.span, args, declaredAt(choice.callee.info));
}

function resultOf(ctx: Ctx, call: Call, choice: Choice, actuals: Actuals): Type {
  const { callee, chosen } = choice;
  if (callee.info !== null && callee.arms.length === 0) {
    return joined(ctx, untypedResult(ctx, callee, actuals), untypedOverrides(ctx, callee, actuals, call));
  }
  const [first] = chosen;
  if (first === undefined) {
    const [only] = callee.arms;
    return only !== undefined && callee.arms.length === 1 ? solved(only, new Map()).result : DYNAMIC;
  }
  if (choice.vague && !agreeOnResult(chosen)) return DYNAMIC;
  const declared = joinedAll(
    ctx,
    chosen.map(one => solved(one.arm, one.match.bounds).result),
  );
  return joined(ctx, declared, untypedOverrides(ctx, callee, actuals, call));
}

/** No signature: `new` still gives an instance, a body tells its result. */
function untypedResult(ctx: Ctx, callee: Callee, actuals: Actuals): Type {
  if (callee.makes !== null) return solvedType(callee.makes, new Map());
  return callee.info === null ? DYNAMIC : inferred(ctx, callee.info, callee.receiver, actuals);
}

function inferred(ctx: Ctx, info: NonNullable<Callee['info']>, receiver: Type, actuals: Actuals): Type {
  const plain = actuals.list.every(actual => actual.kind === 'positional') && !actuals.open;
  const types = plain ? actuals.list.map(actual => generalised(ctx, hereSelf(ctx, actual.type))) : null;
  use(ctx, { kind: 'body', key: info.key });
  return ctx.rules.resultOf(ctx, info, hereSelf(ctx, receiver), types);
}

/** A subclass's method without a type may run instead: its result counts too. */
function untypedOverrides(ctx: Ctx, callee: Callee, actuals: Actuals, call: Call): Type {
  if (callee.info?.origin !== 'workspace' || call.method === 'new') return BOTTOM;
  const results = overridesOf(ctx, callee)
    .filter(override => override.info.signature === null && override.info.definition !== null)
    .map(override => inferred(ctx, override.info, nominal(override.receivers[0] ?? override.info.owner), actuals));
  return joinedAll(ctx, results);
}

function candidatesOf(ctx: Ctx, choice: Choice): readonly CallCandidate[] {
  const { callee } = choice;
  const own: CallCandidate = {
    receiver: hereSelf(ctx, callee.receiver),
    method: callee.info?.key ?? null,
    arms: choice.chosen.map(one => ({ index: one.index, type: solved(one.arm, one.match.bounds) })),
  };
  if (callee.makes !== null) return [own];
  const others = overridesOf(ctx, callee).flatMap(({ info, receivers }) => {
    use(ctx, { kind: 'method', key: info.key });
    return receivers.map(name => ({ receiver: nominal(name), method: info.key, arms: overrideArms(ctx, info, name) }));
  });
  return [own, ...others];
}

function overrideArms(ctx: Ctx, info: NonNullable<Callee['info']>, name: string): CallCandidate['arms'] {
  return signatureOf(ctx, info).map((arm, index) => ({
    index,
    type: solved(instantiated(ctx, arm, info.owner, nominal(name), nominal(name)), new Map()),
  }));
}
