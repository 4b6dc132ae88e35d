/**
 * Rule: an argument breaks the contract of an annotated method of the workspace if no value that its type leaves is of
 * the declared type. Each method that the call may run must exclude the argument, with all of its arms.
 */
import { anchorPath, type Place } from '../../base/span';
import { ancestors } from '../../program/ancestors';
import { haveNoClassInCommon } from '../../program/unrelatedTypes';
import type { Call } from '../../ril/ril';
import type { Type } from '../../types/type';
import { membersOf, resolveType } from '../../typing/typeOps';
import { calleeName, declaredAt, describeWrongType } from '../binding/callReports';
import type { Mismatch } from '../binding/matchArguments';
import type { Choice } from '../binding/overloads';
import { overridesOf } from '../callees/callees';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { isExact, isWhole, surelyLacks } from './knownClasses';
import { mayReport, reportCertain } from './reports';

type WrongType = Extract<Mismatch, { readonly why: 'type' }>;

export function reportExcludedArgument(ctx: Ctx, env: Env, call: Call, choices: readonly Choice[]): void {
  // A violation is an error of its own (Loupe::Violation), which tests may expect by any name.
  if (!mayReport(ctx, env) || ctx.inference?.rescued?.length !== 0) return;
  const [choice] = choices;
  if (choice === undefined || !choices.every(one => isDeclared(ctx, one.callee))) return;
  // An arm that takes another number of arguments accepts none of them.
  const wrong = choices.flatMap(one =>
    one.mismatches.flatMap(({ mismatch }) => (isOfType(mismatch) ? [mismatch] : [])),
  );
  const [first] = wrong;
  if (!first || choices.some(one => one.mismatches.length === 0)) return;
  if (!wrong.every(one => one.actual.span.start === first.actual.span.start && isExcluded(ctx, one))) return;
  const { info, makes } = choice.callee;
  const words = describeWrongType(ctx, first);
  const expected = [...new Set(wrong.map(one => describeWrongType(ctx, one).expected))].join(' or ');
  const hint = wrong.length > 1 ? '' : words.hint;
  const args = { ...words, method: calleeName(info, call.method, makes), expected, hint };
  const related = declaredAt(info, choice.mismatches[0]?.index);
  reportCertain(ctx, env, {
    code: 'LP5017',
    span: first.actual.span,
    raises: 'TypeError',
    name: call.method,
    args,
    related,
  });
}

/** By an annotation in a Ruby file, which nothing redefines; an override may declare more. */
function isDeclared(ctx: Ctx, callee: Callee): boolean {
  const { info } = callee;
  if (info?.origin !== 'workspace' || info.signature === null || info.redefinitions.length > 0) return false;
  if (info.definition === null || overridesOf(ctx, callee).some(override => override.info.signature !== null))
    return false;
  return info.signature.arms.every(
    arm => arm.place !== null && isInRuby(arm.place) && arm.origin === null && !arm.broken && !arm.misnamed,
  );
}

function isInRuby({ anchor }: Place): boolean {
  return !/\.rb[si]$/.test(anchorPath(anchor));
}

function isOfType(mismatch: Mismatch): mismatch is WrongType {
  return mismatch.why === 'type';
}

function isExcluded(ctx: Ctx, { actual, expected }: WrongType): boolean {
  const given = membersOf(ctx, actual.type);
  const accepted = membersOf(ctx, expected);
  if (given.length === 0 || accepted.length === 0) return false;
  return given.every(member => accepted.every(one => areDisjoint(ctx, one, member, isExact(actual.expr))));
}

function areDisjoint(ctx: Ctx, declared: Type, given: Type, exact: boolean): boolean {
  const plain = resolveType(ctx, declared);
  const value = resolveType(ctx, given);
  if (plain.kind === 'structural') return plain.methods.some(({ name }) => surelyLacks(ctx, value, name, exact));
  if (plain.kind === 'intersection') return plain.members.some(member => areDisjoint(ctx, member, value, exact));
  // An object of exactly this class may be one of a superclass of the declared class.
  if (exact && plain.kind === 'nominal' && value.kind === 'nominal' && isWhole(ctx, value.name))
    return !ancestors(ctx.program, value.name).includes(plain.name);
  return haveNoClassInCommon(ctx.program, plain, value);
}
