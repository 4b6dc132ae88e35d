/**
 * What a profile adds to a workspace: names that completion, hover, definition and the verifier know. It never closes a class, hides an
 * error or proves anything, whatever it contains.
 */
import assert from 'node:assert/strict';
import { recordFiles } from '../../../server/src/engine/learn/recordFiles';
import type { Workspace } from '../../../server/src/engine/workspace';
import { completionsAt } from '../../../server/src/ide/completion';
import { definitionsAt } from '../../../server/src/ide/definition';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { hoverAt } from '../../../server/src/ide/hover';
import type { LearnedShape, LearnedSite, Profile, SiteUse } from '../../../shared/src/profile';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { rubyParser } from '../../harness/rubyParser';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../../harness/workspace';

const ROOT = '/w';
const PATH = `${ROOT}/lib/a.rb`;

const STYLE = `class Style
  def self.style(code)
    class_eval(code)
  end

  def self.flag(name)
    define_method("#{name}?") { true }
  end

  def method_missing(name) = name == :extra ? 1 : super

  def known = 1
end

class Closed
  def known = 1
end
`;

type Uses = Readonly<Record<string, readonly SiteUse[]>>;

function use(value: string, receiver: string | null = 'Style', ofModule = true): SiteUse {
  return { receiver, ofModule, value, count: 2 };
}

/** What a run would have recorded of these sources. */
async function profileOf(text: string, uses: Uses, shapes: readonly LearnedShape[] = []): Promise<Profile> {
  const { sites } = recordFiles(await rubyParser, [{ path: 'lib/a.rb', text }], '');
  const learned = sites.flatMap(({ from: _, ...site }): readonly LearnedSite[] => {
    const found = uses[site.method];
    return found ? [{ ...site, category: 'open', uses: found, more: false, nested: [] }] : [];
  });
  return { schema: 1, ruby: ['3.4.1'], processes: 1, classes: {}, methods: [], sites: learned, shapes };
}

const USES: Uses = {
  class_eval: [use('def bold(text)\n  text\nend\ndef self.all = []')],
  method_missing: [use('extra', 'Style', false)],
};

describe('a profile', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createTestWorkspace();
  });
  afterEach(() => workspace.dispose());

  /** `│` is the cursor, in a statement below the sources. */
  const open = (expression: string, text = STYLE): { readonly at: number; readonly text: string } => {
    const marked = `${text}\n${expression}\n`;
    workspace.setDisk(PATH, marked.replace('│', ''));
    return { at: marked.indexOf('│'), text: marked.replace('│', '') };
  };
  const codes = (): readonly string[] =>
    diagnosticsOf(workspace.snapshot, PATH, DEFAULT_SETTINGS).map(({ code, message }) => `${code} ${message}`);
  const learn = async (uses: Uses, shapes: readonly LearnedShape[] = []): Promise<void> =>
    workspace.setProfile(await profileOf(STYLE, uses, shapes), ROOT);
  const declared = (name: string): readonly string[] => {
    const info = workspace.snapshot.program.classes.get(name);
    const all = [...(info?.methods.values() ?? []), ...(info?.singletonMethods.values() ?? [])];
    return all.filter(method => method.learned).map(method => method.key);
  };

  it('is known to completion, hover and definition', async () => {
    await learn(USES);
    const dot = open('Style.new.bo│');
    const labels = completionsAt(workspace.snapshot, PATH, dot.at, () => workspace.snapshot).map(each => each.label);
    assert.ok(labels.includes('bold'), labels.slice(0, 20).join());
    const call = open("Style.new.bo│ld('x')");
    const hover = hoverAt(workspace.snapshot, PATH, call.at, { settings: DEFAULT_SETTINGS, headline: false });
    assert.match(hover?.markdown ?? '', /# Style#bold, known only from runs, through class_eval\ndef bold\(text\)/);
    const [location] = definitionsAt(workspace.snapshot, PATH, call.at);
    assert.equal(call.text.slice(location?.span.start, location?.span.end), 'class_eval(code)');
    assert.deepEqual(declared('Style').slice().sort(), ['Style#bold', 'Style#extra', 'Style.all']);
  });

  it('shows at the call what it was seen to do', async () => {
    await learn({ ...USES, define_method: [use('open?'), use('shut?')] });
    const { at } = open('1│', STYLE);
    assert.ok(at > 0);
    const site = STYLE.indexOf('define_method') + 3;
    const hover = hoverAt(workspace.snapshot, PATH, site, { settings: DEFAULT_SETTINGS, headline: false });
    assert.match(hover?.markdown ?? '', /seen: open\?, shut\? \(2 names, 4 calls\) · open/);
  });

  it('is gone with the source that it was learned of, also without a new run', async () => {
    await learn(USES);
    open('Style.new│');
    assert.ok(declared('Style').includes('Style#bold'));
    open('Style.new│', `# moved\n${STYLE}`);
    assert.ok(declared('Style').includes('Style#bold'));
    open('Style.new│', STYLE.replace('class_eval(code)', 'class_eval(code.to_s)'));
    assert.deepEqual(declared('Style'), ['Style#extra']);
    workspace.setProfile(null, ROOT);
    assert.deepEqual(declared('Style'), []);
  });

  it('changes nothing that is known without it', async () => {
    await learn({ class_eval: [use('def known = nil'), use('def to_s = nil'), use('def known = nil', 'Closed')] });
    open('Style.new│');
    assert.deepEqual([...declared('Style'), ...declared('Closed')], []);
  });

  it('hides no error', async () => {
    const text = 'class Proxy\n  def method_missing(name) = super\nend\n\nclass Closed\n  def known = 1\nend\n';
    for (const expression of ['Closed.new.later│', '1.later│']) {
      workspace.setProfile(null, ROOT);
      open(expression, text);
      const found = codes();
      assert.equal(found.length, 1, expression);
      const uses = ['Closed', 'Integer', 'Object', 'Kernel', 'Proxy'].map(name => use('later', name, false));
      workspace.setProfile(await profileOf(text, { method_missing: uses }), ROOT);
      assert.deepEqual(declared('Proxy'), ['Proxy#later']);
      assert.deepEqual(codes(), found);
    }
  });

  it('makes no error, whatever it says', async () => {
    open('[Style.new.bold(1, 2).nothing, Style.new.extra + nil, Style.all.zip(3)]│');
    const found = codes();
    await learn({
      class_eval: [
        use('def bold = nil\ndef self.all = 1'),
        use('}{ def'),
        use('raise'),
        use('class Closed; undef known; end'),
      ],
      method_missing: [use('extra', 'Style', false), use('known', 'Nowhere', false), use('extra', null)],
    });
    assert.deepEqual(codes(), found);
    assert.deepEqual(found, []);
  });

  it('proves nothing: a verdict names what it assumes, or is not given', async () => {
    const text = `module Macros
  def field(name) = attr_accessor(name)
end

class Item
  extend Macros
  field :size
  type :size, '() -> Integer r { r > 0 }'
end

class Use
  ##% (Item i) -> Integer r { r > 0 }
  def trusting(i) = i.size

  ##% (Item i) -> Integer r { r > 0 }
  def guessing(i) = i.width
end
`;
    const { units } = recordFiles(await rubyParser, [{ path: 'lib/a.rb', text }], '');
    const unit = units.get('lib/a.rb')?.find(each => each.defines === 'field')?.fingerprint ?? '';
    const methods = ['size', 'width'].map(name => ({
      name,
      singleton: false,
      visibility: 'public' as const,
      parameters: [],
      path: 'lib/a.rb',
      line: 1,
      unit,
    }));
    workspace.setProfile(await profileOf(text, {}, [{ name: 'Item', methods, constants: [] }]), ROOT);
    workspace.setDisk(PATH, text);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(declared('Item'), ['Item#size', 'Item#width']);
    const verdicts = new Map(workspace.snapshot.files.get(PATH)?.methods.map(each => [each.info.name, each.verdict]));
    assert.equal(verdicts.get('guessing')?.status, 'not-modelled');
    assert.equal(verdicts.get('trusting')?.status, 'safe');
    assert.deepEqual(verdicts.get('trusting')?.caveats, [
      { type: 'assuming', what: 'Item#size', because: 'is known only from runs' },
    ]);
  });
});
