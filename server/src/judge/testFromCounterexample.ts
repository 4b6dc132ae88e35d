/**
 * A confirmed counterexample -> a test in plain Ruby that fails now and passes once the bug is fixed. It makes the same
 * call and asserts the clause that broke; for an error that Ruby raised, that nothing is raised.
 */
import { showReason } from '../problems/obligations';
import { ancestors } from '../program/ancestors';

import { fieldOf, findMethod } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { CallSource } from '../proof/replay';
import type { ObligationVerdict } from '../proof/verdict';
import { resultNames, testsOutcome } from '../types/exceptionalOutcome';
import type { Clause, Refinement } from '../types/type';
import { contractOfObligation } from './contractOfObligation';
import { armWith, clauseId, clausesOf } from './replayContract';
import { type TypeOf, translateToRuby } from './rubySource';

export interface TestRequest {
  readonly program: Program;
  readonly method: MethodInfo;
  readonly obligation: ObligationVerdict;
  readonly framework: 'minitest' | 'rspec';
  /** The method's file as the test requires it: `../lib/clock`. */
  readonly requirePath: string;
  /** Numbers the tests of methods with the same name, from 1. Tests run together. */
  readonly nth?: number;
}

export interface GeneratedTest {
  /** `clock_tick_test.rb`, `clock_tick_spec.rb` */
  readonly fileName: string;
  readonly text: string;
}

interface Body {
  readonly before: readonly string[];
  readonly call: string;
  readonly after?: readonly string[];
  /** Null: the call itself must not raise. */
  readonly assertion: string | null;
}

/** Null: not confirmed, or the clause has no plain Ruby. */
export function testFromCounterexample(input: TestRequest): GeneratedTest | null {
  const request = { ...input, method: withBrokenContract(input) };
  const { obligation } = request;
  const source = obligation.counterexample?.source;
  if (obligation.cause !== 'confirmed' || !source) return null;
  const body = bodyOf(request, source);
  if (!body) return null;
  const name = `${nameOf(request.method)}${(request.nth ?? 1) > 1 ? `_${request.nth}` : ''}`;
  return request.framework === 'minitest'
    ? { fileName: `${name}_test.rb`, text: minitest(request, name, body) }
    : { fileName: `${name}_spec.rb`, text: rspec(request, body) };
}

/** The broken clause may belong to an inherited contract. */
function withBrokenContract({ program, method, obligation }: TestRequest): MethodInfo {
  const inherited = contractOfObligation(program, method, obligation.contract);
  return inherited ? { ...method, signature: inherited.from.signature } : method;
}

function bodyOf(request: TestRequest, source: CallSource): Body | null {
  const { method, obligation } = request;
  const arm = armWith(method, obligation.clause?.place ?? null);
  const given = argumentNames(method, source);
  const taken = [...given, ...source.setup.map(line => line.split(' = ')[0] ?? '')];
  const result = arm?.type.resultName ?? chooseUnusedName('result', taken);
  const names = { result, receiver: chooseUnusedName('receiver', [...taken, result]), given };
  const arranged = arrangeCall(method, source, names);
  const place = obligation.clause?.place;
  const clause = place && arm ? clausesOf(arm).find(each => clauseId(each.place) === clauseId(place)) : undefined;
  if (clause && arm && testsOutcome(clause.expr, resultNames(arm.type))) return null; // not expressible in plain Ruby
  const raised = obligation.counterexample?.exception ?? null;
  if (raised) return { ...arranged, assertion: null };
  if (obligation.kind === 'field-refinement' || obligation.kind === 'class-invariant')
    return assertInvariants(request, source, arranged, names);
  if (obligation.kind === 'non-nil') return { ...arranged, assertion: `!${result}.nil?` };
  return clause ? withClause(request, source, arranged, clause, names) : null;
}

function withClause(
  request: TestRequest,
  source: CallSource,
  arranged: Omit<Body, 'assertion'>,
  clause: Clause,
  names: Names,
): Body | null {
  const { result } = names;
  const receiver = source.how === 'function' ? null : source.how === 'new' ? result : names.receiver;
  const known = new Set([...binders(request.method, clause), result]);
  const text = translateToRuby(clause.expr, receiver, known, typesIn(request, clause));
  return text && { before: [...arranged.before, ...text.before], call: arranged.call, assertion: text.text };
}

/** The invariants of a class, if the receiver is its only instance and ends up broken. */
function assertInvariants(
  request: TestRequest,
  source: CallSource,
  arranged: Omit<Body, 'assertion'>,
  names: Names,
): Body | null {
  const place = request.obligation.clause?.place;
  const receiver = source.how === 'new' ? names.result : source.how === 'function' ? null : names.receiver;
  if (!place || receiver === null || !source.brokenAtEnd) return null;
  for (const owner of ancestors(request.program, request.method.owner)) {
    for (const { field, refinement } of invariantsOf(request.program, owner)) {
      const clause = refinement.clauses.find(each => clauseId(each.place) === clauseId(place));
      if (!clause || usesOtherObject(source, [owner, request.method.owner])) continue;
      const binder = field === null ? null : (refinement.binder ?? null);
      const text = translateToRuby(clause.expr, receiver, new Set(binder === null ? [] : [binder]));
      if (!text || text.before.length > 0) return null;
      const after = binder === null ? [] : [`${binder} = ${receiver}.instance_variable_get(:${field})`];
      return { ...arranged, after, assertion: text.text };
    }
  }
  return null;
}

function invariantsOf(
  program: Program,
  owner: string,
): readonly { readonly field: string | null; readonly refinement: Refinement }[] {
  const info = program.classes.get(owner);
  const fields = [...(info?.fields.values() ?? [])].flatMap(({ name, refinement }) =>
    refinement && /^@[^@]/.test(name) ? [{ field: name, refinement }] : [],
  );
  return [...fields, ...(info?.invariants ?? []).map(({ refinement }) => ({ field: null, refinement }))];
}

/** Another object of one of these classes takes part: it may be the broken one. */
function usesOtherObject(source: CallSource, classes: readonly string[]): boolean {
  const others = [...source.setup, ...source.args.map(arg => arg.source)];
  return others.some(text => classes.some(name => text.includes(name)));
}

/** The declared types of fields, arguments and methods without arguments. */
function typesIn({ program, method }: TestRequest, clause: Clause): TypeOf {
  const params = armWith(method, clause.place)?.type.params ?? [];
  return expr => {
    if (expr.kind === 'var' && expr.scope === 'instance')
      return fieldOf(program, method.owner, expr.name)?.type ?? null;
    const name = expr.kind === 'var' ? expr.name : expr.kind === 'call' && expr.receiver === null ? expr.method : null;
    const param = params.find(each => each.name !== null && each.name === name);
    if (param || name === null) return param?.type ?? null;
    return findMethod(program, method.owner, name)?.signature?.arms[0]?.type.result ?? null;
  };
}

function binders(method: MethodInfo, clause: Clause): readonly string[] {
  const arm = armWith(method, clause.place);
  return (arm?.type.params ?? []).flatMap(param => (param.name ? [param.name] : []));
}

/** Variables of a test. */
interface Names {
  readonly result: string;
  readonly receiver: string;
  /** Of the arguments, in order. */
  readonly given: readonly string[];
}

export function chooseUnusedName(wish: string, taken: readonly string[]): string {
  return taken.includes(wish) ? chooseUnusedName(`${wish}_`, taken) : wish;
}

/** Arguments get the names that the clauses use (by position), so that a clause refers to the objects of the call. */
export function argumentNames(method: MethodInfo, source: CallSource): readonly string[] {
  const params = method.signature?.arms[0]?.type.params ?? [];
  return source.args.map((arg, i) => (arg.keyword ? arg.name : (params[i]?.name ?? arg.name)));
}

export function arrangeCall(method: MethodInfo, source: CallSource, names: Names): Omit<Body, 'assertion'> {
  const named = source.args.map((arg, i) => ({ ...arg, variable: names.given[i] ?? arg.name }));
  const receiver = source.how === 'public' || source.how === 'send' ? [`${names.receiver} = ${source.receiver}`] : [];
  const list = named
    .map(arg => (arg.keyword ? `${arg.name}: ${arg.variable}` : `${arg.spread ?? ''}${arg.variable}`))
    .join(', ');
  const set = named.filter(arg => arg.variable !== arg.source);
  return {
    before: [...source.setup, ...receiver, ...set.map(arg => `${arg.variable} = ${arg.source}`)],
    call: `${names.result} = ${callText(method, source, list, names.receiver)}`,
  };
}

function callText(method: MethodInfo, source: CallSource, list: string, receiver: string): string {
  const block = source.block ?? '';
  const given = `${list === '' ? '' : `(${list})`}${block}`;
  switch (source.how) {
    case 'new':
      return `${method.owner}.new${given}`;
    case 'function':
      return isPlainName(method.name) ? `${method.name}${given}` : `send(${sendArguments(method, list)})${block}`;
    case 'send':
      return `${receiver}.send(${sendArguments(method, list)})${block}`;
    case 'public':
      return isPlainName(method.name)
        ? `${receiver}.${method.name}${given}`
        : `${receiver}.public_send(${sendArguments(method, list)})${block}`;
  }
}

function isPlainName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*[?!]?$/u.test(name);
}

/** `:val=, x` */
function sendArguments({ name }: MethodInfo, list: string): string {
  const quoted = isPlainName(name.replace(/=$/, '')) ? name : literalText(name);
  return [`:${quoted}`, ...(list === '' ? [] : [list])].join(', ');
}

export function nameOf(method: MethodInfo): string {
  const words = `${method.owner === 'Object' ? '' : method.owner}_${method.name}`;
  const plain = words
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase();
  return plain.replace(/^_+|_+$/g, '') || 'method';
}

const HEADER = '# Written by Loupe from a counterexample: it fails until the bug is fixed.';

function describeExpectation({ method, obligation }: TestRequest): string {
  const what = obligation.clause
    ? `ensures ${obligation.clause.text}`
    : `must not fail: ${showReason(obligation.reason).required}`;
  return `${method.key.replace(/^#/, '')} ${what}`;
}

function minitest(request: TestRequest, name: string, body: Body): string {
  const title = name.replace(/(^|_)([a-z\d])/g, (_, __, letter: string) => letter.toUpperCase());
  const end = body.assertion === null ? [] : [`assert(${body.assertion}, ${failure(request)})`];
  return `${[
    HEADER,
    ...(needsRails(request) ? ["require 'test_helper'"] : ["require 'minitest/autorun'"]),
    ...libraries(body),
    ...(needsRails(request) ? [] : [`require_relative '${request.requirePath}'`]),
    '',
    `class ${title}Test < ${needsRails(request) ? 'ActiveSupport::TestCase' : 'Minitest::Test'}`,
    `  # ${describeExpectation(request)}`,
    `  def test_${name}`,
    ...[...body.before, body.call, ...(body.after ?? []), ...end].map(line => `    ${line}`),
    '  end',
    'end',
  ].join('\n')}\n`;
}

function rspec(request: TestRequest, body: Body): string {
  const end = body.assertion === null ? [] : [`expect(${body.assertion}).to be_truthy, ${failure(request)}`];
  return `${[
    HEADER,
    ...libraries(body),
    needsRails(request) ? "require 'rails_helper'" : `require_relative '${request.requirePath}'`,
    '',
    `RSpec.describe '${request.method.key.replace(/^#/, '')}' do`,
    `  it ${literalText(describeExpectation(request))} do`,
    ...[...body.before, body.call, ...(body.after ?? []), ...end].map(line => `    ${line}`),
    '  end',
    'end',
  ].join('\n')}\n`;
}

/** The run used a stand-in for Rails: the test belongs to the application, which loads its own models. */
function needsRails({ obligation }: TestRequest): boolean {
  return obligation.counterexample?.standIn !== undefined;
}

/** Before Ruby 3.2, Set has to be required. */
export function libraries({ before, call }: Pick<Body, 'before' | 'call'>): readonly string[] {
  return [...before, call].some(line => /\bSet\b/.test(line)) ? ["require 'set'"] : [];
}

function failure(request: TestRequest): string {
  return literalText(request.obligation.clause?.text ?? showReason(request.obligation.reason).required);
}

export function literalText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
