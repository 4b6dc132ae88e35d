/**
 * Calls: the receiver's type determines the callees, the arguments choose their arms, the block is checked against
 * those arms, and the results are joined. Every candidate is recorded for the verifier (TypedMethod.calls).
 */
import { callsProc, mayDefineMethods } from '../../program/libraryFacts';
import type { Call, Expr, Lambda } from '../../ril/ril';
import { flexibleType, YIELDED } from '../../types/flexible';
import type { Type } from '../../types/type';
import { BOTTOM, DYNAMIC, NIL, nominal } from '../../types/type';
import type { CallCandidate, CallTarget } from '../../types/typedMethod';
import { isAssignable } from '../../typing/assignable';
import { instantiateMethod, substituteSolution, substituteSolutionInType } from '../../typing/instantiate';
import { nilPart, nonNilPart } from '../../typing/narrow';
import {
  fillEmptyLiterals,
  generaliseType,
  isNil,
  joinAllTypes,
  joinTwoTypes,
  mayBeNil,
  procOf,
  replaceSelf,
  resolveType,
} from '../../typing/typeOps';
import { allocate } from '../binding/allocatedFields';
import { checkArguments } from '../binding/arguments';
import { calleeName, declaredAt, hintFor, reportMismatch, showExpected, showGot } from '../binding/callReports';
import { resultOfMatch } from '../binding/matchArguments';
import type { Choice } from '../binding/overloads';
import { agreeOnResult, chooseArms } from '../binding/overloads';
import { reportAbstract } from '../callees/abstractClasses';
import { type Lookup, lookUpCallees, overridesOf } from '../callees/callees';
import { reportUnknownMethod } from '../callees/unknownMethod';
import { reportPrivate, withoutPrivate } from '../callees/visibility';
import { reportRefusedClass, resultWithoutRefused } from '../certain/argumentClasses';
import { reportRefusedArguments } from '../certain/arity';
import { enterBlockOfUnknownCallee, enterCallBlock, reportNoBlock } from '../certain/blocks';
import { noteCalleeMayRaise, reportRaisingCallee } from '../certain/calleeRaises';
import { reportExcludedArgument } from '../certain/declaredTypes';
import { reportCombined } from '../certain/elementOperators';
import { reportLikelyArguments, reportLikelyReceiver } from '../certain/likelyReports';
import { reportInactiveRefinement, reportMissingMethod, reportNewOfModule } from '../certain/missingMethods';
import { reportMissingMixinRequirement } from '../certain/mixinRequirements';
import { reportRaisingProc, reportRefusedProcCall } from '../certain/procCalls';
import { reportRaisedValue, reportUnknownReference } from '../certain/protocols';
import { enterConditionalCode } from '../certain/reportGuards';
import { reportUnassignedField } from '../certain/unassignedFields';
import { reportInaccessible } from '../certain/visibility';
import { knownType, learnType, pathOf, typeOfSelf } from '../facts/accessPath';
import { learnAssignedAttribute } from '../facts/assignedAttributes';
import { isBlockParameter } from '../facts/blockParameter';
import { isNewOfOwnClass } from '../facts/classOfSelf';
import { resultOfProcedureCall } from '../facts/knownLambdas';
import {
  addLookedUpKeys,
  filledResult,
  innerContainerType,
  markGrowing,
  nestedLocal,
  stopGrowthAfterCall,
} from '../facts/nestedGrowth';
import { fillsNewContainer } from '../facts/newContainers';
import { dropLastMatch, guardedResult } from '../facts/nilGuards';
import { isHandledByCoerce } from '../library/coerce';
import { growMemoObject } from '../library/eachWithObject';
import { keepsElementFacts, receiverByElementFacts } from '../library/elementFacts';
import { elementResult } from '../library/elementResults';
import { filteredResult } from '../library/filteredElements';
import { resultOfLiteral } from '../library/literalResults';
import { applyCallEffects } from '../run/effects';
import type { Actuals } from '../state/call';
import type { CheckedBlock, Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { joinEnvs, makeUnreachable } from '../state/env';
import { report } from '../state/report';
import { settleLiteral } from '../types/literals';
import { type Callee, signatureOf } from '../types/methodTypes';
import { membersOfClass } from '../types/structs';
import { checkCallBlock } from './callBlocks';
import { growContainer, growInnerContainer, growingLocal, recordInsertion, stopGrowing } from './growingContainers';
import { recordBoundConstraint, recordMethodConstraint, resultOfConstrainedCall } from './parameterConstraints';

export function checkCall(ctx: Ctx, env: Env, call: Call): Typed {
  const nested = nestedLocal(ctx, env, call);
  if (nested !== null && call.receiver !== null) return sendToInner(ctx, env, call, call.receiver, nested);
  const receiver = checkReceiver(ctx, env, call.receiver);
  if (isNewOfOwnClass(ctx, receiver.env, call)) ctx.out.ownInstances.add(call);
  else ctx.out.ownInstances.delete(call);
  return call.safe && call.receiver !== null
    ? sendSafely(ctx, receiver, call)
    : send(ctx, receiver.env, call, narrowReceiver(ctx, receiver, call));
}

function checkReceiver(ctx: Ctx, env: Env, receiver: Expr | null): Typed {
  if (receiver === null) return { type: typeOfSelf(env), env };
  const typed = ctx.rules.expr(ctx, env, receiver, null);
  return receiver.kind === 'self' ? { ...typed, type: typeOfSelf(env) } : typed;
}

/** `groups[key] << x`: fills the inner container that was read, which does not escape. */
function sendToInner(ctx: Ctx, env: Env, call: Call, read: Expr, name: string): Typed {
  const receiver = ctx.rules.expr(ctx, markGrowing(env, name, false), read, null);
  const inner = receiver.env.growing.has(name) ? innerContainerType(ctx, receiver.env, name) : null;
  if (inner === null) return send(ctx, receiver.env, call, receiver.type);
  const type = mayBeNil(ctx, receiver.type) ? joinTwoTypes(ctx, inner, NIL) : inner;
  return send(ctx, markGrowing(receiver.env, name, true), call, type, name);
}

/** After `list.all?(C)` the elements are C, unless the call itself may write the list. */
function narrowReceiver(ctx: Ctx, receiver: Typed, call: Call): Type {
  const sure = receiverByElementFacts(ctx, receiver.env, call, receiver.type);
  if (sure === null || call.receiver === null) return receiver.type;
  const after = send({ ...ctx, silent: true }, receiver.env, call, receiver.type).env;
  return keepsElementFacts(ctx, after, call.receiver) ? sure : receiver.type;
}

/** `x&.m`: m runs if x is not nil; otherwise the result is nil and nothing else happens. */
function sendSafely(ctx: Ctx, receiver: Typed, call: Call): Typed {
  const expr = call.receiver;
  if (expr === null) return send(ctx, receiver.env, call, receiver.type);
  const present = learnType(ctx, receiver.env, expr, type => nonNilPart(ctx, type));
  const absent = learnType(ctx, receiver.env, expr, type => nilPart(ctx, type));
  const notTaken = ctx.notTaken?.get(call);
  if (notTaken === 'truthy') return { type: NIL, env: absent };
  const sent = send(enterConditionalCode(ctx), present, call, nonNilPart(ctx, receiver.type));
  const plain = resolveType(ctx, receiver.type);
  const maybe = mayBeNil(ctx, receiver.type) || plain.kind === 'dynamic' || plain.kind === 'any';
  if (!maybe || notTaken === 'falsy') return sent;
  return {
    type: joinTwoTypes(ctx, sent.type, NIL),
    env: joinEnvs(sent.env, absent, (a, b) => joinTwoTypes(ctx, a, b)),
  };
}

/** Checks the call after its receiver was evaluated. */
export function send(ctx: Ctx, env: Env, call: Call, receiver: Type, nested: string | null = null): Typed {
  const given = checkArguments(ctx, env, call.args);
  const growing = growingLocal(env, call);
  const isLocal = growing !== null || nested !== null;
  const found = lookUpCallees(
    ctx,
    receiver,
    call.method,
    isLocal ? 'local' : fillsNewContainer(ctx, call, receiver) ? 'literal' : 'no',
  );
  reportMissingMethod(ctx, given.env, call, receiver, found);
  reportLikelyReceiver(ctx, given.env, call, receiver, found);
  reportNewOfModule(ctx, given.env, call, receiver);
  reportInactiveRefinement(ctx, given.env, call, found);
  reportUnassignedField(ctx, given.env, call);
  const lookup = withoutPrivate(ctx, call, found);
  if (lookup.missing.length > 0) reportUnknownMethod(ctx, call, lookup.missing, lookup.callees.length > 0);
  if (lookup.callees.length === 0) return sendUnknown(ctx, given, call, receiver);
  const chooseFor = (actuals: Actuals): readonly Choice[] =>
    withoutRefusingNil(
      ctx,
      lookup.callees.map(callee => chooseArms(ctx, callee, actuals, call.block !== null)),
    );
  const first = chooseFor(given);
  const filledMemo = growMemoObject(ctx, call, given, first);
  const actuals = filledMemo ?? given;
  const choices = filledMemo === null ? first : chooseFor(filledMemo);
  reportRefusedClass(ctx, actuals.env, call, lookup, actuals);
  if (!lookup.dynamic) reportExcludedArgument(ctx, actuals.env, call, choices);
  reportMissingMixinRequirement(ctx, actuals.env, call, choices);
  reportCombined(ctx, actuals.env, call, lookup, actuals);
  reportRaisedValue(ctx, actuals.env, call, lookup, actuals);
  reportUnknownReference(ctx, actuals.env, call, lookup);
  reportLikelyArguments(ctx, actuals.env, call, lookup, actuals);
  if (choices.some(choice => isHandledByCoerce(ctx, choice, actuals))) return sendUnknown(ctx, given, call, receiver);
  for (const choice of choices) checkChoice(ctx, call, choice, actuals);
  const isReported = reportCertainMistake(ctx, call, lookup, actuals);
  if (!isReported) reportRaisingProc(ctx, actuals.env, call, actuals);
  recordInsertion(ctx, call, receiver, actuals);
  const block = checkCallBlock(enterCallBlock(ctx, choices), actuals.env, call, choices);
  if (!isReported && !lookup.dynamic) reportRaisingCallee(ctx, call, lookup, actuals, block);
  noteCalleeMayRaise(ctx, lookup);
  const yielded = typeOfGivenBlock(call, block);
  if (ctx.infers && call.block !== null && yielded !== null) ctx.out.blockResults.set(call, yielded);
  const passed: Given = { actuals, block: yielded };
  const results = choices.map(choice => resultOf(ctx, call, choice, passed));
  const target: CallTarget = {
    candidates: choices.flatMap(choice => candidatesOf(ctx, choice)),
    dynamic: lookup.dynamic,
  };
  ctx.out.calls.set(call, target);
  const said = lookup.dynamic ? DYNAMIC : joinAllTypes(ctx, results);
  const isOpen = said.kind === 'dynamic' && choices.every(choice => choice.callee.info === null);
  const declared = (isOpen ? resultOfProcedureCall(ctx, call.receiver, call.method, actuals) : null) ?? said;
  const own = choices.some(choice => choice.callee.info?.origin === 'workspace');
  const shaped =
    own || lookup.dynamic
      ? null
      : (elementResult(ctx, receiver, call, block) ?? filteredResult(ctx, actuals.env, receiver, call));
  const precise = resultOfLiteral(ctx, receiver, call, shaped ?? declared);
  const sure = own ? precise : (guardedResult(ctx, actuals.env, receiver, call) ?? precise);
  const type = block !== null && alwaysBreaks(ctx, receiver, block) ? BOTTOM : sure;
  return finishCall(ctx, env, call, { choices, block, type, target, growing, nested, actuals });
}

/** `s[0].to_i(16)`: nil's own `to_i` refuses the argument. In lenient mode the verifier checks that alternative. */
function withoutRefusingNil(ctx: Ctx, choices: readonly Choice[]): readonly Choice[] {
  const others = choices.filter(({ callee, chosen }) => chosen.length > 0 || !isNil(callee.receiver));
  return ctx.settings.nil === 'lenient' && others.length > 0 ? others : choices;
}

/** At most one report per call. */
function reportCertainMistake(ctx: Ctx, call: Call, lookup: Lookup, actuals: Actuals): boolean {
  return (
    !lookup.dynamic &&
    (reportInaccessible(ctx, actuals.env, call, lookup) ||
      reportRefusedProcCall(ctx, actuals.env, call, lookup, actuals) ||
      reportRefusedArguments(ctx, actuals.env, call, lookup.callees, actuals) ||
      reportNoBlock(ctx, actuals.env, call, lookup.callees))
  );
}

/** `[1].each { break 5 }`: the block certainly runs and never completes. */
function alwaysBreaks(ctx: Ctx, receiver: Type, block: CheckedBlock): boolean {
  const type = resolveType(ctx, receiver);
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

/** The environment after the call: drops facts that it may have invalidated and grows containers. */
function finishCall(ctx: Ctx, before: Env, call: Call, sent: Sent): Typed {
  let env = dropLastMatch(
    ctx,
    applyCallEffects(ctx, sent.block?.env ?? sent.actuals.env, sent.target),
    call,
    sent.target,
  );
  env = addLookedUpKeys(ctx, growContainer(ctx, env, call, sent), call, sent.growing);
  env = stopGrowthAfterCall(ctx, env, call, sent.growing);
  if (sent.nested !== null) env = growInnerContainer(ctx, env, sent.choices, sent.nested);
  env = stopGrowing(ctx, env, sent.actuals, sent.target);
  env = learnAssignedAttribute(ctx, env, call, sent.target);
  const path = pathOf(ctx, call);
  const fact = path === null ? null : knownType(before, path);
  const breaks = sent.block?.breaks ?? [];
  const isOwn = sent.choices.some(({ callee }) => callee.info?.origin === 'workspace');
  const held = isOwn ? null : filledResult(ctx, env, call, sent.growing, sent.nested);
  const given = fact ?? held ?? (sent.growing === null ? sent.type : fillEmptyLiterals(sent.type));
  const type = assignedValue(call, sent.actuals) ?? joinAllTypes(ctx, [given, ...breaks]);
  return { type, env: type.kind === 'bottom' && sent.type.kind === 'bottom' ? makeUnreachable(env) : env };
}

/** `x.y = v` and `x[i] = v` evaluate to v, whatever the method returns. */
function assignedValue(call: Call, actuals: Actuals): Type | null {
  const last = call.madeBy === 'attributeWrite' ? actuals.list.at(-1) : undefined;
  return last?.kind === 'positional' ? last.type : null;
}

function sendUnknown(ctx: Ctx, given: Actuals, call: Call, receiver: Type): Typed {
  const { env } = given;
  const block =
    call.block === null
      ? null
      : ctx.rules.blockArg(enterBlockOfUnknownCallee(ctx), env, call.block, null, {
          kind: 'block',
          escapes: true,
          defines: mayDefineMethods(ctx.program, call.method),
        });
  const target: CallTarget = { candidates: [], dynamic: true };
  ctx.out.calls.set(call, target);
  const plain = resolveType(ctx, receiver);
  const dead = plain.kind === 'bottom';
  recordMethodConstraint(ctx, call, plain, given);
  return {
    type: dead
      ? BOTTOM
      : (instanceMade(ctx, call, receiver) ?? resultOfBlock(ctx, call) ?? resultOfConstrainedCall(call, plain)),
    env: applyCallEffects(ctx, block?.env ?? env, target),
  };
}

/** `block.call(x)` of the method's own block, whatever it is. */
function resultOfBlock(ctx: Ctx, { receiver, method }: Call): Type | null {
  if (!ctx.infers || receiver === null || !isBlockParameter(ctx, receiver)) return null;
  return callsProc(ctx.program, method) ? flexibleType(YIELDED) : null;
}

/** `new` of a Data class with its own `initialize`: its parameters are unknown, but not the class of the instance. */
function instanceMade(ctx: Ctx, call: Call, receiver: Type): Type | null {
  const type = resolveType(ctx, receiver);
  return call.method === 'new' && type.kind === 'classOf' && membersOfClass(ctx, type.name) !== null
    ? nominal(type.name)
    : null;
}

function checkChoice(ctx: Ctx, call: Call, choice: Choice, actuals: Actuals): void {
  if (reportPrivate(ctx, call, choice.callee)) return;
  reportAbstract(ctx, call, choice.callee);
  reportMismatch(ctx, choice, { method: call.method }, call.methodSpan, actuals);
  for (const { match } of choice.chosen) {
    for (const { actual, param } of match.pairs) {
      const expected = substituteSolutionInType(param.type, match.bounds);
      if (actual.expr !== null) settleLiteral(ctx, actual.expr, expected);
      recordBoundConstraint(ctx, actual, expected, choice.chosen.length);
      if (actual.expr?.kind === 'lambda')
        checkPassedLambda(ctx, actuals.env, actual.expr, expected, { callee: choice.callee, method: call.method });
    }
  }
}

/** A lambda argument gets its parameter types from the callee's signature; only then is its result known. */
function checkPassedLambda(
  ctx: Ctx,
  env: Env,
  lambda: Lambda,
  expected: Type,
  { callee, method }: { readonly callee: Callee; readonly method: string },
): void {
  const wanted = procOf(ctx, expected);
  if (wanted === null) return;
  const { type } = ctx.rules.expr(ctx, env, lambda, expected);
  const result = type.kind === 'proc' ? type.method.result : DYNAMIC;
  if (ctx.silent || isAssignable(ctx, result, wanted.result)) return;
  const args = {
    method: calleeName(callee.info, method, callee.makes),
    expected: showExpected(ctx, wanted.result),
    got: showGot(ctx, result, wanted.result),
    hint: hintFor(ctx, result, wanted.result),
  };
  report(ctx, 'LP3012', lambda.span, args, declaredAt(callee.info));
}

/** What a call passes to a method without a signature. */
interface Given {
  readonly actuals: Actuals;
  /** What its block returns; %bot: there is none; null: unknown. */
  readonly block: Type | null;
}

function typeOfGivenBlock(call: Call, block: CheckedBlock | null): Type | null {
  if (call.block === null) return BOTTOM;
  return call.block.type === 'block' && block !== null ? block.result : null;
}

function resultOf(ctx: Ctx, call: Call, choice: Choice, given: Given): Type {
  const { callee, chosen } = choice;
  if (callee.info !== null && callee.arms.length === 0) {
    return joinTwoTypes(ctx, untypedResult(ctx, callee, given), untypedOverrides(ctx, callee, given, call));
  }
  const [first] = chosen;
  if (first === undefined) {
    const accepted = resultWithoutRefused(ctx, choice, given.actuals);
    if (accepted !== null) return accepted;
    const [only] = callee.arms;
    return only !== undefined && callee.arms.length === 1 ? substituteSolution(only, new Map()).result : DYNAMIC;
  }
  if (choice.vague && !agreeOnResult(chosen)) return DYNAMIC;
  const declared = joinAllTypes(
    ctx,
    chosen.map(one => resultOfMatch(one.arm, one.match)),
  );
  return joinTwoTypes(ctx, declared, untypedOverrides(ctx, callee, given, call));
}

/** Without a signature, `new` still returns an instance, and the result of a body is inferred. */
function untypedResult(ctx: Ctx, callee: Callee, given: Given): Type {
  if (callee.makes !== null) {
    const made = substituteSolutionInType(callee.makes, new Map());
    return made.kind === 'nominal' ? allocate(ctx, callee, made, given.actuals) : made;
  }
  return callee.info === null ? DYNAMIC : inferFrom(ctx, callee.info, callee.receiver, given);
}

function inferFrom(ctx: Ctx, info: NonNullable<Callee['info']>, receiver: Type, { actuals, block }: Given): Type {
  // Which of several definitions runs depends on when the call is made.
  if (ctx.inference !== null && info.redefinitions.length > 0) return DYNAMIC;
  const plain = actuals.list.every(actual => actual.kind === 'positional') && !actuals.open;
  const types = plain ? actuals.list.map(actual => generaliseType(ctx, replaceSelf(ctx, actual.type))) : null;
  return ctx.rules.resultOf(ctx, info, replaceSelf(ctx, receiver), types, block && generaliseType(ctx, block));
}

/** An override without a signature may run instead, so its result is joined. */
function untypedOverrides(ctx: Ctx, callee: Callee, given: Given, call: Call): Type {
  if (callee.info?.origin !== 'workspace' || call.method === 'new') return BOTTOM;
  const results = overridesOf(ctx, callee)
    .filter(override => override.info.signature === null && override.info.definition !== null)
    .map(override => inferFrom(ctx, override.info, nominal(override.receivers[0] ?? override.info.owner), given));
  return joinAllTypes(ctx, results);
}

function candidatesOf(ctx: Ctx, choice: Choice): readonly CallCandidate[] {
  const { callee } = choice;
  const own: CallCandidate = {
    receiver: replaceSelf(ctx, callee.receiver),
    method: callee.info?.key ?? null,
    arms: choice.chosen.map(one => ({ index: one.index, type: substituteSolution(one.arm, one.match.bounds) })),
  };
  if (callee.makes !== null) return [own];
  const others = overridesOf(ctx, callee).flatMap(({ info, receivers }) => {
    return receivers.map(name => ({ receiver: nominal(name), method: info.key, arms: overrideArms(ctx, info, name) }));
  });
  return [own, ...others];
}

function overrideArms(ctx: Ctx, info: NonNullable<Callee['info']>, name: string): CallCandidate['arms'] {
  return signatureOf(ctx, info).map((arm, index) => ({
    index,
    type: substituteSolution(
      instantiateMethod(ctx, arm, { owner: info.owner, receiver: nominal(name), self: nominal(name) }),
      new Map(),
    ),
  }));
}
