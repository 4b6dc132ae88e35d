/** docs/core.md lists methods that call code of the program: objects that record every call show which methods do. */
import assert from 'node:assert/strict';
import { CALLS, KEEPS } from '../../server/build/coreEffects';
import { findMethod } from '../../server/src/program/lookup';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

/** Methods of these classes that called nothing, whatever their arguments. */
const SCRIPT = `
  class Own
    include Enumerable
    include Comparable
    def each = ($ran << :each; block_given? && (yield 1; yield 2); self)
    def <=>(other) = ($ran << :<=>; 0)
    def rewind = $ran << :rewind
    def size = ($ran << :size; 2)
    def inspect = ($ran << :inspect; "own")
  end
  class Amount < Numeric
    { coerce: [1, 1], to_f: 1.0, to_r: 1r, divmod: [1, 1], "<=>": 0, "==": true, "<": true, ">": true, "<=": true, ">=": true,
      zero?: true }.each { |name, value| define_method(name) { |*| $ran << name; value } }
    %i[+ - * / % div floor to_i to_int -@ abs truncate].each { |name| define_method(name) { |*| $ran << name; 1 } }
  end
  def runs_nothing?(make, name)
    $ran = []
    [nil, proc { $ran << :block; 1 }].product([[], [1], [Own.new], [1, 2]]) do |block, args|
      make.call.public_send(name, *args, &block)
    rescue StandardError
    end
    $ran.empty?
  end
  {
    Numeric => -> { Amount.new }, Enumerable => -> { Own.new }, Comparable => -> { Own.new },
    Enumerator => -> { Own.new.to_enum(:each) { $ran << :size; 2 } }, Enumerator::Lazy => -> { Own.new.lazy },
    Enumerator::Chain => -> { Own.new.chain([1]).tap { |chain| chain.each { break } } },
    Enumerator::Product => -> { Enumerator::Product.new(Own.new) },
  }.flat_map { |owner, make|
    own = owner.public_instance_methods(false) - %i[cycle step]
    own.select { |name| runs_nothing?(make, name) }.map { |name| owner.name + "#" + name.to_s }
  }.sort.join(" ")
`;

describe('methods that call code of the program', () => {
  it('are each classified correctly', async () => {
    const ruby = hostForTests();
    try {
      const reply = await ruby.evaluate(SCRIPT, [], NEVER);
      assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : '');
      const library = coreLibrary()!;
      // Labelled methods are tested by conformanceSignatures.test.ts.
      const quiet = reply.text.split(' ').filter(key => {
        const [owner = '', name = ''] = key.split('#');
        const labels = findMethod(library, owner, name)?.signature?.labels;
        return CALLS.has(owner) && !labels?.pure && labels?.modifies == null;
      });
      assert.deepEqual(quiet, [...KEEPS].sort());
    } finally {
      await ruby.close();
    }
  });
});
