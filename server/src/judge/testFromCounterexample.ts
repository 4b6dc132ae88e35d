/**
 * A confirmed counterexample -> a test in plain Ruby that fails now and passes once the bug is fixed. It makes the call
 * that was run and asserts the clause that broke; for an error that Ruby raised, that nothing is raised.
 */
import { debtsOf } from '../program/debts';
import type { MethodInfo, Program } from '../program/program';
import type { CallSource } from '../proof/replay';
import type { ObligationVerdict } from '../proof/verdict';
import type { Clause } from '../types/type';
import { armWith, clauseId, clausesOf } from './replayContract';
import { rubyText } from './rubyText';

export interface TestRequest {
  readonly program: Program;
  readonly method: MethodInfo;
  readonly obligation: ObligationVerdict;
  readonly framework: 'minitest' | 'rspec';
  /** The method's file as the test requires it: `../lib/clock`. */
  readonly requirePath: string;
}

export interface GeneratedTest {
  /** `clock_tick_test.rb`, `clock_tick_spec.rb` */
  readonly fileName: string;
  readonly text: string;
}

interface Body {
  readonly before: readonly string[];
  readonly call: string;
  /** Null: the call itself must not raise. */
  readonly assertion: string | null;
}

/** Null: not confirmed, or the clause has no plain Ruby. */
export function testFromCounterexample(asked: TestRequest): GeneratedTest | null {
  const request = { ...asked, method: underItsContract(asked) };
  const { obligation } = request;
  const source = obligation.counterexample?.source;
  if (obligation.cause !== 'confirmed' || !source) return null;
  const body = bodyOf(request, source);
  if (!body) return null;
  const name = nameOf(request.method);
  return request.framework === 'minitest'
    ? { fileName: `${name}_test.rb`, text: minitest(request, name, body) }
    : { fileName: `${name}_spec.rb`, text: rspec(request, body) };
}

/** What is broken may be a promise that the method owes to another. */
function underItsContract({ program, method, obligation }: TestRequest): MethodInfo {
  const debt = debtsOf(program, method).find(({ kind, from }) => obligation.id.startsWith(`${kind}:${from.key}:`));
  return debt ? { ...method, signature: debt.from.signature } : method;
}

function bodyOf(request: TestRequest, source: CallSource): Body | null {
  const { method, obligation } = request;
  const arm = armWith(method, obligation.clause?.place ?? null);
  const result = arm?.type.resultName ?? 'result';
  const arranged = arrange(method, source, result);
  const raised = obligation.counterexample?.exception ?? null;
  if (raised) return { ...arranged, assertion: null };
  if (obligation.kind === 'non-nil') return { ...arranged, assertion: `!${result}.nil?` };
  const place = obligation.clause?.place;
  const clause = place && arm ? clausesOf(arm).find(each => clauseId(each.place) === clauseId(place)) : undefined;
  return clause ? withClause(request, source, arranged, clause, result) : null;
}

function withClause(
  request: TestRequest,
  source: CallSource,
  arranged: Omit<Body, 'assertion'>,
  clause: Clause,
  result: string,
): Body | null {
  const names = new Set([...binders(request.method, clause), result]);
  const receiver = source.how === 'function' ? null : source.how === 'new' ? result : 'receiver';
  const text = rubyText(clause.expr, receiver, names);
  return text && { before: [...arranged.before, ...text.before], call: arranged.call, assertion: text.text };
}

function binders(method: MethodInfo, clause: Clause): readonly string[] {
  const arm = armWith(method, clause.place);
  return (arm?.type.params ?? []).flatMap(param => (param.name ? [param.name] : []));
}

/** Arguments get the names that the clauses use (by position), so that a clause sees the objects of the call. */
function arrange(method: MethodInfo, source: CallSource, result: string): Omit<Body, 'assertion'> {
  const params = method.signature?.arms[0]?.type.params ?? [];
  const named = source.args.map((arg, i) => ({
    ...arg,
    variable: arg.keyword ? arg.name : (params[i]?.name ?? arg.name),
  }));
  const receiver = source.how === 'public' || source.how === 'send' ? [`receiver = ${source.receiver}`] : [];
  const list = named
    .map(arg => (arg.keyword ? `${arg.name}: ${arg.variable}` : `${arg.spread ?? ''}${arg.variable}`))
    .join(', ');
  const set = named.filter(arg => arg.variable !== arg.source);
  return {
    before: [...source.setup, ...receiver, ...set.map(arg => `${arg.variable} = ${arg.source}`)],
    call: `${result} = ${callText(method, source, list)}`,
  };
}

function callText(method: MethodInfo, source: CallSource, list: string): string {
  const block = source.block ?? '';
  const given = `${list === '' ? '' : `(${list})`}${block}`;
  switch (source.how) {
    case 'new':
      return `${method.owner}.new${given}`;
    case 'function':
      return `${method.name}${given}`;
    case 'send':
      return `receiver.send(:${[method.name, ...(list === '' ? [] : [list])].join(', ')})${block}`;
    case 'public':
      return /^\w+[?!]?$/.test(method.name)
        ? `receiver.${method.name}${given}`
        : `receiver.public_send(:${quoteName(method.name)}, ${list})${block}`;
  }
}

function quoteName(name: string): string {
  return /^\w+[?!=]?$/.test(name) ? name : `'${name}'`;
}

function nameOf(method: MethodInfo): string {
  const words = `${method.owner === 'Object' ? '' : method.owner}_${method.name}`;
  const plain = words
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase();
  return plain.replace(/^_+|_+$/g, '') || 'method';
}

const HEADER = '# Written by Loupe from a counterexample: it fails until the bug is fixed.';

function promise({ method, obligation }: TestRequest): string {
  const what = obligation.clause ? `promises ${obligation.clause.text}` : `must not fail: ${obligation.about}`;
  return `${method.key.replace(/^#/, '')} ${what}`;
}

function minitest(request: TestRequest, name: string, body: Body): string {
  const title = name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  const end = body.assertion === null ? [] : [`assert(${body.assertion}, ${failure(request)})`];
  return `${[
    HEADER,
    "require 'minitest/autorun'",
    `require_relative '${request.requirePath}'`,
    '',
    `class ${title}Test < Minitest::Test`,
    `  # ${promise(request)}`,
    `  def test_${name}`,
    ...[...body.before, body.call, ...end].map(line => `    ${line}`),
    '  end',
    'end',
  ].join('\n')}\n`;
}

function rspec(request: TestRequest, body: Body): string {
  const end = body.assertion === null ? [] : [`expect(${body.assertion}).to be_truthy, ${failure(request)}`];
  return `${[
    HEADER,
    `require_relative '${request.requirePath}'`,
    '',
    `RSpec.describe '${request.method.key.replace(/^#/, '')}' do`,
    `  it ${literalText(promise(request))} do`,
    ...[...body.before, body.call, ...end].map(line => `    ${line}`),
    '  end',
    'end',
  ].join('\n')}\n`;
}

function failure(request: TestRequest): string {
  return literalText(request.obligation.clause?.text ?? request.obligation.about);
}

function literalText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
