/**
 * Runs every row on each of its inputs in one run of the embedded Ruby: what it returns, and what it does to its
 * arguments.
 */

import type { Input } from './conformanceInputs';
import type { Row } from './conformanceRows';
import { hostForTests, NEVER } from './rubyForTests';

/** A value as a literal, arrays by elements. */
export type Shape =
  | { readonly text: string }
  | { readonly items: readonly Shape[] }
  | { readonly entries: readonly (readonly [string, Shape])[] };

type Outcome =
  | { readonly kind: 'value'; readonly value: Shape; readonly after: readonly Shape[] }
  | { readonly kind: 'raised'; readonly error: string };

export interface Case {
  readonly inputs: readonly Input[];
  readonly outcome: Outcome;
}

export interface Compared {
  readonly row: Row;
  readonly cases: readonly Case[];
}

const PARAMETERS = ['a', 'b', 'c'];

export async function askRuby(
  asked: readonly { readonly row: Row; readonly inputs: readonly (readonly Input[])[] }[],
): Promise<readonly Compared[]> {
  const ruby = hostForTests();
  try {
    const reply = await ruby.evaluate(scriptFor(asked), [], NEVER);
    if (reply.kind !== 'value') throw new Error(reply.why);
    const outcomes = JSON.parse(reply.text) as readonly (readonly Outcome[])[];
    return asked.map(({ row, inputs }, r) => ({
      row,
      cases: inputs.map((input, i) => ({ inputs: input, outcome: outcomes[r]![i]! })),
    }));
  } finally {
    await ruby.close();
  }
}

function scriptFor(asked: readonly { readonly row: Row; readonly inputs: readonly (readonly Input[])[] }[]): string {
  const rows = asked.map(({ row, inputs }) => {
    const parameters = PARAMETERS.slice(0, row.pools.length).join(', ');
    const values = inputs.map(input => `[${input.map(one => one.text).join(', ')}]`);
    return `[->(${parameters}) { ${row.code}\n}, -> { [${values.join(', ')}] }]`;
  });
  return `
    require "json"
    require "set"
    class Rank
      include Comparable
      attr_reader :n
      def initialize(n) = @n = n
      def <=>(other) = n <=> other.n
    end
    Pair = Struct.new(:p, :q)
    class Bag
      include Enumerable
      def initialize(*items) = @items = items
      def each(&block)
        @items.each(&block)
        self
      end
    end
    Spot = Data.define(:p, :q)
    def shape(value)
      case value
      when Array then { items: value.map { |item| shape(item) } }
      when Hash then { entries: value.map { |key, item| [key.inspect, shape(item)] } }
      when String then { text: JSON.generate(value) }
      when Rational then { text: "(" + value.numerator.to_s + "/" + value.denominator.to_s + "r)" }
      else { text: value.inspect }
      end
    end
    rows = [${rows.join(',\n')}]
    JSON.generate(rows.map { |code, inputs|
      inputs.call.map { |arguments|
        arguments = arguments.map { |one| one.is_a?(String) ? +one : one }
        begin
          value = code.call(*arguments)
          { kind: "value", value: shape(value), after: arguments.map { |one| shape(one) } }
        rescue StandardError => error
          { kind: "raised", error: error.class.name }
        end
      }
    })
  `;
}
