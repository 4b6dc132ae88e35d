/**
 * Going through RIL. `children` are the expressions directly inside one, in the order of the source; blocks and
 * patterns are looked through, a `define` is not: what it declares is another scope. `walk` needs no stack of ours.
 */
import type { Arg, Block, BlockArg, Expr, MultiTarget, Param, Pattern } from './ril';

/** Visits `expr` and all below, outer before inner, first before last; a visit that returns false goes no deeper. */
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
      return [...expr.targets.flatMap(inTarget), expr.value];
    case 'call':
      return [...some(expr.receiver), ...expr.args.flatMap(inArg), ...inBlockArg(expr.block)];
    case 'super':
      return [...(expr.args ?? []).flatMap(inArg), ...inBlockArg(expr.block)];
    case 'yield':
      return expr.args.flatMap(inArg);
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
      return some(expr.value);
    case 'rescue':
      return [
        expr.body,
        ...expr.clauses.flatMap(clause => [...clause.classes.flatMap(inArg), ...some(clause.target), clause.body]),
        ...some(expr.else),
      ];
    case 'ensure':
      return [expr.body, expr.ensure];
    case 'array':
      return expr.elements.flatMap(inArg);
    case 'hash':
      return expr.entries.flatMap(inArg);
    case 'range':
      return [...some(expr.from), ...some(expr.to)];
    case 'interpolate':
      return expr.parts;
    case 'lambda':
      return inBlock(expr.block);
    case 'defined':
      return [expr.value];
    case 'match':
      return [expr.subject, ...inPattern(expr.pattern)];
  }
}

function some(expr: Expr | null): readonly Expr[] {
  return expr ? [expr] : [];
}

function inArg(arg: Arg): readonly Expr[] {
  switch (arg.type) {
    case 'positional':
    case 'keyword':
      return [arg.value];
    case 'splat':
    case 'doubleSplat':
      return some(arg.value);
    case 'pair':
      return [arg.key, arg.value];
    case 'forward':
      return [];
  }
}

function inBlockArg(block: BlockArg | null): readonly Expr[] {
  if (!block) return [];
  return block.type === 'pass' ? some(block.value) : inBlock(block.block);
}

function inBlock(block: Block): readonly Expr[] {
  return [...block.params.flatMap(inParam), block.body];
}

/** The expressions of a parameter: its default, and what it takes apart. */
export function inParam(param: Param): readonly Expr[] {
  return [...some(param.default), ...(param.destructure ?? []).flatMap(inTarget)];
}

function inTarget(target: MultiTarget): readonly Expr[] {
  return target.type === 'list' ? target.items.flatMap(inTarget) : some(target.target);
}

function inPattern(pattern: Pattern): readonly Expr[] {
  switch (pattern.type) {
    case 'value':
      return [pattern.value];
    case 'bind':
      return [];
    case 'capture':
      return inPattern(pattern.pattern);
    case 'alternative':
      return pattern.alternatives.flatMap(inPattern);
    case 'array':
      return [...some(pattern.constant), ...[...pattern.before, ...pattern.after].flatMap(inPattern)];
    case 'find':
      return [...some(pattern.constant), ...pattern.middle.flatMap(inPattern)];
    case 'hash':
      return [
        ...some(pattern.constant),
        ...pattern.entries.flatMap(({ pattern: inner }) => (inner ? inPattern(inner) : [])),
      ];
  }
}
