/** The solver's values, parsed from the reply to (get-value …). Unknown forms become `other`, never an exception. */
import type { ModelValue } from './formula';

type SExpression = string | readonly SExpression[];

/**
 * Reads every s-expression in the source. String literals keep their quotes. Incomplete expressions at the end are
 * dropped.
 */
function readSExpressions(source: string): SExpression[] {
  const top: SExpression[] = [];
  const stack: SExpression[][] = [top];
  for (const token of source.match(/"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()"|]+/g) ?? []) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      if (stack.length > 1) {
        const done = stack.pop()!;
        stack[stack.length - 1]!.push(done);
      }
    } else stack[stack.length - 1]!.push(token);
  }
  return top;
}

/** The values of `((term value) …)`, in order. */
export function readValues(reply: string): ModelValue[] {
  const list = readSExpressions(reply)[0];
  if (list === undefined || typeof list === 'string') return [];
  return list.map(pair => (typeof pair === 'string' ? other(pair) : toValue(expand(pair[1] ?? ''))));
}

/** The solver abbreviates repeated parts of large values with `let`. */
function expand(e: SExpression, names: ReadonlyMap<string, SExpression> = new Map()): SExpression {
  if (typeof e === 'string') return names.get(e) ?? e;
  if (e[0] === 'let' && e.length === 3 && typeof e[1] !== 'string') {
    const inner = new Map(names);
    for (const binding of e[1]!)
      if (typeof binding !== 'string') inner.set(String(binding[0]), expand(binding[1]!, names));
    return expand(e[2]!, inner);
  }
  return e.map(part => expand(part, names));
}

function toValue(e: SExpression): ModelValue {
  if (typeof e === 'string') return atom(e);
  const [head, ...rest] = e;
  if (head === '-' && rest.length === 1) return negate(toValue(rest[0]!));
  if (head === '/' && rest.length === 2) return quotient(toValue(rest[0]!), toValue(rest[1]!));
  if (head === 'fp' && rest.every(part => typeof part === 'string')) return double(rest as string[]) ?? other(show(e));
  if (head === 'root-obj') return { kind: 'irrational', text: show(e) };
  if (head === 'as' && typeof rest[0] === 'string') return atom(rest[0]);
  if (Array.isArray(head) && head[0] === 'as' && typeof head[1] === 'string' && head[1] !== 'const')
    return { kind: 'constructed', constructor: unquote(head[1]), args: rest.map(toValue) };
  if (typeof head === 'string' && head !== 'store' && head !== '_' && head !== 'lambda')
    return { kind: 'constructed', constructor: unquote(head), args: rest.map(toValue) };
  return other(show(e));
}

/** `(fp #b0 #b10000000000 #x8000000000000)`: sign, exponent, fraction. */
function double(parts: readonly string[]): ModelValue | null {
  const [sign, exponent, fraction] = parts.map(bitsOf);
  if (sign === undefined || exponent === undefined || fraction === undefined) return null;
  const [whole, power] = exponent === 0n ? [0n, -1022n] : [2n ** 52n, exponent - 1023n];
  const digits = (sign === 0n ? 1n : -1n) * (whole + fraction);
  const scale = power - 52n;
  return scale >= 0n ? reduceFraction(digits * 2n ** scale, 1n) : reduceFraction(digits, 2n ** -scale);
}

function bitsOf(text: string): bigint {
  return BigInt(text.replace('#b', '0b').replace('#x', '0x'));
}

function atom(token: string): ModelValue {
  if (token === 'true' || token === 'false') return { kind: 'boolean', value: token === 'true' };
  if (/^-?\d+$/.test(token)) return { kind: 'integer', value: token };
  if (/^-?\d+\.\d+$/.test(token)) return rational(token);
  if (/^-?\d+\.\d+\?$/.test(token)) return { kind: 'irrational', text: token };
  if (token.startsWith('"')) return { kind: 'text', value: readText(token) };
  const element = /^(.+)!val!(\d+)$/.exec(token);
  if (element) return { kind: 'element', sort: element[1]!, name: token };
  if (/^[A-Za-z|]/.test(token)) return { kind: 'constructed', constructor: unquote(token), args: [] };
  return other(token);
}

function unquote(token: string): string {
  return token.startsWith('|') ? token.slice(1, -1) : token;
}

function rational(token: string): ModelValue {
  const [whole, fraction] = token.split('.') as [string, string];
  const trimmed = fraction.replace(/0+$/, '');
  return reduceFraction(BigInt(whole + trimmed), 10n ** BigInt(trimmed.length));
}

function reduceFraction(p: bigint, q: bigint): ModelValue {
  let [a, b] = [p < 0n ? -p : p, q];
  while (b !== 0n) [a, b] = [b, a % b];
  const divisor = a === 0n ? 1n : a;
  return { kind: 'rational', numerator: String(p / divisor), denominator: String(q / divisor) };
}

function negate(value: ModelValue): ModelValue {
  if (value.kind === 'integer') return { kind: 'integer', value: String(-BigInt(value.value)) };
  if (value.kind === 'rational') return { ...value, numerator: String(-BigInt(value.numerator)) };
  if (value.kind === 'irrational') return { kind: 'irrational', text: `(- ${value.text})` };
  return value;
}

function quotient(a: ModelValue, b: ModelValue): ModelValue {
  const [x, y] = [fraction(a), fraction(b)];
  if (x === null || y === null || y[0] === 0n) return other('(/ …)');
  const sign = y[0] < 0n ? -1n : 1n;
  return reduceFraction(sign * x[0] * y[1], sign * x[1] * y[0]);
}

function fraction(value: ModelValue): readonly [bigint, bigint] | null {
  if (value.kind === 'integer') return [BigInt(value.value), 1n];
  if (value.kind === 'rational') return [BigInt(value.numerator), BigInt(value.denominator)];
  return null;
}

function readText(token: string): string {
  return token
    .slice(1, -1)
    .replaceAll('""', '"')
    .replace(/\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g, (_, a, b, c) =>
      String.fromCodePoint(Number.parseInt(a ?? b ?? c, 16)),
    );
}

function other(text: string): ModelValue {
  return { kind: 'other', text };
}

function show(e: SExpression): string {
  return typeof e === 'string' ? e : `(${e.map(show).join(' ')})`;
}
