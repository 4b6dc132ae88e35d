/** Variables that a class body assigns outside of methods: `@@count = 0`, `@@all ||= []`, `@cache = {}`. */
import type { AnchorId } from '../base/span';
import type { BodyWrites, FieldInfo } from '../program/program';
import { flattenTargets } from '../ril/bindings';
import type { Expr, Var } from '../ril/ril';
import { walk } from '../ril/walk';
import { draftOf, useField } from './draft';
import type { Scope } from './scope';

/** `expr`: one statement of the body. */
export function noteBodyWrites(scope: Scope, expr: Expr, anchor: AnchorId): void {
  if (scope.topLevel) return;
  const sure = new Set(findCertainWrites(expr));
  walk(expr, each => {
    if (each.kind === 'assign' && each.target.kind === 'var') noteWrite(scope, each.target, each.value, anchor, sure);
    if (each.kind === 'multiAssign' || each.kind === 'rescue')
      for (const target of variablesIn(each)) noteWrite(scope, target, null, anchor, sure);
    return each.kind !== 'define';
  });
}

function noteWrite(scope: Scope, target: Var, value: Expr | null, anchor: AnchorId, sure: ReadonlySet<string>): void {
  if (target.scope !== 'class' && (target.scope !== 'instance' || scope.singleton)) return;
  const draft = draftOf(scope.ctx, scope.className);
  const fields = target.scope === 'class' ? draft.fields : draft.singletonFields;
  useField(fields, target.name, scope.nesting);
  const field = fields.get(target.name)!;
  const written = value && literalClass(value);
  const before = field.inBody ?? { surely: false, classes: [], values: [] };
  const classes = written && before.classes ? [...new Set([...before.classes, written])] : null;
  const place = { anchor, span: value?.span ?? target.span };
  const values = [...before.values, { value, place, nesting: scope.nesting }];
  const inBody: BodyWrites = { surely: before.surely || sure.has(target.name), classes, values };
  fields.set(target.name, { ...field, inBody });
}

/** Adds the declaration; initial values found in bodies are kept. */
export function declareField(fields: Map<string, FieldInfo>, info: FieldInfo): void {
  const inBody = fields.get(info.name)?.inBody;
  fields.set(info.name, inBody ? { ...info, inBody } : info);
}

/** The variables that are certainly assigned afterwards; `x ||= e` counts. */
function findCertainWrites(expr: Expr): readonly string[] {
  switch (expr.kind) {
    case 'seq':
      return expr.body.flatMap(findCertainWrites);
    case 'assign':
      return [...(expr.target.kind === 'var' ? [expr.target.name] : []), ...findCertainWrites(expr.value)];
    case 'or': {
      const { left, right } = expr;
      const tested = left.kind === 'and' && left.left.kind === 'defined' ? left.right : left;
      const isOpAssign = right.kind === 'assign' && right.target.kind === 'var' && tested.kind === 'var';
      return isOpAssign && right.target.name === tested.name ? [tested.name] : findCertainWrites(left);
    }
    case 'multiAssign':
      return variablesIn(expr).map(each => each.name);
    default:
      return [];
  }
}

function variablesIn(expr: Expr & { readonly kind: 'multiAssign' | 'rescue' }): readonly Var[] {
  const targets =
    expr.kind === 'multiAssign' ? flattenTargets(expr.targets) : expr.clauses.map(clause => clause.target);
  return targets.flatMap(target => (target?.kind === 'var' ? [target] : []));
}

function literalClass(expr: Expr): string | null {
  if (expr.kind === 'array') return expr.elements.length === 0 ? 'Array' : null;
  if (expr.kind === 'hash') return expr.entries.length === 0 ? 'Hash' : null;
  if (expr.kind === 'seq') return expr.body.length > 0 ? literalClass(expr.body[expr.body.length - 1]!) : 'NilClass';
  if (expr.kind !== 'lit') return null;
  switch (expr.value.type) {
    case 'integer':
      return 'Integer';
    case 'float':
      return 'Float';
    case 'rational':
      return 'Rational';
    case 'string':
      return 'String';
    case 'symbol':
      return 'Symbol';
    case 'true':
    case 'false':
      return 'bool';
    case 'nil':
      return 'NilClass';
    default:
      return null;
  }
}
