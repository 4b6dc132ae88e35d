/**
 * Random edit scripts for a small program: names change; definitions and files are moved, added and removed; code is
 * incomplete. A script is plain data, so that a failure can be shrunk and repeated; the effect of a step depends on the
 * current program. The program is kept as a model, and its sources are printed after every step.
 */
import fc from 'fast-check';

const PATHS = ['a.rb', 'b.rb', 'lib/c.rb', 'd.rb'];
const SIGNATURES = 'sig/a.rbs';
const NAMESPACES = ['A', 'B', 'M', 'N', 'A::Inner', 'Record', 'Integer'];
const METHODS = ['up', 'down', 'wide'];
const ABOVE = ['', 'A', 'B', 'Record', 'Missing', 'ActiveRecord::Base'];
const CONTRACTS = [
  '##% (Integer x) -> Integer r { r > x }',
  '##% (Integer x { x >= 0 }) -> Integer r { r >= 0 }',
  '',
  "type '(Integer x) -> String'",
  '##% (Integer x) -> Integer r { r >',
];
const BODIES = [
  'x + 1',
  'x - 9',
  'x',
  'up(x)',
  'down(x) + 1',
  'x + LIMIT',
  'A.up(x)',
  'A.new.down(x)',
  'M.wide(x)',
  "'a'",
  '@total = x',
  'super',
  'A::Inner.new.up(x)',
];
/** Lines other than methods. `name`: the method or field that the line is about. */
const LINES: readonly ((name: string) => string)[] = [
  name => `alias ${name} up`,
  name => `alias_method :down, :${name}`,
  () => 'include M',
  () => 'extend M',
  () => 'prepend N',
  () => 'include A',
  () => 'LIMIT = 3',
  () => 'LIMIT = -3',
  () => 'OTHER = A',
  () => 'private',
  name => `private :${name}`,
  name => `attr_accessor :${name}`,
  () => "var_type :@total, 'Integer t { t >= 0 }'",
  name => `undef ${name}`,
  name => `refine A do\n    def ${name}(x) = 0\n  end`,
  name => `define_method(:${name}) { |x| x }`,
  name => `class << self\n    ##% (Integer x) -> Integer r { r > x }\n    def ${name}(x) = x - 1\n  end`,
  name => `type :${name}, '(Integer x) -> Integer r { r < x }'`,
  () => 'module_function',
  () => "require 'set'",
  name => `field :${name}`,
  name => `belongs_to :${name}`,
  name => `Point = Struct.new(:${name})`,
  name => `# ${name}`,
  () => 'def method_missing(name, *args) = 1',
  name => `module Nested\n    def self.${name}(x) = x + 1\n  end`,
  () => 'def self.included(base) = base.extend(N)',
];
/** A hook, so that calls of `field` annotate. */
const HOOK = `class Record
  def self.field(name) = attr_reader(name)
  pre('self.field') { |name| type name, '() -> Integer r { r > 0 }', :pure }
end
`;
const SIGNATURE_TEXTS = [
  'class A\n  def up: (Integer x) -> Integer\nend\n',
  'class A\n  def up: (Integer x) -> String\n  def wide: (Integer) -> Integer\nend\n',
  'module M\n  def wide: (Integer x) -> Integer\nend\n',
  'class A\n  def up: (',
];
const HALF_TYPED = ['', 'def ', 'x.', '(', 'end\n', '##% (', 'class ', '{', 'if x\n', '"'];

interface Method {
  readonly kind: 'method';
  readonly name: string;
  readonly singleton: boolean;
  readonly contract: string;
  readonly body: string;
}

type Member = Method | { readonly kind: 'line'; readonly text: string };

interface Unit {
  readonly kind: 'class' | 'module';
  readonly name: string;
  readonly above: string;
  readonly members: readonly Member[];
}

interface File {
  readonly units: readonly Unit[];
  /** A temporary replacement of a piece: offset (in thousandths), length and new source. */
  readonly damage: { readonly at: number; readonly length: number; readonly text: string } | null;
}

export interface Model {
  readonly files: ReadonlyMap<string, File>;
  /** The last state of files that were deleted. */
  readonly deleted: ReadonlyMap<string, File>;
  readonly signatures: string | null;
}

const EDITS = [
  'rename unit',
  'rename method',
  'edit body',
  'edit contract',
  'change kind',
  'change superclass',
  'turn singleton',
  'move method',
  'move unit',
  'rename file',
  'delete file',
  'create file',
  'add method',
  'add line',
  'delete member',
  'half-type',
  'mend',
  'edit signatures',
  'delete signatures',
] as const;
/** What happens between edits. */
const MOMENTS = ['look', 'verify', 'stop verifying', 'close', 'open', 'fork', 'compare'] as const;

export type Edit = (typeof EDITS)[number];
export type Moment = (typeof MOMENTS)[number];

export interface Step {
  readonly what: Edit | Moment;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export interface Script {
  readonly start: number;
  /** Closed files keep no bodies. */
  readonly lazy: boolean;
  readonly steps: readonly Step[];
}

const small = fc.nat({ max: 26 });
const stepOf = (what: fc.Arbitrary<Edit | Moment>): fc.Arbitrary<Step> =>
  fc.record({ what, a: small, b: small, c: small });

export const anyScript: fc.Arbitrary<Script> = fc.record({
  start: fc.nat({ max: 3 }),
  lazy: fc.boolean(),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: stepOf(fc.constantFrom(...EDITS)) },
      { weight: 2, arbitrary: stepOf(fc.constantFrom('edit body', 'rename unit', 'rename method', 'move method')) },
      { weight: 3, arbitrary: stepOf(fc.constantFrom(...MOMENTS)) },
    ),
    { minLength: 2, maxLength: 14 },
  ),
});

export function showScript({ start, lazy, steps }: Script): string {
  const lines = steps.map(({ what, a, b, c }) => `  ${what} ${a} ${b} ${c}`);
  return [`start ${start}${lazy ? ', lazy' : ''}`, ...lines].join('\n');
}

export function isMoment(what: Edit | Moment): what is Moment {
  return (MOMENTS as readonly string[]).includes(what);
}

const method = (name: string, contract: number, body: number, singleton = false): Method => ({
  kind: 'method',
  name,
  singleton,
  contract: CONTRACTS[contract]!,
  body: BODIES[body]!,
});
const line = (index: number, name: string): Member => ({ kind: 'line', text: LINES[index]!(name) });
const unit = (kind: Unit['kind'], name: string, above: string, ...members: readonly Member[]): Unit => ({
  kind,
  name,
  above,
  members,
});

const STARTS: readonly (readonly (readonly Unit[])[])[] = [
  [[unit('module', 'M', '', method('up', 0, 0, true))], [unit('class', 'B', '', method('down', 0, 6))]],
  [
    [unit('class', 'A', '', method('up', 0, 0), method('down', 2, 2))],
    [unit('class', 'B', 'A', line(0, 'wide'), method('down', 0, 3))],
    [unit('class', 'A', '', method('wide', 1, 4)), unit('class', 'A::Inner', '', method('up', 2, 0))],
  ],
  [
    [unit('module', 'M', '', method('wide', 0, 0), line(18, ''), method('up', 0, 1))],
    [unit('class', 'A', '', line(2, ''), line(6, ''), method('up', 0, 5))],
    [unit('class', 'B', 'A', method('down', 0, 3))],
  ],
  [
    [unit('class', 'Record', '', method('up', 0, 0, true))],
    [unit('class', 'A', 'Record', line(20, 'wide'), method('up', 0, 0))],
    [unit('class', 'B', 'ActiveRecord::Base', line(21, 'wide'), method('down', 1, 0))],
  ],
];

export function startOf({ start }: Script): Model {
  const units = STARTS[start % STARTS.length]!;
  const files = new Map(units.map((each, i): [string, File] => [PATHS[i]!, { units: each, damage: null }]));
  return { files, deleted: new Map(), signatures: null };
}

/** The sources of the program. `withHook`: the file that the calls of `field` need. */
export function printModel(model: Model, withHook: boolean): ReadonlyMap<string, string> {
  const sources = new Map([...model.files].map(([path, file]) => [path, printFile(file)]));
  if (withHook) sources.set('hook.rb', HOOK);
  if (model.signatures !== null) sources.set(SIGNATURES, model.signatures);
  return sources;
}

function printFile({ units, damage }: File): string {
  const text = units.map(printUnit).join('\n');
  if (!damage) return text;
  const at = Math.floor((text.length * damage.at) / 1000);
  return text.slice(0, at) + damage.text + text.slice(at + damage.length);
}

function printUnit({ kind, name, above, members }: Unit): string {
  const superclass = kind === 'class' && above !== '' && above !== name ? ` < ${above}` : '';
  return `${kind} ${name}${superclass}\n${members.map(each => `  ${printMember(each)}\n`).join('')}end\n`;
}

function printMember(member: Member): string {
  if (member.kind === 'line') return member.text;
  const { name, singleton, contract, body } = member;
  return `${contract === '' ? '' : `${contract}\n  `}def ${singleton ? 'self.' : ''}${name}(x) = ${body}`;
}

/** The program after one edit; unchanged if there is nothing to edit. */
export function applyStep(model: Model, step: Step): Model {
  const { a, b, c } = step;
  switch (step.what as Edit) {
    case 'rename unit':
      return withUnit(model, a, each => ({ ...each, name: pick(NAMESPACES, b) }));
    case 'change kind':
      return withUnit(model, a, each => ({ ...each, kind: each.kind === 'class' ? 'module' : 'class' }));
    case 'change superclass':
      return withUnit(model, a, each => ({ ...each, above: pick(ABOVE, b) }));
    case 'rename method':
      return withMethod(model, a, each => ({ ...each, name: pick(METHODS, b) }));
    case 'edit body':
      return withMethod(model, a, each => ({ ...each, body: pick(BODIES, b) }));
    case 'edit contract':
      return withMethod(model, a, each => ({ ...each, contract: pick(CONTRACTS, b) }));
    case 'turn singleton':
      return withMethod(model, a, each => ({ ...each, singleton: !each.singleton }));
    case 'move method':
      return moveMethod(model, a, b, c);
    case 'move unit':
      return moveUnit(model, a, b);
    case 'add method':
      return withUnit(model, a, each => ({ ...each, members: insertAt(each.members, c, newMethod(b, c)) }));
    case 'add line':
      return withUnit(model, a, each => ({ ...each, members: insertAt(each.members, c, newLine(b, c)) }));
    case 'delete member':
      return withUnit(model, a, each => ({ ...each, members: removeAt(each.members, b) }));
    case 'edit signatures':
      return { ...model, signatures: pick(SIGNATURE_TEXTS, a) };
    case 'delete signatures':
      return { ...model, signatures: null };
    default:
      return applyToFile(model, step);
  }
}

function applyToFile(model: Model, { what, a, b, c }: Step): Model {
  const paths = [...model.files.keys()];
  const path = pick(paths, a);
  const file = path === undefined ? undefined : model.files.get(path);
  const files = new Map(model.files);
  if (what === 'create file') {
    const target = pick(PATHS, a);
    if (files.has(target)) return model;
    files.set(target, model.deleted.get(target) ?? { units: [newUnit(b, c)], damage: null });
    return { ...model, files };
  }
  if (path === undefined || !file) return model;
  switch (what) {
    case 'rename file': {
      const target = pick(PATHS, b);
      if (files.has(target)) return model;
      files.delete(path);
      return { ...model, files: files.set(target, file) };
    }
    case 'delete file':
      files.delete(path);
      return { ...model, files, deleted: new Map(model.deleted).set(path, file) };
    case 'half-type':
      return {
        ...model,
        files: files.set(path, { ...file, damage: { at: b * 38, length: c % 12, text: pick(HALF_TYPED, c) } }),
      };
    case 'mend':
      return { ...model, files: files.set(path, { ...file, damage: null }) };
    default:
      return model;
  }
}

const newMethod = (b: number, c: number): Method =>
  method(pick(METHODS, b), c % CONTRACTS.length, b % BODIES.length, c % 3 === 0);
const newLine = (b: number, c: number): Member => line(b % LINES.length, pick(METHODS, c));
const newUnit = (b: number, c: number): Unit =>
  unit(c % 2 === 0 ? 'class' : 'module', pick(NAMESPACES, b), pick(ABOVE, c), newMethod(b, c));

function pick<T>(of: readonly T[], index: number): T {
  return of[index % of.length]!;
}

function insertAt<T>(list: readonly T[], index: number, item: T): readonly T[] {
  const at = index % (list.length + 1);
  return [...list.slice(0, at), item, ...list.slice(at)];
}

function removeAt<T>(list: readonly T[], index: number): readonly T[] {
  const at = index % Math.max(1, list.length);
  return list.filter((_, i) => i !== at);
}

interface Position {
  readonly path: string;
  readonly unit: number;
  readonly member: number;
}

function unitPositions({ files }: Model): readonly Position[] {
  return [...files].flatMap(([path, { units }]) => units.map((_, i) => ({ path, unit: i, member: -1 })));
}

function methodPositions({ files }: Model): readonly Position[] {
  return [...files].flatMap(([path, { units }]) =>
    units.flatMap(({ members }, i) =>
      members.flatMap((member, j) => (member.kind === 'method' ? [{ path, unit: i, member: j }] : [])),
    ),
  );
}

function withUnit(model: Model, index: number, change: (each: Unit) => Unit): Model {
  const position = pick(unitPositions(model), index);
  return position ? changeUnit(model, position, change) : model;
}

function changeUnit(model: Model, { path, unit: at }: Position, change: (each: Unit) => Unit): Model {
  const file = model.files.get(path)!;
  const units = file.units.map((each, i) => (i === at ? change(each) : each));
  return { ...model, files: new Map(model.files).set(path, { ...file, units }) };
}

function withMethod(model: Model, index: number, change: (each: Method) => Method): Model {
  const position = pick(methodPositions(model), index);
  if (!position) return model;
  return changeUnit(model, position, each => ({
    ...each,
    members: each.members.map((member, i) =>
      i === position.member && member.kind === 'method' ? change(member) : member,
    ),
  }));
}

function moveMethod(model: Model, from: number, to: number, at: number): Model {
  const position = pick(methodPositions(model), from);
  if (!position) return model;
  const moved = model.files.get(position.path)!.units[position.unit]!.members[position.member]!;
  const rest = changeUnit(model, position, each => ({ ...each, members: removeAt(each.members, position.member) }));
  return withUnit(rest, to, each => ({ ...each, members: insertAt(each.members, at, moved) }));
}

function moveUnit(model: Model, from: number, to: number): Model {
  const position = pick(unitPositions(model), from);
  if (!position) return model;
  const source = model.files.get(position.path)!;
  const moved = source.units[position.unit]!;
  const files = new Map(model.files).set(position.path, { ...source, units: removeAt(source.units, position.unit) });
  const path = pick([...files.keys()], to);
  const target = files.get(path)!;
  return { ...model, files: files.set(path, { ...target, units: [...target.units, moved] }) };
}
