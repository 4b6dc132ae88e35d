/**
 * English is never data: with every sentence of the tables replaced, verdicts, counterexamples, problem codes and fixes stay
 * the same. Each sample reaches a decision that depends on a reason or a cause.
 */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../../server/src/engine/workspace';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { proposalsAt } from '../../../server/src/ide/fixes/fixes';
import { CATALOGUE } from '../../../server/src/problems/catalogue';
import { CONSTRUCTS } from '../../../server/src/problems/constructs';
import type { ProblemDefinition } from '../../../server/src/problems/definition';
import { DYNAMIC_CAUSES } from '../../../server/src/problems/dynamicCauses';
import {
  CALLEES,
  MOMENTS,
  REASONS,
  SUBJECTS,
  showReason,
  WRITE_LABELS,
  WRITES,
} from '../../../server/src/problems/obligations';
import { OPAQUE_CODE } from '../../../server/src/problems/opaqueCode';
import { innermostReason } from '../../../server/src/problems/reason';
import { FIELD_DOUBTS, UNKNOWN_CAUSES } from '../../../server/src/problems/unknownCauses';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../../harness/workspace';

const PATH = 'sample.rb';
const CHANGED = 'other words';
const NO_WORDS = { required: CHANGED, proved: CHANGED, failed: CHANGED };

interface Sample {
  readonly text: string;
  /** The kinds of reason that decide something here: the sample fails to test anything without them. */
  readonly reasons: readonly (keyof typeof REASONS)[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  'a divisor: the fix requires it to be other than zero': {
    text: `class Share
  ##% (Integer x, Integer y) -> Integer
  def quotient(x, y) = x / y
end
`,
    reasons: ['nonzero-divisor'],
  },
  'a write of a pure method: the fix names the field': {
    text: `class Counter
  var_type :@count, 'Integer'
  type '() -> %any'
  def initialize
    @count = 0
  end
  type '() -> Integer', :pure
  def bump
    @count = @count + 1
  end
end
`,
    reasons: ['write'],
  },
  'contents of a field that a frame does not list': {
    text: `class Log
  var_type :@lines, 'Array<Integer>'
  type '() -> %any'
  def initialize
    @lines = []
  end
  type '(Integer n) -> Integer', modifies: '@size'
  def add(n)
    @lines << n
    n
  end
end
`,
    reasons: ['write'],
  },
  'an exception that may not escape': {
    text: `class Strict
  type '(Integer n) -> Integer', raises: []
  def half(n)
    raise ArgumentError, 'odd' if n.odd?
    n / 2
  end
end
`,
    reasons: ['does-not-escape'],
  },
  'receivers, operands and results that may be nil': {
    text: `class Nils
  ##% (Integer or nil x) -> Integer
  def plus(x) = x + 1
  ##% (Integer x, Integer or nil y) -> Integer
  def sum(x, y) = x + y
  ##% (Array<Integer> a) -> Integer
  def top(a) = a.first
end
`,
    reasons: ['not-nil'],
  },
  'a field that is not set, and an invariant': {
    text: `class Span
  var_type :@low, 'Integer'
  var_type :@high, 'Integer'
  invariant { @low <= @high }
  type '(bool b) -> %any'
  def initialize(b)
    @low = 1
    @high = 2 if b
  end
end
`,
    reasons: ['field-is-set', 'class-invariant'],
  },
  'a postcondition of an exceptional exit': {
    text: `class Account
  var_type :@balance, 'Integer'
  type '() -> %any'
  def initialize
    @balance = 0
  end
  type '(Integer n) -> Integer r { !r.exception? || @balance == old(@balance) }'
  def take(n)
    @balance = @balance - n
    raise ArgumentError, 'too much' if @balance < 0
    @balance
  end
end
`,
    reasons: ['method-raises'],
  },
  'arguments of a callee and of a block': {
    text: `class Calls
  ##% (Integer n { n > 0 }) -> Integer
  def positive(n) = n
  ##% (Integer n) -> Integer
  def calls(n) = positive(n)
  ##% (Integer n) { (Integer m { m > 0 }) -> Integer } -> Integer
  def yields(n) = yield(n)
end
`,
    reasons: ['clause-of'],
  },
  'an inherited contract, and a body that is inlined': {
    text: `class Base
  ##% (Integer n) -> Integer r { r > n }
  def next(n) = n + 1
end
class Below < Base
  def next(n) = n
end
class Inlines
  def third(n) = 3 / n
  ##% (Integer n) -> Integer
  def twice(n) = third(n) + third(n)
end
`,
    reasons: ['inherited', 'inlined'],
  },
  'contradictory assumptions': {
    text: `class Empty
  ##% (Integer n { n > 0 && n < 0 }) -> Integer
  def none(n) = n
end
`,
    reasons: ['satisfiable-precondition'],
  },
  'constructs that are not modelled, two of them at one place': {
    text: `class Gaps
  ##% (%any x, Integer n) -> Integer r { r > 0 }
  def unknown(x, n) = x.size + x.size(n)
  ##% (Integer n) -> Integer r { r > 0 }
  def evaluated(n)
    binding.local_variable_set(:n, 1)
    BEGIN { 1 }
    n
  end
end
`,
    reasons: [],
  },
  'classes that are only partly visible': {
    text: `class Post < ApplicationRecord
  def title = read_attribute(:title)
end
class Hidden < Elsewhere::Base
  include Elsewhere::Helper
  ##% (Integer n) -> Integer
  def call(n) = unknown_here(n)
end
module Fields
  def field(name)
    attr_accessor name
  end
end
class Named
  extend Fields
  field :title
  ##% () -> Integer
  def size = title.size
end
class Ghost
  def method_missing(name, *args) = 1
  ##% () -> Integer
  def call = anything
end
class Redefined
  ##% () -> Integer r { r == 1 }
  def one = 1
  ##% () -> Integer r { r == 1 }
  def call = one
end
##% (Redefined r, %any text) -> %any
def change(r, text) = Redefined.class_eval(text)
`,
    reasons: [],
  },
  'code that the parser misreads, damage, and refinements that cannot be read': {
    text: `class Unread
  ##% (Integer n) -> Integer r { r > 0 }
  def locals(n)
    each = ->(x; y) { y = x }
    each.call(n)
  end
  ##% (Integer n { n => 1 }) -> Integer
  def unreadable(n) = n
  ##% (Integer n) -> Integer
  def damaged(n)
    if (n == 1)..(n == 2) then 1 end
    n = = 1
  end
end
`,
    reasons: [],
  },
  'units without an annotation: reports, and types that stay unknown': {
    text: `class Basket
  attr_writer :owner
  def initialize
    @items = [1, 2]
    @limit = nil
  end
  def total = @items.sum + 'x'
  def label = @items.upcase
  def owner_name = @owner.name
  def set(name, value) = instance_variable_set(name, value)
  def nested(depth) = depth == 0 ? [] : [nested(depth - 1)]
  def at(i) = @limit[i]
end
Basket.new.label
`,
    reasons: [],
  },
};

describe('sentences', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace({ mayRun: true });
  });
  after(() => workspace.dispose());

  /** All that a user or a program acts on, without the sentences. */
  async function outcome(text: string) {
    workspace.setDisk(PATH, '');
    workspace.setDisk(PATH, text);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const { snapshot } = workspace;
    const methods = snapshot.files.get(PATH)?.methods ?? [];
    const fixes = proposalsAt(snapshot, PATH, { start: 0, end: text.length }, DEFAULT_SETTINGS);
    return {
      verdicts: methods.map(({ info, verdict }) => ({
        method: info.key,
        status: verdict?.status,
        notModelled: verdict?.notModelled,
        obligations: verdict?.obligations.map(({ id, kind, place, clause, reason, status, cause }) => ({
          ...{ id, kind, place, clause, reason, status, cause },
        })),
      })),
      diagnostics: diagnosticsOf(snapshot, PATH, DEFAULT_SETTINGS).map(({ code, severity, location }) => ({
        code,
        severity,
        location,
      })),
      fixes: fixes.map(({ title, edits, preferred }) => ({ title, edits, preferred })),
    };
  }

  for (const [name, { text, reasons }] of Object.entries(SAMPLES)) {
    it(name, async () => {
      const before = await outcome(text);
      const found = before.verdicts.flatMap(({ obligations = [] }) => obligations.map(each => each.reason));
      const kinds = new Set(found.flatMap(reason => [reason.kind, innermostReason(reason).kind]));
      assert.deepStrictEqual(
        reasons.filter(kind => !kinds.has(kind)),
        [],
        `these reasons do not occur, only ${[...kinds].join(', ')}`,
      );
      assert.ok(before.diagnostics.length > 0, 'nothing is reported');
      const restore = changeSentences();
      try {
        assert.ok(found.every(reason => showReason(reason).required === CHANGED));
        assert.deepStrictEqual(await outcome(text), before);
      } finally {
        restore();
      }
    });
  }
});

/** Where words are not ours: sources, Ruby's and the solver's output. */
const READS_TEXT = ['parse', 'host', 'cli'];

/** Files that match words of the user's sources. */
const READS_SOURCES: ReadonlySet<string> = new Set(['engine/inferenceReports.ts']);

/** Two or more words of English, as an operand of a comparison. SMT-LIB and Ruby, in parentheses, are not English. */
const WORDS = String.raw`(?!\()[^'/\n]*[A-Za-z]{2,} [a-z]{2,}[^'/\n]*`;
const MATCHES_WORDS = [
  new RegExp(String.raw`/${WORDS}/[a-z]*\.(test|exec)\(`),
  new RegExp(String.raw`\.(match|matchAll|search|includes|startsWith|endsWith|indexOf)\((/|')${WORDS}(/|')`),
  new RegExp(`[!=]==? '${WORDS}'|case '${WORDS}':`),
];

function findWordMatching(source: string): readonly string[] {
  return source.split('\n').filter(line => MATCHES_WORDS.some(pattern => pattern.test(line)));
}

describe('decisions', () => {
  it('never compare with words that were written for people', () => {
    const root = join(__dirname, '..', '..', '..', 'server', 'src');
    const layers = readdirSync(root).filter(layer => !READS_TEXT.includes(layer));
    const found = layers.flatMap(layer =>
      readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
        .filter(path => path.endsWith('.ts') && !READS_SOURCES.has(`${layer}/${path}`))
        .flatMap(path =>
          findWordMatching(readFileSync(join(root, layer, path), 'utf8')).map(line => `${path}: ${line}`),
        ),
    );
    assert.deepStrictEqual(found, []);
  });

  it('would be found if they did', () => {
    const planted = [
      "return /stand-in for Active/.test(ranIn ?? '');",
      "if (cause.includes('is not in sight')) return null;",
      "if (args.irregular === 'a splat argument') return null;",
      "case 'which is not visible':",
    ];
    assert.deepStrictEqual(
      planted.filter(line => findWordMatching(line).length === 0),
      [],
    );
    assert.deepStrictEqual(findWordMatching("map.operator.startsWith('(as const ')"), []);
  });
});

/** Every row of every table says the same from now on; returns what undoes that. */
function changeSentences(): () => void {
  const undo = [
    replaceRows(REASONS, () => () => NO_WORDS),
    ...[CALLEES, SUBJECTS, MOMENTS, WRITES, DYNAMIC_CAUSES, CONSTRUCTS, OPAQUE_CODE, UNKNOWN_CAUSES, FIELD_DOUBTS].map(
      table => replaceRows(table, () => () => CHANGED),
    ),
    replaceRows(WRITE_LABELS, () => CHANGED),
    replaceRows(CATALOGUE, definition => ({ ...(definition as ProblemDefinition), message: () => CHANGED })),
  ];
  return () => {
    for (const each of undo) each();
  };
}

function replaceRows(table: object, row: (before: unknown) => unknown): () => void {
  const original = { ...table };
  for (const [key, before] of Object.entries(table)) Object.assign(table, { [key]: row(before) });
  return () => void Object.assign(table, original);
}
