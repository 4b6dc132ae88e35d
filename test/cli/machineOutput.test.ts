/** `loupe check --format sarif|github|gitlab|junit|rdjson|agent`: output for other services and for agents. */
import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { SAFE, type Scratch, scratch, UNSAFE } from './loupe';

describe('loupe check, machine-readable output', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
  });
  afterEach(() => here.remove());

  it('prints GitHub annotations and SARIF', async () => {
    here.write('lib/unsafe.rb', UNSAFE);
    const github = (await here.loupe('check', '--no-run', '--format', 'github')).out;
    assert.match(
      github,
      /^::warning file=lib\/unsafe\.rb,line=3,endLine=3,col=7,endColumn=14,title=Loupe LP4001::.*unsafe/,
    );
    const sarif = JSON.parse((await here.loupe('check', '--no-run', '--format', 'sarif')).out);
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

  it('keeps the fingerprint of a result that moves, and distinguishes others', async () => {
    const fingerprints = async (): Promise<readonly string[]> => {
      const [run] = JSON.parse((await here.loupe('check', '--no-run', '--format', 'sarif')).out).runs;
      return run.results.map((each: SarifResult) => each.partialFingerprints['loupe/v1']);
    };
    const twice = `class Twice\n  def a = Nothing.new\n  ##% () -> Nowhere\n  def b = 1\n  ##% () -> Nowhere\n  def c = 2\nend\n`;
    here.write('a.rb', twice);
    const before = await fingerprints();
    assert.ok(before.length > 1);
    assert.strictEqual(new Set(before).size, before.length);
    here.write('a.rb', `# moved\n\n${twice}`);
    assert.deepStrictEqual(await fingerprints(), before);
  });

  it('prints valid SARIF, also for odd names and unreadable files', async () => {
    here.write('lib/größe & co.rb', UNSAFE);
    here.write('latin.rb', Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    here.write('typo.rb', "class Typo\n  type '(Interger x) -> Integer'\n  def m(x) = 1\nend\n");
    const { out } = await here.loupe('check', '--no-run', '--format', 'sarif');
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

  it('prints JUnit XML: a suite per file, a case per method, failures, skipped ones and warnings', async () => {
    here.write('lib/größe & <co>.rb', UNSAFE);
    here.write('typo.rb', 'class Typo\n  ##% (Interger x) -> Integer\n  def m(x) = 1\nend\n');
    here.write('open.rb', '##% (Integer x) -> Integer r { r > 0 }\ndef m(x) = eval("#{x} + 1")\n');
    const { out } = await here.loupe('check', '--format', 'junit');
    assert.strictEqual(XMLValidator.validate(out), true);
    assert.notStrictEqual(XMLValidator.validate(out.replace('</testsuite>', '')), true, 'the validator can say no');
    const isArray = (name: string): boolean => name === 'testsuite' || name === 'testcase';
    const { testsuites } = new XMLParser({ ignoreAttributes: false, isArray }).parse(out);
    const cases: readonly JunitCase[] = testsuites.testsuite.flatMap((each: JunitSuite) => each.testcase);
    const outcomes = cases.map(each => [
      each['@_classname'],
      each['@_name'],
      'failure' in each ? 'failure' : 'skipped' in each ? 'skipped' : 'passed',
    ]);
    assert.deepStrictEqual(outcomes, [
      ['lib/größe & <co>.rb', 'Watch#incr_sec', 'failure'],
      ['open.rb', '#m', 'skipped'],
      ['typo.rb', 'Typo#m', 'skipped'],
      ['typo.rb', 'LP2502 unknown-class', 'failure'],
    ]);
    assert.match(cases[0]?.failure?.['#text'] ?? '', /Watch\.new\.incr_sec\(59\) {2}# => 60/);
    const total = ['tests', 'failures', 'errors', 'skipped'].map(name => testsuites[`@_${name}`]);
    assert.deepStrictEqual(total, ['4', '2', '0', '2']);
  });

  it('prints reports for GitLab and reviewdog, also for odd names and unreadable files', async () => {
    here.write('lib/größe & co.rb', UNSAFE.replace('def incr', "'größe'; def incr"));
    here.write('latin.rb', Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    const gitlab = JSON.parse((await here.loupe('check', '--format', 'gitlab')).out);
    assert.strictEqual(wrongBy('gitlab.schema.json', gitlab), '');
    assert.match(wrongBy('gitlab.schema.json', [{ ...gitlab[0], severity: 'loud' }]), /severity must be equal to one/);
    assert.deepStrictEqual(
      gitlab.map((each: { location: { path: string }; severity: string }) => [each.location.path, each.severity]),
      [
        ['latin.rb', 'critical'],
        ['lib/größe & co.rb', 'critical'],
      ],
    );
    const rdjson = JSON.parse((await here.loupe('check', '--format', 'rdjson')).out);
    assert.strictEqual(wrongBy('rdjson.schema.json', rdjson), '');
    assert.match(wrongBy('rdjson.schema.json', { ...rdjson, source: 1 }), /source must be object/);
    const { message, location } = rdjson.diagnostics[1];
    assert.match(message, /Watch\.new\.incr_sec\(59\) {2}# => 60/);
    // ö and ß are two bytes each.
    assert.deepStrictEqual(location.range, { start: { line: 3, column: 18 }, end: { line: 3, column: 26 } });
  });

  it('prints one line per problem for agents, with the counterexample, and nothing that needs no action', async () => {
    here.write('watch.rb', UNSAFE);
    here.write('clock.rb', SAFE);
    const lines = (await here.loupe('check', '--format', 'agent')).out.trimEnd().split('\n');
    assert.strictEqual(lines.length, 2);
    assert.match(lines[0]!, /^watch\.rb:3:7 error LP4001 .* \| Watch\.new\.incr_sec\(59\) # => 60 \| /);
    assert.match(lines[1]!, /^1 errors, 0 warnings; methods: 1 safe, 1 unsafe,/);
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

function wrongBy(schema: string, data: unknown): string {
  const ajv = new Ajv({ allErrors: true });
  const isValid = ajv.compile(JSON.parse(readFileSync(join(__dirname, schema), 'utf8')));
  return isValid(data) ? '' : ajv.errorsText(isValid.errors);
}

interface JunitSuite {
  readonly testcase: readonly JunitCase[];
}

interface JunitCase {
  readonly '@_classname': string;
  readonly '@_name': string;
  readonly failure?: { readonly '#text': string };
}

interface SarifResult {
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly locations: readonly [{ physicalLocation: { artifactLocation: { uri: string } } }];
}
