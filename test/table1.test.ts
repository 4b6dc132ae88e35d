/**
 * Table 1 of RTR in examples/rtr: every method is proved, with no more annotations than the paper's column "Spec"
 * counts. An annotation is a `type`, a `var_type` of one variable or one attribute of an `attr_*_type`; labels do not
 * count.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../server/src/engine/workspace';
import { methodByKey } from '../server/src/program/lookup';
import type { MethodInfo } from '../server/src/program/program';
import type { Annotation } from '../server/src/types/annotation';
import { createTestWorkspace, NEVER, TEST_BUDGET } from './harness/workspace';

const FOLDER = join(__dirname, '..', 'examples', 'rtr');

const SPEC: Readonly<Record<string, number>> = {
  'Money::Arithmetic#-@': 4,
  'Money::Arithmetic#eql?': 3,
  'Money::Arithmetic#positive?': 3,
  'Money::Arithmetic#negative?': 2,
  'Money::Arithmetic#abs': 4,
  'Money::Arithmetic#zero?': 2,
  'Money::Arithmetic#nonzero?': 2,
  'BusinessTime::ParsedTime#-': 8,
  'BusinessTime::BusinessHours#initialize': 2,
  'BusinessTime::BusinessHours#non_negative_hours?': 2,
  'Date#week': 2,
  'Date#quarter': 2,
  'Date#fiscal_month_offset': 2,
  'Date#fiscal_year_week': 2,
  'Date#fiscal_year_month': 3,
  'Date#fiscal_year_quarter': 2,
  'Date#fiscal_year': 4,
  'Unitwise::Functional.to_cel': 2,
  'Unitwise::Functional.from_cel': 2,
  'Unitwise::Functional.to_degf': 1,
  'Unitwise::Functional.from_degf': 2,
  'Unitwise::Functional.to_degre': 2,
  'Unitwise::Functional.from_degre': 2,
  'Geokit::Bounds#center': 4,
  'Geokit::Bounds#crosses_meridian?': 6,
  'Geokit::Bounds#==': 5,
  'Geokit::GeoLoc#province': 2,
  'Geokit::GeoLoc#success?': 2,
  'Geokit::Polygon#contains?': 10,
  'UserFile#move': 3,
  'Matrix.*': 9,
  /** Counted in the paper's section 5: one for `<<`, six fields, two helpers. */
  'Aggregate#<<': 9,
};

/** In the paper a hook of belongs_to adds them, so they do not count. */
const MADE: ReadonlySet<string> = new Set(['UserFile#folder', 'UserFile#folder=']);

/** All annotations of an application; those that several methods need count once. */
const SPEC_OF_FILE: Readonly<Record<string, number>> = {
  'money.rb': 10 + 2, // the fields of a host, which the paper omits
  'business_time.rb': 24,
  'unitwise.rb': 6,
  'geokit.rb': 21,
  'boxroom.rb': 3 + 2, // what belongs_to defines, written out
  'matrix.rb': 9,
  'aggregate.rb': 9,
};

describe('table 1 of RTR', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
    for (const name of readdirSync(FOLDER).sort()) workspace.open(name, readFileSync(join(FOLDER, name), 'utf8'));
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  });
  after(() => workspace.dispose());

  for (const [key, most] of Object.entries(SPEC)) {
    it(`${key} is safe with at most ${most} annotations`, () => {
      assert.equal(verdictOf(key), 'safe');
      const used = annotationsFor(key);
      assert.ok(used.length <= most, `${used.length} annotations: ${used.join(', ')}`);
    });
  }

  for (const [path, most] of Object.entries(SPEC_OF_FILE)) {
    it(`${path} has at most ${most} annotations`, () => {
      const count = workspace.snapshot.files.get(path)!.annotations.reduce((sum, each) => sum + sizeOf(each), 0);
      assert.ok(count <= most, `it has ${count}`);
    });
  }

  function verdictOf(key: string): string | undefined {
    const methods = [...workspace.snapshot.files.values()].flatMap(file => file.methods);
    return methods.find(each => each.info.key === key)?.verdict?.status;
  }

  /**
   * Its own, those of all contracts and bodies that the proof used, and of the fields and methods that they mention.
   */
  function annotationsFor(key: string): readonly string[] {
    const { program } = workspace.snapshot;
    const used = (workspace.obligationsOf(key) ?? []).flatMap(set => [...set.contracts, ...set.inlined]);
    const methods = [...new Set([key, ...used])].flatMap(each => methodByKey(program, each) ?? []);
    const called = methods.filter(each => each.origin === 'workspace');
    const ours = [...new Set([...called, ...called.flatMap(methodsNamedBy)])].filter(each => !MADE.has(each.key));
    const fields = ours.flatMap(each => fieldsNamedBy(each)).filter(each => isDeclared(ours, each));
    const typed = ours.filter(each => each.signature && !each.synthetic).map(each => each.key);
    return [...new Set([...typed, ...fields])];
  }

  /** Of the same class, in the clauses of the contract. */
  function methodsNamedBy({ owner, singleton, signature }: MethodInfo): readonly MethodInfo[] {
    const info = workspace.snapshot.program.classes.get(owner);
    const clauses = (signature?.arms ?? []).flatMap(arm => arm.text.match(/[a-z]\w*[?!]?/g) ?? []);
    return clauses.flatMap(name => info?.[singleton ? 'singletonMethods' : 'methods'].get(name) ?? []);
  }

  function fieldsNamedBy({ definition, signature, synthetic }: MethodInfo): readonly string[] {
    const texts = JSON.stringify([definition?.body() ?? null, signature?.arms.map(arm => arm.text) ?? []]);
    const named = [...texts.matchAll(/@\w+/g)].map(match => match[0]);
    return synthetic && 'field' in synthetic ? [synthetic.field, ...named] : named;
  }

  function isDeclared(methods: readonly MethodInfo[], field: string): boolean {
    return methods.some(each => workspace.snapshot.program.classes.get(each.owner)?.fields.get(field)?.place);
  }
});

function sizeOf(annotation: Annotation): number {
  switch (annotation.kind) {
    case 'variable':
      return annotation.names.length;
    case 'attribute':
      return annotation.attributes.length;
    default:
      return 1;
  }
}
