/** `loupe check --format sarif|github`: output for other services. */
import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { type Scratch, scratch, UNSAFE } from './loupe';

describe('loupe check, machine-readable output', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
  });
  afterEach(() => here.remove());

  it('prints GitHub annotations and SARIF', () => {
    here.write('lib/unsafe.rb', UNSAFE);
    const github = here.loupe('check', '--no-run', '--format', 'github').out;
    assert.match(
      github,
      /^::warning file=lib\/unsafe\.rb,line=3,endLine=3,col=7,endColumn=14,title=Loupe LP4001::.*unsafe/,
    );
    const sarif = JSON.parse(here.loupe('check', '--no-run', '--format', 'sarif').out);
    assert.strictEqual(sarif.version, '2.1.0');
    const [run] = sarif.runs;
    const [result] = run.results;
    assert.strictEqual(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
    assert.deepStrictEqual(result.locations[0].physicalLocation, {
      artifactLocation: { uri: 'lib/unsafe.rb', uriBaseId: '%SRCROOT%' },
      region: { startLine: 3, startColumn: 7, endLine: 3, endColumn: 15 },
    });
    const base = run.originalUriBaseIds['%SRCROOT%'].uri;
    assert.ok(existsSync(new URL('lib/unsafe.rb', base)), base);
    assert.ok(result.codeFlows[0].threadFlows[0].locations.length > 0);
  });

  it('keeps the fingerprint of a result that moves, and distinguishes others', () => {
    const fingerprints = (): readonly string[] => {
      const [run] = JSON.parse(here.loupe('check', '--no-run', '--format', 'sarif').out).runs;
      return run.results.map((each: SarifResult) => each.partialFingerprints['loupe/v1']);
    };
    const twice = `class Twice\n  def a = Nothing.new\n  ##% () -> Nowhere\n  def b = 1\n  ##% () -> Nowhere\n  def c = 2\nend\n`;
    here.write('a.rb', twice);
    const before = fingerprints();
    assert.ok(before.length > 1);
    assert.strictEqual(new Set(before).size, before.length);
    here.write('a.rb', `# moved\n\n${twice}`);
    assert.deepStrictEqual(fingerprints(), before);
  });

  it('prints valid SARIF, also for odd names and unreadable files', () => {
    here.write('lib/größe & co.rb', UNSAFE);
    here.write('latin.rb', Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    here.write('typo.rb', "class Typo\n  type '(Interger x) -> Integer'\n  def m(x) = 1\nend\n");
    const { out } = here.loupe('check', '--no-run', '--format', 'sarif');
    const log = JSON.parse(out);
    assert.strictEqual(wrongInSarif(log), '');
    const [run] = log.runs;
    const broken = { ...log, runs: [{ ...run, results: [{ ...run.results[0], level: 'loud' }] }] };
    assert.match(wrongInSarif(broken), /level must be equal to one of/, 'the schema can say no');
    assert.ok(run.results.length >= 3);
    for (const result of run.results) assert.strictEqual(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
    const uris = run.results.map((each: SarifResult) => each.locations[0].physicalLocation.artifactLocation.uri);
    assert.ok(uris.includes('lib/gr%C3%B6%C3%9Fe%20%26%20co.rb'), uris.join());
  });
});

/** Validates with the schema of the standard, and with a stricter one that lists what Loupe writes. */
function wrongInSarif(log: unknown): string {
  const official = require.resolve('schemastore/schemas/json/sarif-2.1.0.json');
  return [official, join(__dirname, 'sarif.schema.json')]
    .flatMap(path => {
      const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
      ajv.addFormat('uri', text => URL.canParse(text));
      ajv.addFormat('uri-reference', text => /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/.test(text));
      ajv.addFormat('date-time', text => !Number.isNaN(Date.parse(text)));
      const isValid = ajv.compile(JSON.parse(readFileSync(path, 'utf8')));
      return isValid(log) ? [] : [ajv.errorsText(isValid.errors)];
    })
    .join('\n');
}

interface SarifResult {
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly locations: readonly [{ physicalLocation: { artifactLocation: { uri: string } } }];
}
