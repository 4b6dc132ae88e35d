/**
 * Definitions in a loop over names that are known: `%w[a b].each { |n| define_method("#{n}?") { … } }`. The body is
 * read once per element, with the element's value in place of the block's parameter and with names computed from it
 * folded to literals. Lists may be literals or constants of the same file; anything else stays computed.
 */
import { anchorPath } from '../base/span';
import { constantName, findConstant } from '../program/constants';
import { PartMemoKey } from '../program/memos';
import type { RubyValue } from '../proof/rubyValue';
import { showValue } from '../proof/showValue';
import type { Block, Call, Expr, LiteralValue } from '../ril/ril';
import { evaluatePlain } from '../typing/staticEvaluation';
import { NotStaticError, send, throwNotStatic } from '../typing/staticValues';
import { viewOf } from './draft';
import type { Scope } from './scope';
import { substituteLocals } from './staticSubstitution';

/** A longer list is data rather than code. */
const MOST_ELEMENTS = 200;
const MOST_STEPS = 2000;

/** How an iteration over a container passes its elements to the block. */
type Iteration = (element: RubyValue, index: number) => readonly RubyValue[];
const PARTS: Iteration = element => (element.kind === 'array' ? element.elements : [element]);
const ITERATIONS: ReadonlyMap<string, Iteration> = new Map<string, Iteration>([
  ['each', PARTS],
  ['each_pair', PARTS],
  ['each_with_index', (element, index) => [element, { kind: 'integer', value: String(index) }]],
]);

const UNROLLED = new PartMemoKey<Expr, Map<string, Expr | null>>();

/** The bodies of all iterations, in order; null if the elements or the use of a parameter are not static. */
export function unrollLoop(scope: Scope, call: Call): readonly Expr[] | null {
  const iterate = ITERATIONS.get(call.method);
  if (iterate === undefined || call.receiver === null || call.args.length > 0 || call.block?.type !== 'block')
    return null;
  const { block } = call.block;
  const elements = elementsOf(scope, call.receiver);
  if (elements === null) return null;
  const bodies = elements.map((element, index) => {
    const values = iterate(element, index);
    return bodyFor(scope, block, block.params.length === 1 && call.method !== 'each_with_index' ? [element] : values);
  });
  return bodies.every(body => body !== null) ? (bodies as readonly Expr[]) : null;
}

/** `*NAMES`: the literal elements of a constant list of names. */
export function staticElements(scope: Scope, list: Expr): readonly Expr[] | null {
  const elements = elementsOf(scope, list);
  if (elements === null) return null;
  const literals = elements.flatMap(element => literalFor(element) ?? []);
  if (literals.length < elements.length) return null;
  return literals.map(value => ({ kind: 'lit', span: list.span, value }));
}

function bodyFor(scope: Scope, block: Block, values: readonly RubyValue[]): Expr | null {
  const { params } = block;
  if (params.some(param => param.kind !== 'required' || param.name === null || param.destructure)) return null;
  const known = scope.ctx.library.memos.getOfPart(UNROLLED, block.body, () => new Map<string, Expr | null>());
  const key = values.map(showValue).join(', ');
  const before = known.get(key);
  if (before !== undefined) return before;
  const literals = params.flatMap((param, i): [string, LiteralValue][] => {
    const literal = literalFor(values[i] ?? { kind: 'nil' });
    return literal === null ? [] : [[param.name ?? '', literal]];
  });
  const body = substituteLocals(block.body, new Map(literals));
  known.set(key, body);
  return body;
}

function literalFor(value: RubyValue): LiteralValue | null {
  switch (value.kind) {
    case 'string':
      return { type: 'string', value: value.value, segments: [] };
    case 'symbol':
    case 'integer':
      return { type: value.kind, value: value.value };
    case 'nil':
      return { type: 'nil' };
    case 'boolean':
      return { type: value.value ? 'true' : 'false' };
    default:
      return null;
  }
}

/** The elements of an array, or the pairs of a hash; those that are not static are opaque. */
function elementsOf(scope: Scope, list: Expr): readonly RubyValue[] | null {
  const value = evaluateStatic(scope, list);
  const elements =
    value?.kind === 'array'
      ? value.elements
      : value?.kind === 'hash'
        ? value.entries.map((pair): RubyValue => ({ kind: 'array', id: '', elements: pair }))
        : null;
  return elements === null || elements.length > MOST_ELEMENTS ? null : elements;
}

function evaluateStatic(scope: Scope, list: Expr): RubyValue | null {
  let steps = 0;
  const evaluate = (expr: Expr): RubyValue => {
    if (++steps > MOST_STEPS) throw new NotStaticError();
    if (expr.kind === 'const') return evaluate(constantValue(scope, expr) ?? throwNotStatic());
    if (expr.kind === 'array' || expr.kind === 'hash') return evaluatePlain(expr, part => evaluateOr(part, OPAQUE));
    if (expr.kind !== 'call') return evaluatePlain(expr, evaluate);
    if (expr.receiver === null || expr.block) throw new NotStaticError();
    const args = expr.args.map(arg => (arg.type === 'positional' ? evaluate(arg.value) : throwNotStatic()));
    return send(evaluate(expr.receiver), expr.method, args);
  };
  const evaluateOr = <T>(expr: Expr, otherwise: T): RubyValue | T => {
    try {
      return evaluate(expr);
    } catch (error) {
      if (error instanceof NotStaticError) return otherwise;
      throw error;
    }
  };
  return evaluateOr(list, null);
}

const OPAQUE: RubyValue = { kind: 'opaque', text: '' };

/** Of the file being read, so that an edit of the constant reads this body again; null if the constant was changed. */
function constantValue(scope: Scope, expr: Expr): Expr | null {
  const name = constantName(expr);
  const found = name === null ? null : findConstant(viewOf(scope.ctx), scope.nesting, name);
  const constant = found?.constant ?? null;
  if (!constant?.place || !constant.value || scope.ctx.changedConstants.has(constant.place.anchor)) return null;
  return anchorPath(constant.place.anchor) === scope.ctx.makers.reading ? constant.value : null;
}

/** `NAMES << :c`: a call on a constant that may change what it holds. */
export function noteConstantChange(scope: Scope, call: Call): void {
  if (call.receiver?.kind !== 'const' || call.block !== null) return;
  const name = constantName(call.receiver);
  const found = name === null ? null : findConstant(viewOf(scope.ctx), scope.nesting, name);
  if (found?.constant?.place) scope.ctx.changedConstants.add(found.constant.place.anchor);
}
