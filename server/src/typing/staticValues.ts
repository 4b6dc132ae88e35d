/**
 * Values of code that is evaluated without running Ruby (hooks, definitions with computed names), and the methods of
 * Ruby and Rails that they support. Any other method ends the evaluation.
 */
import { camelize, classify, demodulize, pluralize, singularize, tableize, underscore } from '../program/inflections';
import type { RubyValue } from '../proof/rubyValue';
import { showValue } from '../proof/showValue';

export class NotStaticError extends Error {}

export const NIL: RubyValue = { kind: 'nil' };

export function send(receiver: RubyValue, method: string, args: readonly RubyValue[]): RubyValue {
  const [first] = args;
  if (method === '==' && first) return bool(showValue(receiver) === showValue(first));
  if (method === '!=' && first) return bool(showValue(receiver) !== showValue(first));
  if (method === '!') return bool(!isTruthy(receiver));
  if (method === 'nil?') return bool(receiver.kind === 'nil');
  if (method === 'freeze' && args.length === 0) return receiver;
  if (method === 'to_s' && args.length === 0) return { kind: 'string', value: textOf(receiver) };
  switch (receiver.kind) {
    case 'string':
    case 'symbol':
      return onText(receiver, method, args);
    case 'array':
      return onArray(receiver.elements, method, args);
    case 'hash':
      return onHash(receiver.entries, method, args);
    case 'class':
      return method === 'name' && args.length === 0 ? { kind: 'string', value: receiver.name } : throwNotStatic();
    default:
      return throwNotStatic();
  }
}

const ON_TEXT: Readonly<Record<string, (text: string) => string>> = {
  camelize,
  classify,
  demodulize,
  pluralize,
  singularize,
  tableize,
  underscore,
  camelcase: camelize,
  upcase: text => text.toUpperCase(),
  downcase: text => text.toLowerCase(),
  capitalize: text => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
  strip: text => text.trim(),
};

function onText(
  { kind, value: text }: RubyValue & { readonly kind: 'string' | 'symbol' },
  method: string,
  [first, ...more]: readonly RubyValue[],
): RubyValue {
  if (first === undefined) {
    if (method === 'to_sym') return symbol(text);
    if (method === 'empty?') return bool(text === '');
    const change = Object.hasOwn(ON_TEXT, method) ? ON_TEXT[method] : undefined;
    return change && kind === 'string' ? { kind, value: change(text) } : throwNotStatic();
  }
  if (more.length > 0 || first.kind !== 'string' || kind !== 'string') throw new NotStaticError();
  if (method === '+') return { kind, value: text + first.value };
  if (method === 'end_with?') return bool(text.endsWith(first.value));
  if (method === 'start_with?') return bool(text.startsWith(first.value));
  if (method === 'include?') return bool(text.includes(first.value));
  if (method === 'delete_suffix' && text.endsWith(first.value))
    return { kind, value: text.slice(0, text.length - first.value.length) };
  return method === 'delete_suffix' ? { kind, value: text } : throwNotStatic();
}

function onArray(elements: readonly RubyValue[], method: string, [first]: readonly RubyValue[]): RubyValue {
  if (method === '[]' && first?.kind === 'integer') return elements.at(Number(first.value)) ?? NIL;
  if (first !== undefined) {
    return method === 'include?' ? bool(elements.some(one => showValue(one) === showValue(first))) : throwNotStatic();
  }
  if (method === 'to_a') return array(elements);
  if (method === 'first') return elements[0] ?? NIL;
  if (method === 'last') return elements.at(-1) ?? NIL;
  if (method === 'size' || method === 'length') return { kind: 'integer', value: String(elements.length) };
  return method === 'empty?' ? bool(elements.length === 0) : throwNotStatic();
}

function onHash(
  entries: readonly (readonly [RubyValue, RubyValue])[],
  method: string,
  [key, otherwise]: readonly RubyValue[],
): RubyValue {
  if (key === undefined) return method === 'empty?' ? bool(entries.length === 0) : throwNotStatic();
  const found = entries.find(([each]) => showValue(each) === showValue(key))?.[1];
  if (method === '[]') return found ?? NIL;
  if (method === 'key?' || method === 'has_key?') return bool(found !== undefined);
  return method === 'fetch' ? (found ?? otherwise ?? throwNotStatic()) : throwNotStatic();
}

export function textOf(value: RubyValue): string {
  switch (value.kind) {
    case 'string':
    case 'symbol':
    case 'integer':
      return value.value;
    case 'class':
      return value.name;
    case 'nil':
      return '';
    case 'boolean':
      return String(value.value);
    default:
      throw new NotStaticError();
  }
}

/** The Ruby source of a value that has a literal form. */
export function showSource(value: RubyValue): string {
  if (value.kind === 'opaque') throw new NotStaticError();
  return showValue(value);
}

export function isTruthy(value: RubyValue): boolean {
  if (value.kind === 'opaque') return true;
  return value.kind !== 'nil' && !(value.kind === 'boolean' && !value.value);
}

export function bool(value: boolean): RubyValue {
  return { kind: 'boolean', value };
}

export function symbol(value: string): RubyValue {
  return { kind: 'symbol', value };
}

export function array(elements: readonly RubyValue[]): RubyValue {
  return { kind: 'array', id: '', elements };
}

export function hash(entries: readonly (readonly [RubyValue, RubyValue])[]): RubyValue {
  return { kind: 'hash', id: '', entries };
}

export function throwNotStatic(): never {
  throw new NotStaticError();
}
