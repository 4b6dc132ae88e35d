/** The only value that a local ever has: what is known of it holds wherever the name occurs. */
import { memoOfPart, PartMemoKey } from '../../program/memos';
import type { Block, Expr, Pattern } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { Ctx } from '../state/context';

/** What the assignments to a local assign; null: something else may bind the name as well. */
type Assigned = readonly Expr[] | null;

const VALUES = new PartMemoKey<Expr, Map<string, Assigned>>();

/** The value of the only assignment to this local, if no parameter, block or pattern binds the name as well. */
export function findSingleAssignment(ctx: Ctx, name: string): Expr | null {
  const definition = ctx.frame.method?.definition;
  if (definition?.params.some(param => param.name === name)) return null;
  const [only, ...others] = assignedTo(ctx, name) ?? [];
  return only !== undefined && others.length === 0 ? only : null;
}

/** Whether this parameter has the caller's value wherever its name occurs. */
export function isNeverReassigned(ctx: Ctx, name: string): boolean {
  return assignedTo(ctx, name)?.length === 0;
}

/**
 * Whether the local may change after this block was created: an assignment follows, or a loop or block around both may
 * run again. Each run of a block has its own instances of the locals that it assigns first.
 */
export function mayChangeAfter(ctx: Ctx, name: string, { span }: Block): boolean {
  const values = assignedTo(ctx, name);
  const body = ctx.frame.method?.definition?.body() ?? ctx.frame.script?.body;
  if (values === null || !body || values.some(value => value.span.start >= span.start)) return true;
  const isParam = ctx.frame.params.has(name);
  let mayChange = false;
  walk(body, expr => {
    if (mayChange || expr.span.end < span.end || expr.span.start > span.start) return false;
    const inside = isRepeated(expr) ? values.filter(value => isWithin(value.span, expr.span)).length : 0;
    const isOwn = expr.kind !== 'while' && expr.kind !== 'rescue' && inside === values.length && !isParam;
    if (inside > 0 && !isOwn) mayChange = true;
    return undefined;
  });
  return mayChange;
}

function isRepeated(expr: Expr): boolean {
  if (expr.kind === 'while' || expr.kind === 'rescue' || expr.kind === 'lambda') return true; // `retry` in a rescue
  return expr.kind === 'call' && expr.block?.type === 'block';
}

function isWithin(inner: Expr['span'], outer: Expr['span']): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function assignedTo(ctx: Ctx, name: string): Assigned {
  const body = ctx.frame.method?.definition?.body() ?? ctx.frame.script?.body;
  if (!body) return null;
  const known = memoOfPart(ctx.program, VALUES, body, () => new Map<string, Assigned>());
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = findAssigned(body, name);
  known.set(name, found);
  return found;
}

function findAssigned(body: Expr, name: string): Assigned {
  const assigned: Expr[] = [];
  let elsewhere = false;
  let seen = 0;
  let read = 0;
  const isIt = (expr: Expr | null): boolean => expr?.kind === 'var' && expr.scope === 'local' && expr.name === name;
  walk(body, expr => {
    if (isIt(expr)) seen++;
    if (expr.kind === 'assign' && isIt(expr.target)) {
      assigned.push(expr.value);
      seen--;
    }
    read += countReads(expr, isIt);
    const carried = valueOfMemo(expr, name);
    if (carried !== null) assigned.push(carried);
    else if (bindsElsewhere(expr, name)) elsewhere = true;
    return undefined;
  });
  // Any other occurrence may bind the name: destructuring, rescue.
  return !elsewhere && seen === read ? assigned : null;
}

/** `each_with_object(it) { |x, name| … }` */
function valueOfMemo(expr: Expr, name: string): Expr | null {
  if (expr.kind !== 'call' || expr.method !== 'each_with_object' || expr.block?.type !== 'block') return null;
  const [only, ...others] = expr.args;
  const { params, locals } = expr.block.block;
  const isIt = params.length === 2 && params[1]!.name === name && params[1]!.kind === 'required';
  if (only?.type !== 'positional' || others.length > 0 || !isIt || locals.includes(name)) return null;
  return params[0]!.name === name ? null : only.value;
}

/**
 * Counts occurrences that are certainly reads: in a call, in or at the end of a sequence, in a condition, in a returned
 * value.
 */
function countReads(expr: Expr, isIt: (expr: Expr | null) => boolean): number {
  return readParts(expr).filter(isIt).length;
}

function readParts(expr: Expr): readonly (Expr | null)[] {
  switch (expr.kind) {
    case 'call': {
      const passed = expr.block?.type === 'pass' ? [expr.block.value] : [];
      return [
        expr.receiver,
        ...expr.args.map(arg => (arg.type === 'positional' || arg.type === 'keyword' ? arg.value : null)),
        ...passed,
      ];
    }
    case 'seq':
      return expr.body;
    case 'if':
      return [expr.condition, expr.then, expr.else];
    case 'and':
    case 'or':
      return [expr.left, expr.right];
    case 'jump':
      return [expr.value];
    case 'interpolate':
      return expr.parts;
    case 'array':
      return expr.elements.flatMap(element => (element.type === 'positional' ? [element.value] : []));
    default:
      return [];
  }
}

function bindsElsewhere(expr: Expr, name: string): boolean {
  switch (expr.kind) {
    case 'lambda':
      return bindsAsParameter(expr.block, name);
    case 'call':
      if (expr.receiver === null && expr.method === 'binding') return true;
      return expr.block?.type === 'block' && bindsAsParameter(expr.block.block, name);
    case 'super':
      return expr.block?.type === 'block' && bindsAsParameter(expr.block.block, name);
    case 'match':
      return bindsInPattern(expr.pattern, name);
    case 'opaque':
      return expr.assigns.includes(name);
    case 'define':
      return true;
    default:
      return false;
  }
}

function bindsAsParameter({ params, locals }: Block, name: string): boolean {
  return locals.includes(name) || params.some(param => param.name === name);
}

function bindsInPattern(pattern: Pattern, name: string): boolean {
  switch (pattern.type) {
    case 'value':
      return false;
    case 'bind':
      return pattern.name === name;
    case 'capture':
      return pattern.name === name || bindsInPattern(pattern.pattern, name);
    case 'alternative':
      return pattern.alternatives.some(one => bindsInPattern(one, name));
    case 'array':
      return (
        pattern.rest?.name === name || [...pattern.before, ...pattern.after].some(one => bindsInPattern(one, name))
      );
    case 'find':
      return pattern.before === name || pattern.after === name || pattern.middle.some(one => bindsInPattern(one, name));
    case 'hash': {
      const { rest } = pattern;
      if (rest !== null && rest !== 'nil' && rest.name === name) return true;
      return pattern.entries.some(one => (one.pattern ? bindsInPattern(one.pattern, name) : one.key === name));
    }
  }
}
