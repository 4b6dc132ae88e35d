/**
 * For every setting, how its effect shows in a running session: a file, the changed setting, the state before and
 * after. TypeScript requires a row for each.
 */
import assert from 'node:assert';
import { printProfile } from '../../server/src/engine/learn/profiles';
import { recordFiles } from '../../server/src/engine/learn/recordFiles';
import { METHODS_NOTIFICATION, type MethodsParams } from '../../shared/src/protocol';
import type { Settings } from '../../shared/src/settings';
import type { FakeSolver } from '../harness/fakeSolver';
import { rubyParser } from '../harness/rubyParser';
import type { TestClient } from './client';
import { messages, UNSAFE } from './folder';

interface Session {
  readonly client: TestClient;
  readonly uri: string;
  readonly solver: FakeSolver;
  /** Replaces the contents of the open file. */
  readonly type: (text: string) => Promise<void>;
}

interface Row {
  readonly text: string;
  /** Other settings during the test. */
  readonly beside?: Partial<Settings>;
  readonly try: (session: Session, change: () => Promise<void>) => Promise<void>;
}

export type Rows = { readonly [K in keyof Settings]: Row & { readonly value: Settings[K] } };

type Look = (session: Session) => Promise<string>;

/** Verdicts, and codes with their severities, after verification. */
const verdicts: Look = async ({ client, uri }) => {
  await client.request('workspace/executeCommand', { command: 'loupe.verifyFile', arguments: [uri] });
  const textDocument = { uri };
  const lenses = await client.request<{ command: { title: string } }[]>('textDocument/codeLens', { textDocument });
  const report = await client.request<{ items: { code: string; severity: number }[] }>('textDocument/diagnostic', {
    textDocument,
  });
  const problems = report.items.map(({ code, severity }) => `${code}/${severity}`);
  return [...lenses.map(lens => lens.command.title), ...problems].join('\n');
};

/** The files that are read, shown by what they define. */
const symbols: Look = async session => {
  await verdicts(session);
  const { client } = session;
  const found = await client.request<{ name: string }[]>('workspace/symbol', { query: 'size' });
  return found.map(({ name }) => name).join();
};

/** The number of results of a document request. */
const countOf =
  (method: string): Look =>
  async session => {
    await verdicts(session);
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const params = { textDocument: { uri: session.uri }, range };
    const answer = await session.client.request<unknown[] | { data: unknown[] }>(`textDocument/${method}`, params);
    return (Array.isArray(answer) ? answer : answer.data).length === 0 ? 'none' : 'some';
  };

/** Titles of the code actions at the name of the first method. */
const actions: Look = async session => {
  await verdicts(session);
  const at = { line: 1, character: 7 };
  const params = { textDocument: { uri: session.uri }, range: { start: at, end: at }, context: { diagnostics: [] } };
  const found = await session.client.request<{ title: string }[]>('textDocument/codeAction', params);
  return found.map(({ title }) => title).join('\n');
};

/** The verdict after a keystroke, with the budget for typing. */
const whileTyping: Look = async ({ client, uri, type }) => {
  const name = `next_${client.notifications.length}`;
  await type(CLOCK.replace('incr_sec', name));
  const said = (): string | undefined =>
    client.notifications
      .filter(each => each.method === METHODS_NOTIFICATION)
      .map(each => each.params as MethodsParams)
      .findLast(each => each.uri === uri)
      ?.methods.find(method => method.name.endsWith(name) && !method.title.startsWith('…'))?.title;
  await client.noticed(() => said() !== undefined);
  return said() ?? '';
};

/** What is offered at the end of the last line. */
const completions: Look = async session => {
  await verdicts(session);
  const line = DYNAMIC.split('\n').length - 2;
  const params = {
    textDocument: { uri: session.uri },
    position: { line, character: DYNAMIC.split('\n')[line]!.length },
  };
  const found = await session.client.request<{ label: string }[] | { items: { label: string }[] }>(
    'textDocument/completion',
    params,
  );
  return (Array.isArray(found) ? found : found.items).map(({ label }) => label).join();
};

function seen(before: RegExp, after: RegExp, look: Look = verdicts): Row['try'] {
  return async (session, change) => {
    assert.match(await look(session), before);
    await change();
    const found = await look(session);
    assert.match(found, after);
    assert.doesNotMatch(found, before);
  };
}

const CLOCK = UNSAFE.replace('58', '59');
const method = (text: string): string => `class Sample\n  ${text.replaceAll('\n', '\n  ')}\nend\n`;
const CALLS = method(`##% (Integer x) -> Integer r { r == x }
def outer(x) = middle(x)
##% (Integer x) -> Integer
def middle(x) = inner(x) + 0
##% (Integer x) -> Integer
def inner(x) = x + 0`);

/** `PROFILE` has seen that the call defines `bold`. */
const DYNAMIC = "class Style\n  class_eval(ENV.fetch('CODE'))\nend\n\nStyle.new.\n";

/** What `loupe learn` writes after a run of `DYNAMIC`. */
export async function profileOfDynamic(): Promise<string> {
  const file = { path: 'sample.rb', text: DYNAMIC.replace('Style.new.\n', '') };
  const { sites } = recordFiles(await rubyParser, [file], '');
  const uses = [{ receiver: 'Style', ofModule: true, value: 'def bold = 1', count: 1 }];
  const learned = sites.map(({ from: _, ...site }) => ({
    ...site,
    category: 'single' as const,
    uses,
    more: false,
    nested: [],
  }));
  return printProfile({ schema: 1, ruby: [], processes: 1, classes: {}, methods: [], sites: learned, shapes: [] });
}

export const KNOWN = { 'sample.rb LP3004 Integer has no method `nothing`': 1 };

export const ROWS: Rows = {
  include: { value: ['app/**/*.rb'], text: '', try: seen(/size/, /^$/, symbols) },
  exclude: { value: ['lib/**'], text: '', try: seen(/size/, /^$/, symbols) },
  check: { value: 'labelled', text: CLOCK, try: seen(/^✓ proved/, /^· not verified/) },
  infer: { value: 'show', text: 'def one(a) = a\nputs one(1, 2)\n', try: seen(/LP5005/, /^[^L]*$/) },
  signatureStyle: {
    value: 'rbs',
    text: method('def one(a) = "#{a}!"\ndef two = one(1)'),
    try: seen(/signature: ##% \(Integer a\) -> String/, /signature: #: \(Integer a\) -> String/, actions),
  },
  nil: { value: 'strict', text: method('##% () -> Integer\ndef m = nil'), try: seen(/LP4/, /LP3/) },
  arrayBound: {
    value: 3,
    text: method(
      '##% (Array<Integer> a { a == [2, 2] }, Array<Integer> b { b == [0] }) -> %bool r { !r }\ndef m(a, b) = a.intersect?(b)',
    ),
    try: seen(/proved up to arrays of 10/, /proved up to arrays of 3/),
  },
  loopDepth: {
    value: 3,
    text: method(
      '##% (Integer n) -> Integer\ndef m(n)\n  i = 0\n  while i < n\n    10 / (i - 15)\n    i += 1\n  end\n  i\nend',
    ),
    try: seen(/proved up to 10 loop iterations/, /proved up to 3 loop iterations/),
  },
  unrolling: {
    value: 2,
    text: method('##% () -> Integer r { r == 24 }\ndef m\n  all = 1\n  1.upto(4) { |i| all *= i }\n  all\nend'),
    beside: { loopDepth: 2 },
    try: seen(/^✓ proved$/, /^\? not checked/),
  },
  exactRecursion: {
    value: 1,
    text: method(
      '##% () -> Integer r { r == 2 }\ndef two = down(2)\n##% (Integer n { n >= 0 }) -> Integer :exact\ndef down(n) = n == 0 ? 0 : down(n - 1) + 1',
    ),
    try: seen(/^✓ proved up to 3 recursive calls/, /^\? not checked/),
  },
  inlineNodes: { value: 0, text: CALLS, try: seen(/^✓ proved/, /^✗ may fail/) },
  inlineDepth: { value: 1, text: CALLS, try: seen(/^✓ proved/, /^✗ may fail/) },
  integerBits: { value: 8, text: CLOCK, try: seen(/^✓ proved$/, /^✓ proved for integers of 8 bits/) },
  floats: {
    value: 'ieee',
    text: method('##% (Float x) -> Float r { r >= 1.0 }\ndef m(x) = x >= 1.0 ? x : 1.0'),
    try: seen(/proved over reals/, /^✓ proved$/),
  },
  rlimit: { value: 1, text: CLOCK, try: seen(/^✓ proved/, /^\? undecided: limit reached/) },
  rlimitTyping: { value: 1, text: CLOCK, try: seen(/^✓ proved/, /^\? undecided: limit reached/, whileTyping) },
  timeoutSeconds: {
    value: 1,
    text: CLOCK,
    beside: { solver: 'native', timeoutSeconds: 3600 },
    try: async (session, change) => {
      const { client, solver } = session;
      solver.set('hang', true);
      const asked = verdicts(session);
      const isVerifying = (): boolean =>
        client.notifications.some(
          each => each.method === METHODS_NOTIFICATION && JSON.stringify(each.params).includes('"verifying"'),
        );
      await client.noticed(isVerifying);
      await change();
      // The changed setting starts a verification of its own, which may still be running when the first one answers.
      await asked;
      assert.match(await verdicts(session), /^\? undecided: the time guard stopped it/);
      solver.set('hang', false);
    },
  },
  jobs: {
    value: 2,
    text: method(
      '##% (Integer x) -> Integer r { r > x }\ndef a(x) = x + 1\n##% (Integer x) -> Integer r { r < x }\ndef b(x) = x - 1',
    ),
    beside: { solver: 'native', jobs: 1 },
    try: async (session, change) => {
      const { solver } = session;
      await verdicts(session);
      assert.ok(!solver.isSet('met-another'), 'one at a time');
      solver.set('wait-for-another', true);
      await change();
      await session.type(ROWS.jobs.text.replaceAll('1', '2')); // answered queries are not repeated
      await verdicts(session);
      assert.ok(solver.isSet('met-another'));
      solver.set('wait-for-another', false);
    },
  },
  solver: { value: 'native', text: CLOCK, try: seen(/^✓ proved/, /^\? undecided: the solver gave up/) },
  ruby: {
    value: 'system',
    text: UNSAFE,
    beside: { replay: true },
    try: async (session, change) => {
      await seen(/LP4001\/1/, /LP4001\/2/)(session, change);
      const said = messages(session.client).filter(each =>
        each.includes('needs a ruby on the PATH, and there is none'),
      );
      assert.strictEqual(said.length, 1, 'there is none in this session');
    },
  },
  cache: {
    value: { remote: 'ftp://cache.example.org/', mode: 'read' },
    text: UNSAFE,
    try: async (session, change) => {
      await verdicts(session);
      await change();
      await verdicts(session);
      const said = messages(session.client).filter(each => each.includes('is not the http or https URL of a cache'));
      assert.strictEqual(said.length, 1);
    },
  },
  levels: { value: { '**': 'types' }, text: UNSAFE, try: seen(/LP4001/, /^(?!.*LP4001)/s) },
  replay: { value: true, text: UNSAFE, try: seen(/LP4001\/2/, /LP4001\/1/) },
  audit: {
    value: true,
    text: CLOCK,
    beside: { replay: true },
    try: async (session, change) => {
      const { client } = session;
      const audited = (): boolean =>
        client.notifications.some(
          each => each.method === 'window/logMessage' && /audit: 1 proved method/.test(JSON.stringify(each.params)),
        );
      await verdicts(session);
      assert.ok(!audited());
      await change();
      await client.noticed(audited);
    },
  },
  severity: { value: { LP4001: 'hint' }, text: UNSAFE, try: seen(/LP4001\/2/, /LP4001\/4/) },
  baseline: {
    value: 'known.json',
    text: method('##% (Integer x) -> Integer\ndef m(x) = x.nothing'),
    try: seen(/LP3004/, /^[^L]*$/),
  },
  profile: { value: false, text: DYNAMIC, try: seen(/bold/, /^(?!.*bold)/, completions) },
  codeLens: { value: false, text: CLOCK, try: seen(/some/, /none/, countOf('codeLens')) },
  inlayHints: {
    value: false,
    text: method('##% (Integer x) -> Integer\ndef m(x)\n  y = x + 1\n  y\nend'),
    try: seen(/some/, /none/, countOf('inlayHint')),
  },
  semanticTokens: { value: false, text: CLOCK, try: seen(/some/, /none/, countOf('semanticTokens/full')) },
  // The VS Code client draws gutter marks; the server shows nothing.
  gutter: { value: false, text: CLOCK, try: seen(/^/, /$/, async () => '') },
};
