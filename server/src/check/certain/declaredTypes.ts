/**
 * Rule: an argument breaks the contract of an annotated method of the workspace if no value that its type leaves is of
 * the declared type. Each method that the call may run must exclude the argument, with all of its arms.
 */
import { anchorPath, type Place } from '../../base/span';
import { ancestors } from '../../program/ancestors';
import { classesOf, haveNoClassInCommon } from '../../program/unrelatedTypes';
import type { Call } from '../../ril/ril';
import { equalKeys } from '../../types/equal';
import { keyType } from '../../types/subtypeNominals';
import { BOTTOM, DYNAMIC, nominal, type Type } from '../../types/type';
import { membersOf, resolveType } from '../../typing/typeOps';
import { calleeName, declaredAt, describeWrongType } from '../binding/callReports';
import type { Mismatch } from '../binding/matchArguments';
import type { Choice } from '../binding/overloads';
import { overridesOf } from '../callees/callees';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { mayReport, reportCertain } from './certainReports';
import { certainlyLacks, isExact, isFullyVisible } from './knownClasses';

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
  if (overridesOf(ctx, callee).some(override => override.info.signature !== null)) return false;
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
  if (plain.kind === 'structural') return plain.methods.some(({ name }) => certainlyLacks(ctx, value, name, exact));
  if (plain.kind === 'intersection') return plain.members.some(member => areDisjoint(ctx, member, value, exact));
  if (plain.kind === 'classOf' || value.kind === 'classOf') return areOtherClasses(ctx, plain, value);
  if (value.kind === 'tuple' || value.kind === 'finiteHash') return hasWrongPart(ctx, plain, value);
  // An object of exactly this class may be one of a superclass of the declared class.
  const [name] = exact ? (classesOf(value) ?? []) : [];
  if (name !== undefined && plain.kind === 'nominal' && value.kind !== 'union' && isFullyVisible(ctx, name))
    return !ancestors(ctx.program, name).includes(plain.name);
  return haveNoClassInCommon(ctx.program, plain, value);
}

/** A class object is not an instance of another class, and not the class object of an unrelated class. */
function areOtherClasses({ program }: Ctx, declared: Type, value: Type): boolean {
  if (declared.kind === 'classOf' && value.kind === 'classOf')
    return haveNoClassInCommon(program, nominal(declared.name), nominal(value.name));
  const [other] = [declared, value].flatMap(type => classesOf(type) ?? []);
  return other !== undefined && !ancestors(program, 'Class').includes(other);
}

/** A literal whose elements, keys or values are not of the declared types, or that has another length. */
function hasWrongPart(ctx: Ctx, declared: Type, value: Extract<Type, { kind: 'tuple' | 'finiteHash' }>): boolean {
  return pairParts(declared, value).some(([expected, given]) => {
    const accepted = membersOf(ctx, expected);
    const exact = given.kind === 'literal';
    return membersOf(ctx, given).every(each => accepted.every(one => areDisjoint(ctx, one, each, exact)));
  });
}

/** Each part of a literal with the type that is declared for it. */
function pairParts(
  declared: Type,
  value: Extract<Type, { kind: 'tuple' | 'finiteHash' }>,
): readonly (readonly [declared: Type, given: Type])[] {
  if (value.kind === 'tuple') {
    if (declared.kind === 'tuple')
      return declared.elements.length === value.elements.length
        ? value.elements.map((each, i) => [declared.elements[i] ?? DYNAMIC, each])
        : [[BOTTOM, value]];
    const [element] = declared.kind === 'nominal' && declared.name === 'Array' ? declared.args : [];
    return element ? value.elements.map(each => [element, each]) : [[declared, nominal('Array')]];
  }
  if (declared.kind === 'finiteHash')
    return value.entries.flatMap(({ key, type }) => {
      const expected = declared.entries.find(each => equalKeys(each.key, key));
      return expected ? [[expected.type, type] as const] : [];
    });
  const [keys, values] = declared.kind === 'nominal' && declared.name === 'Hash' ? declared.args : [];
  if (!keys || !values) return [[declared, nominal('Hash')]];
  return value.entries.flatMap(({ key, type }) => [[keys, keyType(key)] as const, [values, type] as const]);
}
