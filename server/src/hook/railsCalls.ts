/** The methods that `belongs_to`, `has_many`, `has_one`, `enum` and `scope` define, as annotations. */
import { camelize, pluralize, singularize } from '../program/inflections';
import { showString } from '../proof/showValue';
import type { Arg, Call, Expr } from '../ril/ril';

/** An annotation and its method: `folder`, `folder=`, `self.recent`. */
export interface Line {
  readonly method: string;
  readonly source: string;
}

export function line(method: string, type: string, labels = ''): Line {
  return { method, source: `type ${showString(method)}, ${showString(type)}${labels}` };
}

export const PURE = ', :pure';

/** The class whose body contains the call. */
export interface Surroundings {
  readonly classNamed: (name: string) => string | null;
  /**
   * May proofs model the value as a field `@name`? Reader and writer are Rails' own, and no other code uses the field.
   */
  readonly keeps: (name: string) => boolean;
  /** The generic collection class of the elements; null if it is not visible. */
  readonly collection: string | null;
}

/**
 * The reader may return nil: even a required association has no value before it is assigned. `belongs_to` only stores
 * the value; other writers have further effects (they save and run callbacks), so calling one may write anything.
 */
export function associationLines(call: Call, around: Surroundings): readonly Line[] {
  const name = literalName(positionalArguments(call)[0]);
  if (name === null || !isName(name)) return [];
  if (call.method.startsWith('has_') && call.method !== 'has_one') return collectionLines(call, name, around);
  const target = targetOf(call, camelize(name), around);
  if (target === null) return [line(name, '() -> %dyn', PURE), line(`${name}=`, '(%dyn) -> %dyn')];
  const made = ['build', 'create'].map(verb => line(`${verb}_${name}`, `(*%dyn) -> ::${target}`));
  const type = `::${target} or nil`;
  const kept = call.method === 'belongs_to' && around.keeps(name);
  return [
    ...(kept
      ? linesOfStoredValue(name, type, { reads: `r.equal?(@${name})`, writes: `@${name}.equal?(i)` })
      : [line(name, `() -> ${type}`, PURE), line(`${name}=`, `(${type} i) -> ${type} o { ${name} == i }`)]),
    line(`reload_${name}`, `() -> ${type}`),
    ...made,
    line(`create_${name}!`, `(*%dyn) -> ::${target}`),
  ];
}

/**
 * A reader and a writer of a value that nothing else changes. `reads`, `writes`: their postconditions about r and i;
 * `read`: the type of the reader.
 */
export function linesOfStoredValue(
  name: string,
  type: string,
  { reads, writes }: { readonly reads: string; readonly writes: string },
  read = type,
): readonly Line[] {
  const field = `@${name}`;
  const declared = `var_type ${showString(field)}, ${showString(type)}\n`;
  const reader = line(name, `() -> ${read} r { ${reads} }`, PURE);
  return [
    { method: name, source: declared + reader.source },
    line(`${name}=`, `(${read} i) -> ${read} o { ${writes} }`, `, modifies: { self: :${field} }`),
  ];
}

function collectionLines(call: Call, name: string, around: Surroundings): readonly Line[] {
  const target = around.collection === null ? null : targetOf(call, camelize(singularize(name)), around);
  const type = target === null ? '%dyn' : `::${around.collection}<::${target}>`;
  return [
    line(name, `() -> ${type}`, PURE),
    line(`${name}=`, '(%dyn) -> %dyn'),
    line(`${singularize(name)}_ids`, '() -> %dyn', PURE),
  ];
}

/** The associated class; null if it is unknown or not visible. */
function targetOf(call: Call, byName: string, { classNamed }: Surroundings): string | null {
  if (isTrue(findOption(call, 'polymorphic')) || findOption(call, 'through') !== null) return null;
  const given = findOption(call, 'class_name');
  const name = given === null ? byName : literalName(given);
  return name === null ? null : classNamed(name);
}

/** `enum :status, { draft: 0 }`, `enum :status, [:draft]`, `enum status: { … }`, `enum :status, draft: 0`. */
export function enumLines(call: Call): readonly Line[] {
  const [first, second] = positionalArguments(call);
  if (first) {
    const name = literalName(first);
    const rest = second ? valuesIn(second) : ownKeywords(call);
    return name !== null && isName(name) && rest ? linesOf(call, name, rest) : [];
  }
  return call.args.flatMap(arg => {
    if (arg.type !== 'keyword' || OPTIONS.test(arg.name)) return [];
    const values = valuesIn(arg.value);
    return values && isName(arg.name) ? linesOf(call, arg.name, values) : [];
  });
}

const OPTIONS = /^_?(prefix|suffix|scopes|default|instance_methods|validate)$/;

function linesOf(call: Call, name: string, values: readonly string[]): readonly Line[] {
  const before = readAffix(findOption(call, 'prefix') ?? findOption(call, '_prefix'), name);
  const after = readAffix(findOption(call, 'suffix') ?? findOption(call, '_suffix'), name);
  if (before === null || after === null) return [];
  const methods = values.map(value => ({
    value,
    method: [before, value, after].filter(part => part !== '').join('_'),
  }));
  return [
    line(name, '() -> String or nil', PURE),
    line(`${name}=`, '(%any) -> %any'),
    line(`self.${pluralize(name)}`, '() -> %dyn', PURE),
    ...methods.flatMap(({ value, method }) => [
      line(`${method}?`, `() -> %bool b { b == (${name} == ${showString(value)}) }`, PURE),
      line(`${method}!`, '() -> %bool'),
      line(`self.${method}`, '() -> %dyn'),
    ]),
  ];
}

/** '' if there is none; null if it is computed. */
function readAffix(given: Expr | null, name: string): string | null {
  if (given === null) return '';
  return isTrue(given) ? name : literalName(given);
}

function ownKeywords(call: Call): readonly string[] | null {
  const names = call.args.flatMap(arg => (arg.type === 'keyword' && !OPTIONS.test(arg.name) ? [arg.name] : []));
  return names.length > 0 && names.every(isName) ? names : null;
}

function valuesIn(expr: Expr): readonly string[] | null {
  const names =
    expr.kind === 'array' ? expr.elements.map(nameIn) : expr.kind === 'hash' ? expr.entries.map(keyOf) : [null];
  return names.every(name => name !== null && isName(name)) ? (names as string[]) : null;
}

function nameIn(arg: Arg): string | null {
  return arg.type === 'positional' ? literalName(arg.value) : null;
}

function keyOf(arg: Arg): string | null {
  if (arg.type === 'keyword') return arg.name;
  return arg.type === 'pair' ? literalName(arg.key) : null;
}

export function scopeLines(call: Call): readonly Line[] {
  const name = literalName(positionalArguments(call)[0]);
  return name !== null && isName(name) ? [line(`self.${name}`, '(*%dyn) -> %dyn')] : [];
}

export function positionalArguments(call: Call): readonly Expr[] {
  return call.args.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

export function findOption(call: Call, name: string): Expr | null {
  for (const arg of call.args) {
    if (arg.type === 'keyword' && arg.name === name) return arg.value;
    if (arg.type === 'pair' && literalName(arg.key) === name) return arg.value;
  }
  return null;
}

export function literalName(expr: Expr | null | undefined): string | null {
  if (expr?.kind !== 'lit') return null;
  return expr.value.type === 'symbol' || expr.value.type === 'string' ? expr.value.value : null;
}

export function isTrue(expr: Expr | null): boolean {
  return expr?.kind === 'lit' && expr.value.type === 'true';
}

export function isName(name: string): boolean {
  return /^[a-z_]\w*$/.test(name);
}
