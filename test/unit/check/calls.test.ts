/** What the verifier uses: candidates of calls, types of expressions, clauses, dependencies. */
import assert from 'node:assert';
import { check, checkAssuming, checkRefinements } from '../../../server/src/check/check';
import { Recorder } from '../../../server/src/engine/incremental/recorder';
import { shareProgram } from '../../../server/src/engine/incremental/shareProgram';
import { bareCore } from '../../../server/src/program/bareCore';
import { methodByKey } from '../../../server/src/program/lookup';
import type { MethodInfo, Program } from '../../../server/src/program/program';
import type { Expr } from '../../../server/src/ril/ril';
import { walk } from '../../../server/src/ril/walk';
import { showMethodType, showType } from '../../../server/src/types/show';
import { nominal } from '../../../server/src/types/type';
import type { CallTarget, TypedMethod } from '../../../server/src/types/typedMethod';
import { checkInput } from '../../harness/checkInput';
import { buildProgram } from '../../harness/program';
import { smallCore } from '../../harness/smallCore';

const TEXT = `
class Shape
  type '() -> Integer'
  def area = 0
end
class Square < Shape
  type '() -> Integer'
  def area = 1
end
class Circle < Shape
  def area = 2
end
class Box
  type_params [:e], nil
  type '(e) -> self'
  def initialize(x); end
end
class Uses
  type '(Shape, Integer or nil) -> Integer'
  def use(shape, n)
    n.to_s
    n + 1
    Box.new(1)
    Object.new
    shape.area
  end
  def untyped(x) = x + 1
  type '(Array<Integer> a { a.size > 0 }) -> Integer r { r >= a[0] }'
  def clauses(a) = 1
  type '() { (Integer) -> String } -> String'
  def yields = yield(1)
end
`;

async function program(): Promise<Program> {
  const built = await buildProgram(TEXT, await smallCore);
  assert.deepStrictEqual(built.messages, []);
  return built.program;
}

function methodIn(from: Program, key: string): MethodInfo {
  const info = methodByKey(from, key);
  assert.ok(info, key);
  return info;
}

function targetOf(typed: Pick<TypedMethod, 'calls'>, name: string): CallTarget {
  const found = [...typed.calls].find(([call]) => call.kind === name || (call.kind === 'call' && call.method === name));
  assert.ok(found, name);
  return found[1];
}

function shown(target: CallTarget): readonly string[] {
  return target.candidates.map(
    ({ receiver, method, arms }) =>
      `${showType(receiver)}: ${method} ${arms.map(arm => showMethodType(arm.type)).join(' | ')}`,
  );
}

describe('check: results for the verifier', () => {
  it('a call has its static callee first, then the overrides of subclasses', async () => {
    const all = await program();
    const typed = check(methodIn(all, 'Uses#use'), checkInput(all));
    assert.deepStrictEqual(typed.problems, []);
    assert.deepStrictEqual(shown(targetOf(typed, 'area')), [
      'Shape: Shape#area () -> Integer',
      'Circle: Circle#area ',
      'Square: Square#area () -> Integer',
    ]);
  });

  it('nil is a candidate only if it has the method', async () => {
    const all = await program();
    const typed = check(methodIn(all, 'Uses#use'), checkInput(all));
    assert.deepStrictEqual(shown(targetOf(typed, 'to_s')), [
      'Integer: Integer#to_s (?Integer) -> String',
      'nil: NilClass#to_s () -> String',
    ]);
    assert.deepStrictEqual(shown(targetOf(typed, '+')), ['Integer: Integer#+ (Integer) -> Integer']);
  });

  it('new refers to initialize and returns the instance', async () => {
    const all = await program();
    const typed = check(methodIn(all, 'Uses#use'), checkInput(all));
    assert.deepStrictEqual(shown(targetOf(typed, 'new')), [`\${Box}: Box#initialize (Integer) -> Box<Integer>`]);
  });

  it('yield has the declared block type', async () => {
    const all = await program();
    const typed = check(methodIn(all, 'Uses#yields'), checkInput(all));
    assert.deepStrictEqual(shown(targetOf(typed, 'yield')), ['Uses: null (Integer) -> String']);
  });

  it('every expression of a body has a type, self spelled out', async () => {
    const all = await program();
    const method = methodIn(all, 'Uses#use');
    const typed = check(method, checkInput(all));
    const missing: string[] = [];
    const visit = (expr: Expr): void => {
      if (!typed.types.has(expr)) missing.push(expr.kind);
    };
    walk(method.definition!.body(), expr => void visit(expr));
    assert.deepStrictEqual(missing, []);
    assert.ok([...typed.types.values()].every(type => type.kind !== 'self'));
  });

  it('a method without a type can be checked for given arguments', async () => {
    const all = await program();
    const method = methodIn(all, 'Uses#untyped');
    assert.strictEqual(showType(check(method, checkInput(all)).result), '%dyn');
    const typed = checkAssuming(method, checkInput(all), new Map([['x', nominal('Float')]]));
    assert.strictEqual(showType(typed.result), 'Float');
  });

  it('clauses have types and callees like bodies', async () => {
    const all = await program();
    const clauses = checkRefinements(methodIn(all, 'Uses#clauses'), checkInput(all));
    assert.deepStrictEqual(clauses.problems, []);
    assert.deepStrictEqual(shown(targetOf(clauses, 'size')), ['Array<Integer>: Array#size () -> Integer']);
    assert.deepStrictEqual(shown(targetOf(clauses, '[]')), ['Array<Integer>: Array#[] (Integer) -> Integer or nil']);
  });

  it('lookups are recorded', async () => {
    const all = await program();
    const recorder = new Recorder();
    const shared = shareProgram(bareCore(), all, recorder);
    const { reads } = recorder.run(shared, view => check(methodIn(view, 'Uses#use'), checkInput(view)));
    const answers = [...reads.answers].map(({ of, name }) => `${of} ${name}`);
    const classes = [...reads.classes].map(({ className }) => className);
    const keys = [...classes, ...reads.bodies.keys(), ...answers];
    for (const key of ['Shape', 'Integer', 'Box', 'Circle#area', 'Shape area']) {
      assert.ok(keys.includes(key), `${key} in ${keys.join(', ')}`);
    }
  });
});
