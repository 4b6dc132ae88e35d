/** The table of refusals agrees with Ruby: measured again it is the same, and other values are refused as well. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { measureRefusals, printRefusals, REFUSALS_FILE } from '../../server/build/coreRefusals';
import type { RefusalCodes, RefusalTable } from '../../server/src/program/refusalTable';
import { edgesOf } from '../harness/conformanceReceivers';
import { textsOf } from '../harness/conformanceValues';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';
import { IS_FULL, sampleByName } from '../harness/sampling';

describe('refusals of the library', () => {
  it('are as measured (npm run core:refusals writes them)', async function () {
    this.timeout(1_800_000);
    let chosen: readonly string[] = [];
    const measured = await measureRefusals(undefined, prefixes => {
      chosen = sampleByName('classes whose refusals are measured again', prefixes, { trust: 10 }, prefix => prefix);
      return chosen;
    });
    const written = readFileSync(REFUSALS_FILE, 'utf8');
    if (IS_FULL) assert.equal(printRefusals(measured), written);
    assert.deepEqual(rowsOf(measured, chosen), rowsOf(JSON.parse(written) as RefusalCodes, chosen));
  });

  it('hold for other values and receivers', async function () {
    this.timeout(600_000);
    const table = coreLibrary()?.refusals;
    assert.ok(table, 'dist/core.snapshot is built with its refusals');
    const ruby = hostForTests({ timeoutMs: 600_000, memoryMb: 1024 });
    try {
      const reply = await ruby.evaluate(scriptFor(table), [], NEVER);
      assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : '');
      const { accepted, tried } = JSON.parse(reply.text) as { accepted: readonly string[]; tried: number };
      assert.deepEqual(accepted, []);
      assert.ok(tried > (IS_FULL ? 20_000 : 2_000), `${tried} calls`);
    } finally {
      await ruby.close();
    }
  });
});

/** By method, with the positions written out: their numbers depend on what else was measured. */
function rowsOf(codes: RefusalCodes, prefixes: readonly string[]): Readonly<Record<string, unknown>> {
  const { methods, counts, positions } = codes;
  const keys = [...new Set([...Object.keys(methods), ...Object.keys(counts)])].sort();
  return Object.fromEntries(
    keys
      .filter(key => prefixes.some(prefix => key.startsWith(prefix)))
      .map(key => [key, [counts[key], methods[key]?.map(row => row.map(at => (at === null ? null : positions[at])))]]),
  );
}

/** One argument each: receivers and values of the conformance tests, which the trials do not use. */
function scriptFor(table: RefusalTable): string {
  const names = [...new Set([...table.samples, ...table.receivers])];
  const makers = names.map(name => {
    const texts = [...new Set([...edgesOf(name), ...textsOf(name)])];
    return `${JSON.stringify(name)} => [${texts.map(text => `-> { ${text} }`).join(', ')}]`;
  });
  const methods = sampleByName('methods that refuse other values', [...table.methods], { trust: 3 }, ([key]) => key);
  const rows = methods.flatMap(([key, counts]) => {
    const refused = [...(counts.get(1)?.[0]?.refused.keys() ?? [])];
    const [, owner = '', mark, method] = /^([\w:]+)([#.])(.*)$/s.exec(key) ?? [];
    return refused.length === 0 ? [] : [[owner, mark, method, refused]];
  });
  return `
    %w[json set date time stringio strscan pathname tmpdir].each { |library| require library }
    MAKERS = { ${makers.join(',\n')} }
    rows = JSON.parse(${rubyString(JSON.stringify(rows))})
    kinds = [Struct, Data, Exception]
    accepted = {}
    tried = 0
    rows.each do |owner, mark, method, refused|
      receivers = mark == "." ? [-> { Object.const_get(owner) }] : MAKERS.fetch(owner, [])
      receivers.product(refused) do |receiver, given|
        MAKERS.fetch(given, []).each do |value|
          argument = value.call
          next unless argument.class.name == given || kinds.any? { |kind| kind.name == given && argument.is_a?(kind) }
          begin
            tried += 1
            receiver.call.__send__(method, argument)
            accepted[owner + mark + method + " " + given] = true
          rescue StandardError
            # Some receivers and values are refused by an error of another class (RangeError, FrozenError): it raises all the same.
          end
        end
      end
    end
    JSON.generate({ accepted: accepted.keys, tried: tried })
  `;
}

function rubyString(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
