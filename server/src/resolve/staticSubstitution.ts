/**
 * Replaces locals by literals, and folds what then has a known value: `"#{n}?"` becomes `"open?"`. Blocks and lambdas
 * that declare a local of the same name hide it. Null if the code assigns such a local.
 */
import type { RubyValue } from '../proof/rubyValue';
import { localsInTargets } from '../ril/bindings';
import { mapParts } from '../ril/dataParts';
import type { Block, Expr, LiteralValue } from '../ril/ril';
import { evaluatePlain } from '../typing/staticEvaluation';
import { NotStaticError, send } from '../typing/staticValues';

type Literals = ReadonlyMap<string, LiteralValue>;

class Assigned extends Error {}

export function substituteLocals(body: Expr, literals: Literals): Expr | null {
  try {
    return replaceIn(body, literals) as Expr;
  } catch (error) {
    if (error instanceof Assigned) return null;
    throw error;
  }
}

/** RIL as plain data: a node, a list of nodes, or a value. */
function replaceIn(node: unknown, literals: Literals): unknown {
  if (Array.isArray(node)) return node.map(each => replaceIn(each, literals));
  if (typeof node !== 'object' || node === null) return node;
  if (isBlock(node)) return mapParts(node, part => replaceIn(part, withoutOwn(node, literals)));
  if (!isNode(node)) return mapParts(node, part => replaceIn(part, literals));
  switch (node.kind) {
    // A `def` sees no locals of its surroundings.
    case 'define':
    case 'lit':
      return node;
    case 'var': {
      const value = node.scope === 'local' ? literals.get(node.name) : undefined;
      return value === undefined ? node : { kind: 'lit', span: node.span, value };
    }
    case 'assign':
      if (node.target.kind === 'var' && literals.has(node.target.name)) throw new Assigned();
      break;
    case 'multiAssign':
      if (localsInTargets(node.targets).some(name => literals.has(name))) throw new Assigned();
      break;
  }
  return fold(mapParts(node, part => replaceIn(part, literals)) as Expr);
}

function withoutOwn(block: Block, literals: Literals): Literals {
  const own = new Set([...block.params.map(param => param.name), ...block.locals]);
  return new Map([...literals].filter(([name]) => !own.has(name)));
}

function isNode(node: object): node is Expr {
  return 'kind' in node && 'span' in node && typeof node.kind === 'string';
}

function isBlock(node: object): node is Block {
  return 'params' in node && 'locals' in node && 'body' in node;
}

/** Names only: other values stay as they are written. */
function fold(expr: Expr): Expr {
  if (expr.kind !== 'interpolate' && expr.kind !== 'call') return expr;
  try {
    const value = expr.kind === 'call' ? foldCall(expr) : evaluatePlain(expr, literalValue);
    if (value.kind === 'symbol') return { kind: 'lit', span: expr.span, value: { type: 'symbol', value: value.value } };
    if (value.kind !== 'string') return expr;
    return { kind: 'lit', span: expr.span, value: { type: 'string', value: value.value, segments: [] } };
  } catch (error) {
    if (error instanceof NotStaticError) return expr;
    throw error;
  }
}

/** `n.to_sym`, `n + '?'` of literals. */
function foldCall(expr: Extract<Expr, { kind: 'call' }>): RubyValue {
  if (expr.receiver === null || expr.block !== null || expr.args.length > 1) throw new NotStaticError();
  const args = expr.args.map(arg => (arg.type === 'positional' ? literalValue(arg.value) : literalValue(expr)));
  return send(literalValue(expr.receiver), expr.method, args);
}

function literalValue(expr: Expr): RubyValue {
  if (expr.kind !== 'lit') throw new NotStaticError();
  return evaluatePlain(expr, literalValue);
}
