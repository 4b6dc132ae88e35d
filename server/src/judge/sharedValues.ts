/**
 * Values that contain the same object twice, written as Ruby: `f(s = "", s)`. A repeated object is named by its first
 * occurrence: a parameter, a field, an element of one of these.
 */
import type { RubyValue } from '../proof/rubyValue';
import { showValue } from '../proof/showValue';
import type { Counterexample } from '../proof/verdict';
import { type AuditValue, valuesIn } from './auditInput';

/** By id, the first occurrence: `s`, `a[0]`. */
type Homes = Map<string, string>;

interface NamedCall {
  readonly receiver: string | null;
  readonly args: readonly { readonly name: string; readonly keyword: boolean; readonly text: string }[];
}

type Bindings = Counterexample['bindings'];

export function nameRepeatedInBindings(receiver: RubyValue | null, bindings: Bindings): Bindings {
  const homes: Homes = new Map();
  if (receiver && 'id' in receiver && receiver.id) homes.set(receiver.id, 'self');
  return bindings
    .map(({ name, value }) => ({ name, value: nameRepeated(homes, value, name) }))
    .filter(({ name, value }) => value.kind !== 'opaque' || value.text !== name); // a parameter is a local, too
}

export function nameRepeatedInCall(receiver: RubyValue | null, args: Counterexample['args']): NamedCall {
  const homes: Homes = new Map();
  const root = receiver?.kind === 'object' ? variable(receiver.className) : 'receiver';
  const target = receiver && nameRepeated(homes, receiver, root);
  const given = args.map(arg => ({ ...arg, value: nameRepeated(homes, arg.value, arg.name) }));
  const mentioned = new Set(
    [...findRepeated([receiver, ...args.map(arg => arg.value)])].map(id => rootOf(homes.get(id) ?? '')),
  );
  const text = (name: string, value: RubyValue): string =>
    mentioned.has(name) && value.kind !== 'opaque' ? `${name} = ${writeValue(value)}` : writeValue(value);
  return {
    receiver: target && (mentioned.has(root) ? `(${text(root, target)})` : writeValue(target)),
    args: given.map(({ name, keyword, value }) => ({ name, keyword, text: text(name, value) })),
  };
}

/** As it would run: Ruby finds out how to create an object; its fields are among the bindings. */
function writeValue(value: RubyValue): string {
  return value.kind === 'object' ? `${value.className}.new(…)` : showValue(value);
}

function variable(className: string): string {
  const last = className.split('::').at(-1)!;
  return last.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}

function rootOf(home: string): string {
  return /^\w+/.exec(home)?.[0] ?? home;
}

function nameRepeated(homes: Homes, value: RubyValue, home: string): RubyValue {
  if (value.kind === 'again') return { kind: 'opaque', text: homes.get(value.id) ?? home };
  if ('id' in value && value.id !== undefined) homes.set(value.id, homes.get(value.id) ?? home);
  switch (value.kind) {
    case 'array':
      return { ...value, elements: value.elements.map((each, i) => nameRepeated(homes, each, `${home}[${i}]`)) };
    case 'hash':
      return {
        ...value,
        entries: value.entries.map(([key, each]) => [
          nameRepeated(homes, key, `${home}.keys`),
          nameRepeated(homes, each, `${home}[${showValue(key)}]`),
        ]),
        ...(value.default ? { default: nameRepeated(homes, value.default, `${home}.default`) } : {}),
      };
    case 'object':
      return {
        ...value,
        fields: value.fields.map(field => ({
          name: field.name,
          value: nameRepeated(homes, field.value, `${home}.${field.name.replace(/^@/, '')}`),
        })),
      };
    case 'frozen':
      return { ...value, value: nameRepeated(homes, value.value, home) };
    default:
      return value;
  }
}

/** Ids of the objects that occur more than once: as `again`, or written out with the same id. */
export function findRepeated(values: readonly (AuditValue | null)[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const value of values.flatMap(each => (each ? [...valuesIn(each)] : []))) {
    if (!('id' in value) || !value.id) continue;
    if (value.kind === 'again' || seen.has(value.id)) repeated.add(value.id);
    seen.add(value.id);
  }
  return repeated;
}
