/**
 * `loupe audit --inferred`: methods without annotations run on inputs of their inferred types, and no call contradicts
 * what is inferred. A signature that is wrong on purpose is found.
 */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { auditInferred } from '../../server/src/ide/infer/auditInferred';
import { inferFile } from '../../server/src/ide/infer/inferFile';
import { inferredAuditScript, readInferredAudit } from '../../server/src/judge/inferredAudit';
import { BOOL, type MethodType, STRING } from '../../server/src/types/type';
import { createAuditHost } from '../harness/auditProofs';
import { inferPrograms } from '../harness/inferPrograms';
import { sampleByName } from '../harness/sampling';
import { createTestWorkspace, NEVER } from '../harness/workspace';

/** A run loads the program once for each method. */
const SHARE = { test: 40, trust: 12, full: 4 };
const INPUTS = 20;

/** Programs with a shown signature that a run contradicts, and why. Reports do not read these signatures. The list only gets shorter. */
const CONTRADICTED: Readonly<Record<string, string>> = {
  'infer/clean/app_tic_tac_toe.rb': 'an index beyond the end, which fills the array with nil',
  'infer/clean/append_called_by_library.rb': 'the library calls `<<`',
  'infer/clean/class_body_before_redefinition.rb': 'the class body calls `new` before it is redefined',
  'infer/clean/coerce.rb': 'the library calls `coerce`',
  'infer/clean/coerce_both_ways.rb': 'the library calls `==` with what `coerce` returned',
  'infer/clean/conditional_definitions.rb': 'a demand inside a branch that other platforms take',
  'infer/clean/containers_join_unknown_elements.rb': 'elements that a parameter adds to the list of a field',
  'infer/clean/define_method_closures.rb': 'blocks of define_method with a computed name write the field',
  'infer/clean/druby_redefined_method.rb': 'the script calls the first definition before the second one exists',
  'infer/clean/generic_filled_container.rb': 'elements that a parameter adds to the list of a field',
  'infer/clean/generic_reinitialised.rb': 'a method calls `initialize` again',
  'infer/clean/generic_visitor_accept.rb': 'the audit gives nil where a tree gets too deep',
  'infer/clean/lib_abstract_leaves.rb': 'a call with a computed class and a splat',
  'infer/clean/lib_visitor_double_dispatch.rb': 'the audit gives nil where a tree gets too deep',
  'infer/clean/narrowing_through_helpers.rb':
    'a method that is called only where `respond_to?` holds is shown as required',
  'infer/clean/operators.rb': '`!=` calls `==`',
  'infer/clean/operators_on_self_types.rb': '`10**index` of a negative index is a Rational',
  'infer/clean/polymorphic_pipeline.rb': 'elements that `+` adds to the list of a field',
  'infer/clean/splat_hides_arguments.rb': 'a splat hides what a call passes',
  'infer/clean/supply_by_other_callers.rb':
    'callers that are no calls (a method object), a list that grows after it was passed',
  'infer/clean/visitor_by_class_name.rb': 'elements of a rest parameter that a field keeps',
  'infer/clean/visitor_pattern.rb': 'the audit gives nil where a tree gets too deep',
  'infer/clean/whole_script_implicit_calls.rb': 'Ruby runs methods that no call names',
};

const BOX = `class Box
  def initialize(v) = @v = v
  def get = @v
  def twice(n) = get + n + n
  def outer(n) = twice(n)
end
Box.new(3).outer(1)
`;

describe('the audit of inferred types', () => {
  const ruby = createAuditHost();
  after(() => ruby.close());

  const clean = inferPrograms().filter(({ kind }) => kind === 'clean');
  for (const { name, text } of sampleByName('programs audited without annotations', clean, SHARE, each => each.name)) {
    it(name, async () => {
      const workspace = await open(name, text);
      const found: string[] = [];
      for await (const { report } of auditInferred(workspace.snapshot, { ruby, wanted: INPUTS, signal: NEVER }))
        found.push(...report.contradictions);
      await workspace.dispose();
      if (name in CONTRADICTED) assert.notDeepStrictEqual(found, [], `remove ${name} from the list`);
      else assert.deepStrictEqual(found, []);
    });
  }

  const audit = async (
    name: string,
    lie: (type: MethodType) => MethodType,
    field: string,
  ): Promise<readonly string[]> => {
    const workspace = await open('box.rb', BOX);
    const { snapshot } = workspace;
    const file = [...snapshot.files.values()][0];
    assert.ok(file);
    const { methods } = inferFile(snapshot, file);
    const [told] = methods.filter(({ info }) => info.name === 'outer');
    assert.ok(told);
    const signatures = methods.map(({ info, type }) => `${info.key}\t${show(info.name === name ? lie(type) : type)}`);
    const script = inferredAuditScript({
      program: snapshot.program,
      method: told.info,
      type: told.type,
      files: [{ path: 'box.rb', text: BOX }],
      signatures,
      fields: [`Box\t@v\t${field}`],
      isKnown: true,
      wanted: 5,
      paramsOf: () => null,
    });
    assert.ok(script);
    const reply = await ruby.evaluate(script.source, script.files, NEVER);
    await workspace.dispose();
    assert.equal(reply.kind, 'value');
    const report = readInferredAudit(reply.kind === 'value' ? reply.text : '');
    assert.ok(report.ran >= 5, report.couldNotRun ?? '');
    return report.contradictions.map(line => line.replace(/ (is|was) -?\d+/, ' $1 n').replace(/;.*/, ''));
  };

  it('finds nothing where nothing is wrong', async () => {
    assert.deepStrictEqual(await audit('', type => type, 'Integer'), []);
  });

  it('finds a wrong result, argument and field', async () => {
    assert.deepStrictEqual(new Set(await audit('get', type => ({ ...type, result: STRING }), 'Integer')).size, 1);
    const wrong = (type: MethodType): MethodType => ({
      ...type,
      params: type.params.map(each => ({ ...each, type: BOOL })),
    });
    const found = await audit('twice', wrong, 'Integer');
    assert.ok(found.length > 0 && found.every(line => line.startsWith('Box#twice: ')), found.join('\n'));
    const fields = await audit('', type => type, 'String');
    assert.ok(fields.length > 0 && fields.every(line => line.startsWith('Box @v: ')), fields.join('\n'));
  });
});

async function open(name: string, text: string): Promise<Workspace> {
  const workspace = await createTestWorkspace();
  workspace.open(name.replace(/.*\//, ''), text);
  return workspace;
}

function show({ params, result }: MethodType): string {
  const word = (type: MethodType['result']): string =>
    type === STRING ? 'String' : type === BOOL ? '%bool' : 'Integer';
  return `(${params.map(param => word(param.type)).join(', ')}) -> ${word(result)}`;
}
