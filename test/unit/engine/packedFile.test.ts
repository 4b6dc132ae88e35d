/** A file that was read in another thread is what it would be had it been read here. */
import assert from 'node:assert';
import { packBodies, unpackBodies } from '../../../server/src/engine/incremental/packedBodies';
import { packFile, unpackFile } from '../../../server/src/engine/incremental/packedFile';
import { readFile } from '../../../server/src/engine/pipeline';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { Memos } from '../../../server/src/program/memos';
import { factsOfMethod } from '../../../server/src/resolve/bodyFacts';
import { declarationsFingerprint } from '../../../server/src/resolve/incremental';
import { toJson } from '../../../server/src/ril/dataParts';
import { methodsOf } from '../../harness/lowerRuby';
import { rubyParser } from '../../harness/rubyParser';

const RUBY = `class Shop
  type '(Integer n { n > 0 }) -> Integer'
  private def priced(n) = n * 2
  private_class_method def self.built(n)
    @built = n
    def made = @built
  end
  HANDLER = (def handle(x = (def inner = 1)) = x)
  def open(hours = (def closed = 2))
    define_method(:m) { def late = 3 }
    class << self
      def shut = (def bolted = 4)
    end
  end
  sort { |a, b| def within = 5 }
end
`;

describe('a packed file', () => {
  const memos = Memos.empty();
  let parser: RubyParser;
  before(async () => {
    parser = await rubyParser;
  });

  it('goes to another thread and comes back as it was, with the methods inside expressions', () => {
    const document = parser.open('shop.rb', RUBY);
    const reading = readFile(document.outline(), null, memos);
    document.close();
    const bodies = new Map(methodsOf(reading.ril).map(method => [method.anchor, method.body()]));
    const packed = structuredClone(packFile(reading, memos));
    assert.ok(packed.hasInner);
    const again = unpackFile(packed, memos, anchor => ({ read: () => bodies.get(anchor)! }));
    assert.deepStrictEqual(dataOf(again.ril), dataOf(reading.ril));
    assert.deepStrictEqual(dataOf(again.annotations), dataOf(reading.annotations));
    assert.strictEqual(declarationsFingerprint(memos, again.ril), reading.shape);
    const [facts, expected] = [again, reading].map(({ ril }) =>
      methodsOf(ril).map(method => dataOf(factsOfMethod(memos, method))),
    );
    assert.deepStrictEqual(facts, expected);
    assert.ok(methodsOf(again.ril).length >= 9, String(methodsOf(again.ril).length));
  });

  it('is not searched where no expression defines a method', () => {
    const document = parser.open('shop.rb', 'class Shop\n  include Comparable\n  def open = 1\nend\n');
    const packed = packFile(readFile(document.outline(), null, memos), memos);
    document.close();
    assert.ok(!packed.hasInner);
    structuredClone(packed);
  });
});

describe('packed bodies', () => {
  it('are what they were, and what was one object is one object', async () => {
    const text = `class Shop
  def open(list)
    list[0] ||= 'é'
    @total += 1.5
    self.count += list.sum { |n| n ** 70_000_000_000 }
  end
end
`;
    const bodies = await bodiesIn(text);
    const again = unpackBodies(packBodies(bodies.declarations) ?? '');
    assert.deepStrictEqual([...again.keys()], [...bodies.byAnchor.keys()]);
    assert.deepStrictEqual([...again.values()].map(dataOf), [...bodies.byAnchor.values()].map(dataOf));
    assert.ok(bodies.numbered.includes('again'), bodies.numbered);
    assert.strictEqual(numberNodes([...again.values()]), bodies.numbered);
  });

  it('are parsed again if one defines a method', async () => {
    const { declarations } = await bodiesIn('class Shop\n  def open\n    def closed = 2\n  end\nend\n');
    assert.strictEqual(packBodies(declarations), null);
  });
});

async function bodiesIn(text: string) {
  const document = (await rubyParser).open('shop.rb', text);
  const { ril } = readFile(document.outline(), null, Memos.empty());
  document.close();
  const byAnchor = new Map(methodsOf(ril).map(method => [method.anchor, method.body()]));
  return { declarations: ril.declarations, byAnchor, numbered: numberNodes([...byAnchor.values()]) };
}

/** The nodes in order; one that occurred before by its number. */
function numberNodes(root: unknown): string {
  const seen = new Map<unknown, number>();
  const visit = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return '';
    const known = seen.get(value);
    if (known !== undefined) return `again ${known} `;
    if ('kind' in value || 'type' in value) seen.set(value, seen.size);
    return Object.values(value).map(visit).join('');
  };
  return visit(root);
}

function dataOf(value: unknown): unknown {
  return JSON.parse(toJson(value, key => key !== 'bodySource'));
}
