/**
 * Traversal of RIL. `children` are the direct subexpressions in source order, including those in blocks and patterns
 * but not those of a `define`, which is another scope. `walk` uses an explicit stack.
 */
import type { Arg, Block, BlockArg, Expr, MultiTarget, Param, Pattern } from './ril';

/** Visits `expr` and its descendants in preorder; a visit that returns false skips the children. */
export function walk(expr: Expr, visit: (expr: Expr) => boolean | undefined): void {
  const pending: Expr[] = [expr];
  while (pending.length > 0) {
    const next = pending.pop()!;
    if (visit(next) === false) continue;
    const inner = children(next);
    for (let i = inner.length - 1; i >= 0; i--) pending.push(inner[i]!);
  }
}

export function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'lit':
    case 'self':
    case 'var':
    case 'define':
    case 'opaque':
      return [];
    case 'const':
      return expr.scope !== null && expr.scope !== 'root' ? [expr.scope] : [];
    case 'assign':
      return [expr.target, expr.value];
    case 'multiAssign':
      return [...expr.targets.flatMap(childrenOfTarget), expr.value];
    case 'call':
      return [...optionalChild(expr.receiver), ...expr.args.flatMap(childrenOfArg), ...childrenOfBlockArg(expr.block)];
    case 'super':
      return [...(expr.args ?? []).flatMap(childrenOfArg), ...childrenOfBlockArg(expr.block)];
    case 'yield':
      return expr.args.flatMap(childrenOfArg);
    case 'if':
      return [expr.condition, expr.then, expr.else];
    case 'and':
    case 'or':
      return [expr.left, expr.right];
    case 'seq':
      return expr.body;
    case 'while':
      return expr.bodyFirst ? [expr.body, expr.condition] : [expr.condition, expr.body];
    case 'jump':
      return optionalChild(expr.value);
    case 'rescue':
      return [
        expr.body,
        ...expr.clauses.flatMap(clause => [
          ...clause.classes.flatMap(childrenOfArg),
          ...optionalChild(clause.target),
          clause.body,
        ]),
        ...optionalChild(expr.else),
      ];
    case 'ensure':
      return [expr.body, expr.ensure];
    case 'array':
      return expr.elements.flatMap(childrenOfArg);
    case 'hash':
      return expr.entries.flatMap(childrenOfArg);
    case 'range':
      return [...optionalChild(expr.from), ...optionalChild(expr.to)];
    case 'interpolate':
      return expr.parts;
    case 'lambda':
      return childrenOfBlock(expr.block);
    case 'defined':
      return [expr.value];
    case 'match':
      return [expr.subject, ...childrenOfPattern(expr.pattern)];
  }
}

function optionalChild(expr: Expr | null): readonly Expr[] {
  return expr ? [expr] : [];
}

function childrenOfArg(arg: Arg): readonly Expr[] {
  switch (arg.type) {
    case 'positional':
    case 'keyword':
      return [arg.value];
    case 'splat':
    case 'doubleSplat':
      return optionalChild(arg.value);
    case 'pair':
      return [arg.key, arg.value];
    case 'forward':
      return [];
  }
}

function childrenOfBlockArg(block: BlockArg | null): readonly Expr[] {
  if (!block) return [];
  return block.type === 'pass' ? optionalChild(block.value) : childrenOfBlock(block.block);
}

function childrenOfBlock(block: Block): readonly Expr[] {
  return [...block.params.flatMap(inParam), block.body];
}

/** The expressions of a parameter: its default, and its destructuring targets. */
export function inParam(param: Param): readonly Expr[] {
  return [...optionalChild(param.default), ...(param.destructure ?? []).flatMap(childrenOfTarget)];
}

function childrenOfTarget(target: MultiTarget): readonly Expr[] {
  return target.type === 'list' ? target.items.flatMap(childrenOfTarget) : optionalChild(target.target);
}

function childrenOfPattern(pattern: Pattern): readonly Expr[] {
  switch (pattern.type) {
    case 'value':
      return [pattern.value];
    case 'bind':
      return [];
    case 'capture':
      return childrenOfPattern(pattern.pattern);
    case 'alternative':
      return pattern.alternatives.flatMap(childrenOfPattern);
    case 'array':
      return [...optionalChild(pattern.constant), ...[...pattern.before, ...pattern.after].flatMap(childrenOfPattern)];
    case 'find':
      return [...optionalChild(pattern.constant), ...pattern.middle.flatMap(childrenOfPattern)];
    case 'hash':
      return [
        ...optionalChild(pattern.constant),
        ...pattern.entries.flatMap(({ pattern: inner }) => (inner ? childrenOfPattern(inner) : [])),
      ];
  }
}
