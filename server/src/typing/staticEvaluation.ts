/**
 * Expressions whose value follows from their parts alone: literals, containers, interpolation, conditions. The caller
 * evaluates the parts, so that it decides about names and calls. One reading for hooks (hook/) and for definitions with
 * computed names (resolve/).
 */
import type { RubyValue } from '../proof/rubyValue';
import type { Arg, Expr, LiteralValue } from '../ril/ril';
import { array, bool, hash, isTruthy, NIL, NotStaticError, symbol, textOf, throwNotStatic } from './staticValues';

type Evaluate = (expr: Expr) => RubyValue;

export function evaluatePlain(expr: Expr, evaluate: Evaluate): RubyValue {
  switch (expr.kind) {
    case 'lit':
      return literalOf(expr.value);
    case 'if':
      return evaluate(isTruthy(evaluate(expr.condition)) ? expr.then : expr.else);
    case 'and': {
      const left = evaluate(expr.left);
      return isTruthy(left) ? evaluate(expr.right) : left;
    }
    case 'or': {
      const left = evaluate(expr.left);
      return isTruthy(left) ? left : evaluate(expr.right);
    }
    case 'array':
      return array(expr.elements.map(each => (each.type === 'positional' ? evaluate(each.value) : throwNotStatic())));
    case 'hash':
      return hash(expr.entries.map(entry => evaluatePair(entry, evaluate)));
    case 'interpolate': {
      if (expr.as !== 'string' && expr.as !== 'symbol') throw new NotStaticError();
      const text = expr.parts.map(part => textOf(evaluate(part))).join('');
      return expr.as === 'string' ? { kind: 'string', value: text } : symbol(text);
    }
    default:
      throw new NotStaticError();
  }
}

function evaluatePair(entry: Arg, evaluate: Evaluate): readonly [RubyValue, RubyValue] {
  if (entry.type === 'keyword') return [symbol(entry.name), evaluate(entry.value)];
  if (entry.type === 'pair') return [evaluate(entry.key), evaluate(entry.value)];
  throw new NotStaticError();
}

function literalOf(value: LiteralValue): RubyValue {
  switch (value.type) {
    case 'nil':
      return NIL;
    case 'true':
    case 'false':
      return bool(value.type === 'true');
    case 'integer':
      return { kind: 'integer', value: value.value };
    case 'string':
      return { kind: 'string', value: value.value };
    case 'symbol':
      return symbol(value.value);
    default:
      throw new NotStaticError();
  }
}
