/**
 * Containers that an object owns: allocated by its class (`@items = []`), and never passed on by any body that can name
 * the field. Only then do the class's methods alone determine their contents. Computed from the bodies, conservatively:
 * any use that is not known to be harmless counts as an escape.
 */

import type { DynamicCause } from '../../problems/dynamicCauses';
import type { CalleeName } from '../../problems/reason';
import { allDescendants, ancestors } from '../../program/ancestors';
import { discardsResults, mayReturnEnumerator, returnedByContainer, WITH_CONTENTS } from '../../program/libraryFacts';
import { fieldOf, findMethod } from '../../program/lookup';
import type { ClassInfo, MethodInfo, Program } from '../../program/program';
import { directCallOf } from '../../program/staticSend';
import { redefinitionsIn, workspaceMethods } from '../../program/workspace';
import type { Assign, Block, Call, Expr } from '../../ril/ril';
import { isTemporaryName } from '../../ril/temporaryName';
import { children, inParam } from '../../ril/walk';
import { classNameOf, unionMembers } from '../state/representation';

export type Escape = DynamicCause | CalleeName<'method'>;

/** The method or dynamic definition through which the field's container may escape; null: none. */
export function findEscapeOfField(program: Program, className: string, field: string): Escape | null {
  const family = new Set([...ancestors(program, className), ...allDescendants(program, className)]);
  const own = [...family].flatMap(name => {
    const info = program.classes.get(name);
    return info?.origin === 'workspace' ? [info] : [];
  });
  for (const { redefines, cause } of redefinitionsIn(program))
    if (redefines.of === null ? !redefines.among : family.has(redefines.of)) return cause;
  const classes = classesOfField(program, className, field);
  for (const info of own) {
    const found = findEscapeInClass({ program, classes, field, temporaries: NONE }, info);
    if (found) return found;
  }
  return null;
}

/** The classes of containers that the field may hold. */
function classesOfField(program: Program, className: string, field: string): readonly string[] {
  const type = fieldOf(program, className, field)?.type;
  const names = type ? unionMembers(type).map(member => (member.kind === 'nil' ? null : classNameOf(member))) : [];
  const known = WITH_CONTENTS.filter(each => names.includes(each));
  const isKnown = known.length > 0 && names.every(each => each === null || known.some(one => one === each));
  return isKnown ? known : WITH_CONTENTS;
}

/** Copies of the object share the container, unless the class first replaces it in the copy. */
export function isSharedContainer(program: Program, className: string, field: string): boolean {
  const own = ancestors(program, className).flatMap(name => {
    const info = program.classes.get(name);
    return info?.origin === 'workspace' ? [info.methods] : [];
  });
  if (own.some(methods => methods.has('initialize_dup') || methods.has('initialize_clone'))) return true;
  const copier = own.find(methods => methods.has('initialize_copy'))?.get('initialize_copy');
  if (!copier?.definition) return true;
  const classes = classesOfField(program, className, field);
  return !replacesContainerFirst({ program, classes, field, temporaries: NONE }, copier.definition.body());
}

function replacesContainerFirst(watched: Watched, body: Expr): boolean {
  for (const each of body.kind === 'seq' ? body.body : [body]) {
    if (each.kind === 'super' && each.args === null) continue;
    if (each.kind !== 'assign' || each.target.kind !== 'var' || each.target.scope !== 'instance') return false;
    const target = { ...watched, field: each.target.name };
    if (!isNew(target, each.value) || children(each.value).some(inner => inner.kind === 'call')) return false;
    if (each.target.name === watched.field) return true;
  }
  return false;
}

interface Watched {
  readonly program: Program;
  /** The classes that the container may have. */
  readonly classes: readonly string[];
  readonly field: string;
  /** Temporaries of lowering that hold the field's value: `@store[k] ||= 1` reads it once. */
  readonly temporaries: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

function findEscapeInClass(watched: Watched, info: ClassInfo): Escape | null {
  const [dynamic] = info.dynamics;
  if (dynamic) return dynamic.cause;
  for (const method of info.methods.values()) {
    const { synthetic } = method;
    if (synthetic && 'field' in synthetic && synthetic.field === watched.field)
      return { kind: 'method', name: method.key };
    if (method.definition && letsEscape(watched, method)) return { kind: 'method', name: method.key };
  }
  return null;
}

function letsEscape(watched: Watched, { definition, name }: MethodInfo): boolean {
  const { body, params } = definition!;
  // `new` and `dup` ignore the results of `initialize` and `initialize_copy`.
  const used = name !== 'initialize' && name !== 'initialize_copy';
  return mayEscape(watched, body(), used) || params.flatMap(inParam).some(each => mayEscape(watched, each, true));
}

/**
 * Whether a method that every object has may pass on what the fields of its receiver hold: `instance_variable_get`,
 * `dup`, `eval`. A label says what others do.
 */
function mayReadFieldsOfSelf(program: Program, method: string): boolean {
  const found = findMethod(program, 'Class', method);
  if (found === null || found.origin !== 'core' || workspaceMethods(program, method).length > 0) return false;
  if (found.facts?.reflects) return true;
  return isOfEveryObject(program, found) && !found.facts?.calls && !found.facts?.touches;
}

function isOfEveryObject(program: Program, { owner }: MethodInfo): boolean {
  return ancestors(program, 'Object').includes(owner);
}

/** Whether the library may keep the block that this method of the object itself is given: `lambda`, `define_method`. */
function mayKeepBlock(program: Program, method: string): boolean {
  const found = findMethod(program, 'Class', method);
  return found?.origin === 'core' && found.facts?.keepsBlock !== false;
}

/** Whether the value of the field escapes. `used`: the value of `expr` is used. */
function mayEscape(watched: Watched, expr: Expr, used: boolean): boolean {
  const inside = (each: Expr, usedThere = true): boolean => mayEscape(watched, each, usedThere);
  switch (expr.kind) {
    case 'var':
      return used && isField(expr, watched);
    case 'assign':
      return isField(expr.target, watched) ? mayEscapeByAssignment(watched, expr, used) : inside(expr.value);
    case 'call':
      return mayEscapeByCall(watched, expr, used);
    case 'seq': {
      const name = temporaryIn(watched, expr.body[0]);
      const within = name === null ? watched : { ...watched, temporaries: new Set([...watched.temporaries, name]) };
      const rest = name === null ? expr.body : expr.body.slice(1);
      return rest.some((each, at) => mayEscape(within, each, used && at === rest.length - 1));
    }
    case 'if':
      return inside(expr.condition, false) || inside(expr.then, used) || inside(expr.else, used);
    case 'and':
      return inside(expr.left, false) || inside(expr.right, used);
    case 'or':
      return inside(expr.left, used) || inside(expr.right, used);
    case 'while':
      return inside(expr.condition, false) || inside(expr.body, false);
    case 'rescue': {
      const rest = [...expr.clauses.map(clause => clause.body), ...(expr.else ? [expr.else] : [])];
      return inside(expr.body, used) || rest.some(each => inside(each, used));
    }
    case 'ensure':
      return inside(expr.body, used) || inside(expr.ensure, false);
    case 'lambda':
      return mentions(expr.block, watched);
    case 'opaque':
    case 'define':
      return true;
    case 'multiAssign':
      return children(expr).some(each => isField(each, watched)) || children(expr).some(each => inside(each));
    default:
      return children(expr).some(each => inside(each));
  }
}

type Meant = Pick<Watched, 'field' | 'temporaries'>;

function isField(expr: Expr, { field, temporaries }: Meant): boolean {
  if (expr.kind !== 'var') return false;
  return expr.scope === 'instance' ? expr.name === field : expr.scope === 'local' && temporaries.has(expr.name);
}

/** `%1 = @store` at its beginning: in the rest, both are the container. */
function temporaryIn(watched: Watched, first: Expr | undefined): string | null {
  if (first?.kind !== 'assign' || first.target.kind !== 'var' || first.target.scope !== 'local') return null;
  return isTemporaryName(first.target.name) && isField(first.value, watched) ? first.target.name : null;
}

function mayEscapeByAssignment(watched: Watched, { value }: Assign, used: boolean): boolean {
  return (
    used || !isNew(watched, value) || children(value).some(each => mayEscape(watched, each, !isField(each, watched)))
  );
}

/** Whether the expression certainly allocates an object. */
function isNew(field: Watched, expr: Expr): boolean {
  if (expr.kind === 'array' || expr.kind === 'hash') return true;
  if (expr.kind === 'lit') return expr.value.type === 'string' || expr.value.type === 'nil';
  if (expr.kind === 'interpolate') return expr.as === 'string';
  if (expr.kind !== 'call' || expr.receiver === null || expr.safe) return false;
  const { receiver, method, block } = expr;
  if (method === 'new' && receiver.kind === 'const')
    return ['Array', 'Set', 'String'].includes(receiver.name) || (receiver.name === 'Hash' && block === null);
  return method === 'dup' || (isField(receiver, field) && resultOf(field, method) === 'new');
}

function mayEscapeByCall(watched: Watched, call: Call, used: boolean): boolean {
  const { receiver, method, block } = call;
  const onSelf = receiver === null || receiver.kind === 'self';
  const sent = directCallOf(watched.program, call);
  if (sent) return mayEscapeByCall(watched, sent, used);
  if (onSelf && mayReadFieldsOfSelf(watched.program, method)) return true;
  if (onSelf && block?.type === 'block' && mayKeepBlock(watched.program, method) && mentions(block.block, watched))
    return true;
  if (mayEscapeAsArgument(watched, call)) return true;
  if (receiver === null) return false;
  if (!isContainerItself(receiver, watched)) return mayEscape(watched, receiver, true);
  if (receiver.kind === 'call' && mayEscape(watched, receiver, false)) return true;
  const result = resultOf(watched, method);
  // An Enumerator references the container.
  const isEnumerator =
    block === null && mayReturnEnumerator(watched.program, watched.classes, method, call.args.length);
  return result === null || isEnumerator || (result === 'self' && used);
}

function resultOf({ program, classes }: Watched, method: string): ReturnType<typeof returnedByContainer> {
  return returnedByContainer(program, classes, method);
}

/** Arguments and block results escape; the library's `each` ignores the latter. */
function mayEscapeAsArgument(watched: Watched, call: Call): boolean {
  const { block, method } = call;
  const rest = children({ ...call, receiver: null, block: block?.type === 'block' ? null : block });
  if (rest.some(each => mayEscape(watched, each, true))) return true;
  if (block?.type !== 'block') return false;
  const { params, body } = block.block;
  const used = !discardsResults(watched.program, method) || workspaceMethods(watched.program, method).length > 0;
  return mayEscape(watched, body, used) || params.flatMap(inParam).some(each => mayEscape(watched, each, true));
}

/** Whether the expression evaluates to the container itself: `@items`, `(@items << x)`. */
function isContainerItself(expr: Expr, field: Watched): boolean {
  if (isField(expr, field)) return true;
  if (expr.kind === 'seq' && expr.body.length === 1) return isContainerItself(expr.body[0]!, field);
  if (expr.kind !== 'call' || expr.receiver === null) return false;
  return resultOf(field, expr.method) === 'self' && isContainerItself(expr.receiver, field);
}

function mentions(block: Block, field: Meant): boolean {
  const open: Expr[] = [block.body];
  for (let next = open.pop(); next; next = open.pop()) {
    if (isField(next, field) || next.kind === 'define' || next.kind === 'opaque') return true;
    open.push(...children(next));
  }
  return false;
}
