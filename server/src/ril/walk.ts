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
    const from = pending.length;
    addChildren(next, pending);
    reverseFrom(pending, from);
  }
}

/** In place: the first child is to be taken next. */
function reverseFrom(list: Expr[], from: number): void {
  for (let i = from, j = list.length - 1; i < j; i++, j--) {
    const other = list[i]!;
    list[i] = list[j]!;
    list[j] = other;
  }
}

export function children(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  addChildren(expr, found);
  return found;
}

/** All code is walked many times: this allocates nothing. */
function addChildren(expr: Expr, to: Expr[]): void {
  switch (expr.kind) {
    case 'lit':
    case 'self':
    case 'var':
    case 'define':
    case 'opaque':
      return;
    case 'const':
      if (expr.scope !== null && expr.scope !== 'root') to.push(expr.scope);
      return;
    case 'assign':
      to.push(expr.target, expr.value);
      return;
    case 'multiAssign':
      for (const target of expr.targets) addTarget(target, to);
      to.push(expr.value);
      return;
    case 'call':
      if (expr.receiver) to.push(expr.receiver);
      addArgs(expr.args, to);
      addBlockArg(expr.block, to);
      return;
    case 'super':
      if (expr.args) addArgs(expr.args, to);
      addBlockArg(expr.block, to);
      return;
    case 'yield':
      addArgs(expr.args, to);
      return;
    case 'if':
      to.push(expr.condition, expr.then, expr.else);
      return;
    case 'and':
    case 'or':
      to.push(expr.left, expr.right);
      return;
    case 'seq':
      for (const each of expr.body) to.push(each);
      return;
    case 'while':
      if (expr.bodyFirst) to.push(expr.body, expr.condition);
      else to.push(expr.condition, expr.body);
      return;
    case 'jump':
      if (expr.value) to.push(expr.value);
      return;
    case 'rescue':
      to.push(expr.body);
      for (const { classes, target, body } of expr.clauses) {
        addArgs(classes, to);
        if (target) to.push(target);
        to.push(body);
      }
      if (expr.else) to.push(expr.else);
      return;
    case 'ensure':
      to.push(expr.body, expr.ensure);
      return;
    case 'array':
      addArgs(expr.elements, to);
      return;
    case 'hash':
      addArgs(expr.entries, to);
      return;
    case 'range':
      if (expr.from) to.push(expr.from);
      if (expr.to) to.push(expr.to);
      return;
    case 'interpolate':
      for (const each of expr.parts) to.push(each);
      return;
    case 'lambda':
      addBlock(expr.block, to);
      return;
    case 'defined':
      to.push(expr.value);
      return;
    case 'match':
      to.push(expr.subject);
      addPattern(expr.pattern, to);
      return;
  }
}

function addArgs(args: readonly Arg[], to: Expr[]): void {
  for (const arg of args) {
    switch (arg.type) {
      case 'positional':
      case 'keyword':
        to.push(arg.value);
        break;
      case 'splat':
      case 'doubleSplat':
        if (arg.value) to.push(arg.value);
        break;
      case 'pair':
        to.push(arg.key, arg.value);
        break;
      case 'forward':
        break;
    }
  }
}

function addBlockArg(block: BlockArg | null, to: Expr[]): void {
  if (block?.type === 'block') addBlock(block.block, to);
  else if (block?.value) to.push(block.value);
}

function addBlock(block: Block, to: Expr[]): void {
  for (const param of block.params) addParam(param, to);
  to.push(block.body);
}

/** The expressions of a parameter: its default, and its destructuring targets. */
export function inParam(param: Param): readonly Expr[] {
  const found: Expr[] = [];
  addParam(param, found);
  return found;
}

function addParam(param: Param, to: Expr[]): void {
  if (param.default) to.push(param.default);
  for (const target of param.destructure ?? []) addTarget(target, to);
}

function addTarget(target: MultiTarget, to: Expr[]): void {
  if (target.type === 'list') for (const item of target.items) addTarget(item, to);
  else if (target.target) to.push(target.target);
}

function addPattern(pattern: Pattern, to: Expr[]): void {
  switch (pattern.type) {
    case 'value':
      to.push(pattern.value);
      return;
    case 'bind':
      return;
    case 'capture':
      addPattern(pattern.pattern, to);
      return;
    case 'alternative':
      for (const each of pattern.alternatives) addPattern(each, to);
      return;
    case 'array':
      if (pattern.constant) to.push(pattern.constant);
      for (const each of pattern.before) addPattern(each, to);
      for (const each of pattern.after) addPattern(each, to);
      return;
    case 'find':
      if (pattern.constant) to.push(pattern.constant);
      for (const each of pattern.middle) addPattern(each, to);
      return;
    case 'hash':
      if (pattern.constant) to.push(pattern.constant);
      for (const { pattern: inner } of pattern.entries) if (inner) addPattern(inner, to);
      return;
  }
}
