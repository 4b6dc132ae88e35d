/** Runs the generated methods of a batch in the embedded Ruby: their results, and what they changed. */
import type { createRubyHost } from '../../../server/src/host/rubyHost';
import { NEVER } from '../workspace';
import type { Input, Value } from './inputs';
import type { GeneratedProgram } from './program';
import { FIELDS, rubyOf } from './texts';

export interface Run {
  readonly input: Input;
  /** Null: it ended with an error. */
  readonly result: { readonly value: Value } | null;
  readonly error: string | null;
  readonly message: string | null;
  /** The parameters (the passed objects) and fields after the run. */
  readonly after: Readonly<Record<string, Value>>;
  /** Names of parameters and fields that are the same object as the result. */
  readonly sameAs: readonly string[];
  /** Fields of `self` and contents of arguments that were changed. */
  readonly changed: readonly string[];
}

type Ruby = ReturnType<typeof createRubyHost>;

/** Lines per run; longer runs are left out. */
const FUEL = 300;

/** Null: Ruby does not accept the program. */
export async function runAll(
  ruby: Ruby,
  asked: readonly { readonly program: GeneratedProgram; readonly inputs: readonly Input[] }[],
): Promise<readonly (readonly Run[] | null)[]> {
  const data = asked.map(({ program, inputs }) => ({
    name: program.name,
    source: rubyOf(program),
    params: program.params,
    fields: FIELDS,
    inputs: inputs.map(each => each.values),
  }));
  const reply = await ruby.evaluate(`${DRIVER}\nGenerated.all(${quoted(JSON.stringify(data))})`, [], NEVER);
  if (reply.kind !== 'value') throw new Error(reply.why);
  const all = JSON.parse(reply.text) as readonly (readonly (Omit<Run, 'input'> | null)[] | null)[];
  return all.map((runs, at) =>
    runs === null
      ? null
      : runs.flatMap((run, index) => (run === null ? [] : [{ ...run, input: asked[at]!.inputs[index]! }])),
  );
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, found => `\\${found}`)}'`;
}

const DRIVER = `
require 'json'
class Box
  attr_accessor :v, :xs
  def initialize(v, xs)
    @v = v
    @xs = xs
  end
  def bump
    @v += 1
  end
end
Pair = Struct.new(:p, :q)
module Generated
  class Fuel < Exception; end
  class << self
    def all(json) = JSON.generate(JSON.parse(json).map { |each| one(each) })

    def one(program)
      Object.class_eval(program['source'])
      program['inputs'].map { |input| run(Object.const_get(program['name']), program, input) }
    rescue SyntaxError
      nil
    end

    def build(kind, value)
      case kind
      when 'arr' then value.dup
      when 'str' then +value
      when 'hash' then value.transform_keys(&:to_sym)
      when 'box' then Box.new(value['v'], value['xs'].dup)
      when 'pair' then Pair.new(value['p'], value['q'])
      else value
      end
    end

    def show(value)
      case value
      when Box then { v: value.v, xs: value.xs.dup }
      when Pair then { p: value.p, q: value.q }
      when Hash, Array then value.dup
      when String then value.dup
      else value
      end
    end

    # Whatever could be seen from outside, by its name.
    def seen(objects, fields)
      deep = objects.flat_map { |name, value| value.is_a?(Box) ? [[name + '.xs', value.xs]] : [] }.to_h
      [objects.merge(deep), fields]
    end

    def run(type, program, input)
      kinds = (program['params'] + program['fields']).to_h { |each| [each['name'], each['kind']] }
      objects = {}
      input.each do |name, value|
        shared = value.is_a?(Hash) && value['same']
        objects[name] = shared ? objects[shared] : build(kinds[name], value)
      end
      target = type.new(*program['fields'].map { |each| objects[each['name']] })
      args = program['params'].map { |each| objects[each['name']] }
      fields = program['fields'].map { |each| each['name'] }
      held, = seen(objects, {})
      before = held.transform_values { |value| Marshal.dump(value) }
      outcome = attempt { target.m(*args) }
      return nil if outcome.nil?

      after = program['params'].to_h { |each| [each['name'], show(objects[each['name']])] }
      fields.each { |name| after[name] = show(target.instance_variable_get(name)) }
      changed = held.keys.select { |name| Marshal.dump(held[name]) != before[name] }
      changed += fields.reject { |name| target.instance_variable_get(name).equal?(objects[name]) }
      result, error, message = outcome
      same = [Array, Hash, String, Box, Pair].any? { |kind| kind === result } ? objects.keys.select { |name| objects[name].equal?(result) } : []
      { result: error ? nil : { value: show(result) }, error: error, message: message, after: after, sameAs: same, changed: changed.uniq }
    end

    def attempt
      left = ${FUEL}
      trace = TracePoint.new(:line, :b_call) { raise Fuel if (left -= 1) < 0 }
      value = trace.enable { yield }
      [value, nil, nil]
    rescue Fuel
      nil
    rescue SystemStackError, NoMemoryError
      nil
    rescue StandardError, ScriptError => e
      left < 0 ? nil : [nil, e.class.name, e.message]
    end
  end
end`;
