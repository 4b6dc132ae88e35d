/** What `belongs_to`, `has_many`, `has_one`, `enum` and `scope` define, as annotations. */
import { camelize, pluralize, singularize } from '../program/inflections';
import { showString } from '../proof/showValue';
import type { Arg, Call, Expr } from '../ril/ril';

/** An annotation and the method that it is for: `folder`, `folder=`, `self.recent`. */
export interface Line {
  readonly method: string;
  readonly source: string;
}

export function line(method: string, type: string, labels = ''): Line {
  return { method, source: `type ${showString(method)}, ${showString(type)}${labels}` };
}

const PURE = ', :pure';

/**
 * The reader may give nil: also a required association has no value before it is set. What a writer does besides is
 * not said (callbacks, the other side of the association), so a call of it may write anything.
 */
export function associationLines(call: Call, classNamed: (name: string) => string | null): readonly Line[] {
  const name = literal(positional(call)[0]);
  if (name === null || !isName(name)) return [];
  if (call.method.startsWith('has_') && call.method !== 'has_one') {
    return [
      line(name, '() -> %dyn', PURE),
      line(`${name}=`, '(%dyn) -> %dyn'),
      line(`${singularize(name)}_ids`, '() -> %dyn', PURE),
    ];
  }
  const given = option(call, 'class_name');
  const known = isTrue(option(call, 'polymorphic')) || option(call, 'through') !== null ? null : className(given, name);
  const target = known === null ? null : classNamed(known);
  if (target === null) return [line(name, '() -> %dyn', PURE), line(`${name}=`, '(%dyn) -> %dyn')];
  const made = ['build', 'create'].map(verb => line(`${verb}_${name}`, `(*%dyn) -> ::${target}`));
  return [
    line(name, `() -> ::${target} or nil`, PURE),
    line(`${name}=`, `(::${target} or nil i) -> ::${target} or nil o { ${name} == i }`),
    line(`reload_${name}`, `() -> ::${target} or nil`),
    ...made,
    line(`create_${name}!`, `(*%dyn) -> ::${target}`),
  ];
}

function className(given: Expr | null, name: string): string | null {
  return given === null ? camelize(name) : literal(given);
}

/** `enum :status, { draft: 0 }`, `enum :status, [:draft]`, `enum status: { … }`, `enum :status, draft: 0`. */
export function enumLines(call: Call): readonly Line[] {
  const [first, second] = positional(call);
  if (first) {
    const name = literal(first);
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
  const before = affix(option(call, 'prefix') ?? option(call, '_prefix'), name);
  const after = affix(option(call, 'suffix') ?? option(call, '_suffix'), name);
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

/** '' for none; null where it is computed. */
function affix(given: Expr | null, name: string): string | null {
  if (given === null) return '';
  return isTrue(given) ? name : literal(given);
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
  return arg.type === 'positional' ? literal(arg.value) : null;
}

function keyOf(arg: Arg): string | null {
  if (arg.type === 'keyword') return arg.name;
  return arg.type === 'pair' ? literal(arg.key) : null;
}

export function scopeLines(call: Call): readonly Line[] {
  const name = literal(positional(call)[0]);
  return name !== null && isName(name) ? [line(`self.${name}`, '(*%dyn) -> %dyn')] : [];
}

export function positional(call: Call): readonly Expr[] {
  return call.args.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

export function option(call: Call, name: string): Expr | null {
  for (const arg of call.args) {
    if (arg.type === 'keyword' && arg.name === name) return arg.value;
    if (arg.type === 'pair' && literal(arg.key) === name) return arg.value;
  }
  return null;
}

export function literal(expr: Expr | null | undefined): string | null {
  if (expr?.kind !== 'lit') return null;
  return expr.value.type === 'symbol' || expr.value.type === 'string' ? expr.value.value : null;
}

export function isTrue(expr: Expr | null): boolean {
  return expr?.kind === 'lit' && expr.value.type === 'true';
}

export function isName(name: string): boolean {
  return /^[a-z_]\w*$/.test(name);
}
