/**
 * The labels of server/core/matches.rb agree with Ruby: what a method does to `$~` of its caller, given regexps, strings and other
 * values, and that its block does not run after the call. Methods that are given nothing to match leave `$~` alone without a label.
 */
import assert from 'node:assert/strict';
import type { MethodInfo } from '../../server/src/program/program';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

const methods: readonly MethodInfo[] = [...coreLibrary()!.classes.values()].flatMap(info => [...info.methods.values()]);

async function run(script: string): Promise<string> {
  const ruby = hostForTests();
  try {
    const reply = await ruby.evaluate(script, [], NEVER);
    assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : reply.kind);
    return reply.text;
  } finally {
    await ruby.close();
  }
}

const CALLS = `
  require "set"
  RECEIVERS = {
    "String" => ["abc", "", "zz"], "Symbol" => [:abc], "Regexp" => [/b/, /(b)|c/], "Array" => [["abc", "b"], []], "Hash" => [{ "abc" => 1 }],
    "Enumerable" => [Set["abc"]], "Integer" => [98], "Kernel" => ["abc", nil, 1], "BasicObject" => ["abc", 1],
    "MatchData" => [/(b)(c)?/.match("abc")], "NilClass" => [nil], "Float" => [1.5], "Set" => [Set["abc"]], "Range" => ["a".."c"],
    "Struct" => [Struct.new(:a).new("abc")],
  }
  ARGS = [[], ["b"], ["q"], [/b/], [/q/], [/(b)|c/], [1], [:b], [nil], [0, 1], [/b/, "x"], [/q/, "x"], [/(b)|c/, 1], [/q/, 1], ["b", "x"],
          ["abc"], [["b"]], [{ "b" => "x" }], [String], [98]]
  SKIPPED = /\\A(instance_eval|instance_exec|__send__|send|public_send|instance_variable_set|exit.*|abort|at_exit|fork|exec|system|spawn|sleep|loop|gets|trap|test|open|select|binding|eval|display|extend|syscall|\`|srand|readlines?|catch|throw|require.*|load|autoload.*|warn|p|puts|print|printf|putc|set_trace_func|trace_var|untrace_var|then|tap|method|public_method|singleton_method|define_singleton_method|irb|pp|caller.*|proc|lambda|freeze)\\z/
  def outcome(receiver, name, args, with_block)
    inside = []
    "zz" =~ /zz/
    before = $~
    inner = proc { |*| inside << $~; "x" }
    actual = args.map { |arg| arg.dup }
    result = with_block ? receiver.dup.public_send(name, *actual, &inner) : receiver.dup.public_send(name, *actual)
    [before, $~, result, inside]
  rescue StandardError, NotImplementedError
    nil
  end
  def each_outcome(key, blocks = [false, true])
    owner, name = key.split("#", 2)
    return if name.match?(SKIPPED)
    (RECEIVERS[owner] || []).product(ARGS, blocks) do |receiver, args, with_block|
      got = outcome(receiver, name, args, with_block)
      yield receiver, args, with_block, *got if got
    end
  end
`;

const LABELLED = `
  WANTED.flat_map { |key, said|
    wrong = []
    each_outcome(key) do |receiver, args, block, before, after, result, inside|
      given = [receiver, *args.first(1)]
      regexp = given.any?(Regexp)
      fine = case said
             when "nothing" then after.equal?(before)
             when "yielded" then !block || !regexp || inside.all? { |each| each && !each.equal?(before) }
             else
               exact = regexp && !block && (said == "result" || args.size == 1)
               exact ? !after.equal?(before) && !after.nil? == !!result : true
             end
      fine &&= after.equal?(before) if args.all? { |arg| arg.nil? || arg.is_a?(Integer) } && !regexp
      wrong << "#{key}: #{receiver.inspect} #{args.inspect} #{block}" unless fine
    end
    wrong.first(1)
  }.join("\n")
`;

/** Without arguments, block and regexp, no method matches. */
const UNLABELLED = `
  WANTED.flat_map { |key, _|
    wrong = []
    each_outcome(key, [false]) do |receiver, args, _, before, after, _, _|
      next if receiver.is_a?(Regexp) || !args.all? { |arg| arg.nil? || arg.is_a?(Integer) }
      wrong << "#{key}: #{receiver.inspect} #{args.inspect}" unless after.equal?(before)
    end
    wrong.first(1)
  }.join("\n")
`;

/** A block that ran during the call does not run again when the result is used. */
const KEPT = `
  WANTED.flat_map { |key, _|
    wrong = []
    each_outcome(key) do |receiver, args, block, _, _, result, inside|
      next unless block
      count = inside.size
      result.to_s
      result.inspect
      wrong << "#{key}: #{args.inspect}" unless inside.size == count && !result.is_a?(Enumerator)
    end
    wrong.first(1)
  }.join("\n")
`;

async function check(script: string, wanted: readonly (readonly [string, string | null])[]): Promise<void> {
  assert.ok(wanted.length > 0);
  assert.equal(await run(`WANTED = ${JSON.stringify(wanted).replaceAll('null', 'nil')}\n${CALLS}\n${script}`), '');
}

describe('labels of matches', function () {
  this.timeout(600_000);

  it('say correctly what a method does to $~', () =>
    check(
      LABELLED,
      methods.flatMap(({ key, facts }) => (facts?.matches ? [[key, facts.matches] as const] : [])),
    ));

  it('are not needed where there is nothing to match', () =>
    check(
      UNLABELLED,
      methods.flatMap(({ key, facts, owner }) =>
        facts?.matches ||
        !['String', 'Symbol', 'Array', 'Hash', 'Integer', 'Kernel', 'MatchData', 'Enumerable'].includes(owner)
          ? []
          : [[key, null] as const],
      ),
    ));

  it('say correctly that a block is not kept', () =>
    check(
      KEPT,
      methods.flatMap(({ key, facts }) => (facts?.keepsBlock === false ? [[key, null] as const] : [])),
    ));
});
