/**
 * A Ruby value in Ruby syntax, for messages. Objects are shown with their fields, as by `inspect`: `#<Clock @sec=59>`.
 */
import type { RubyValue } from './rubyValue';

export function showValue(value: RubyValue): string {
  switch (value.kind) {
    case 'nil':
      return 'nil';
    case 'boolean':
      return String(value.value);
    case 'integer':
    case 'float':
      return value.value;
    case 'rational':
      return `Rational(${value.numerator}, ${value.denominator})`;
    case 'string':
      return showString(value.value);
    case 'symbol':
      return /^([A-Za-z_]\w*[?!=]?|(@@?|\$)[A-Za-z_]\w*)$/.test(value.value)
        ? `:${value.value}`
        : `:${showString(value.value)}`;
    case 'array':
      return `[${value.elements.map(showValue).join(', ')}]`;
    case 'hash':
      return showHash(value);
    case 'frozen':
      return `${showValue(value.value)}.freeze`;
    case 'range':
      return `${bound(value.from)}${value.exclusive ? '...' : '..'}${bound(value.to)}`;
    case 'object':
      return `#<${[value.className, ...value.fields.map(field => `${field.name}=${showValue(field.value)}`)].join(' ')}>`;
    case 'class':
      return value.name;
    case 'again':
      return `(the same ${value.id})`;
    case 'opaque':
      return value.text;
  }
}

function showHash(hash: RubyValue & { readonly kind: 'hash' }): string {
  const entries = `{${hash.entries.map(([key, each]) => showEntry(key, each)).join(', ')}}`;
  if (!hash.default) return entries;
  const made = `Hash.new(${showValue(hash.default)})`;
  return hash.entries.length === 0 ? made : `${made}.merge!(${entries})`;
}

function bound(value: RubyValue): string {
  return value.kind === 'nil' ? '' : showValue(value);
}

function showEntry(key: RubyValue, value: RubyValue): string {
  return key.kind === 'symbol' && /^[A-Za-z_]\w*[?!]?$/.test(key.value)
    ? `${key.value}: ${showValue(value)}`
    : `${showValue(key)} => ${showValue(value)}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\0': '\\0',
  '\u001b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
};

export function showString(text: string): string {
  const body = text.replace(/["\\\p{Cc}]|#(?=[{$@])/gu, escapeCharacter);
  return `"${body}"`;
}

function escapeCharacter(character: string): string {
  if (character === '#') return '\\#';
  return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
