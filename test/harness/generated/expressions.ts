/** Expressions of a kind, over a scope. Most of them cannot fail; if one does, the run reports it. */
import { freshName, inner, type Kind, type Scope, variablesOf } from './scope';

export const KEYS = [':a', ':b', ':c'];

type Maker = (scope: Scope, depth: number) => string;

export function expression(scope: Scope, kind: Kind, depth = 1 + (scope.chance.often(0.3) ? 1 : 0)): string {
  const names = variablesOf(scope, kind);
  if (names.length > 0 && (depth <= 0 || scope.chance.often(0.35))) return scope.chance.one(names);
  return depth <= 0 ? literal(scope, kind) : MAKERS[kind](scope, depth - 1);
}

function literal({ chance }: Scope, kind: Kind): string {
  if (kind === 'int') return String(chance.below(5));
  if (kind === 'bool') return chance.one(['true', 'false']);
  if (kind === 'opt') return chance.one(['nil', '1', '-2']);
  if (kind === 'arr') return chance.one(['[]', '[1]', '[3, 1, 2]', '[0, 0]']);
  if (kind === 'str') return chance.one(["'ab'", "'b'", "+''"]);
  if (kind === 'hash') return chance.one(['{}', '{ a: 1 }', '{ b: 2, a: 0 }']);
  if (kind === 'pair') return `Pair.new(${chance.below(4)}, ${chance.below(4)})`;
  return `Box.new(${chance.below(4)}, [${chance.below(4)}])`;
}

/** `a`, `@xs`, `b.xs`, or a new one. */
export function array(scope: Scope, depth: number): string {
  const boxes = variablesOf(scope, 'box');
  if (boxes.length > 0 && scope.chance.often(0.2)) return `${scope.chance.one(boxes)}.xs`;
  return expression(scope, 'arr', depth);
}

const of =
  (kind: Kind, make: (text: string, more: (kind: Kind) => string, scope: Scope) => string): Maker =>
  (scope, depth) =>
    make(received(expression(scope, kind, depth)), other => expression(scope, other, depth), scope);

/** As a receiver or operand. */
export function received(text: string): string {
  return /^[@\w.:]+$/.test(text) || /^\[[^[\]]*\]$/.test(text) || /^\w+\([^()]*\)$/.test(text) ? text : `(${text})`;
}

const block = (scope: Scope, kind: Kind): string => {
  const name = freshName(scope, 'e');
  const within = inner(scope);
  within.variables.push({ name, kind: 'int' });
  return `{ |${name}| ${expression(within, kind, 1)} }`;
};

const operand = (scope: Scope, depth: number): string => received(expression(scope, 'int', depth));

const INTEGERS: readonly (readonly [number, Maker])[] = [
  [8, (s, d) => `${operand(s, d)} ${s.chance.one(['+', '-', '*'])} ${operand(s, d)}`],
  [4, (s, d) => `${operand(s, d)} ${s.chance.one(['/', '%'])} ${s.chance.one(['2', '3', '-2', '(-3)'])}`],
  [1, (s, d) => `${operand(s, d)} ${s.chance.one(['/', '%'])} ${operand(s, d)}`],
  [1, (s, d) => `${operand(s, d)} ${s.chance.one(['&', '|', '^', '<<', '>>'])} ${s.chance.one(['1', '2', '3'])}`],
  [1, (s, d) => `${operand(s, d)} ** ${s.chance.one(['2', '0', '3'])}`],
  [2, (s, d) => `${operand(s, d)}.${s.chance.one(['abs', 'succ', 'pred', '-@', '~', 'divmod(3)[1]', 'clamp(-1, 4)'])}`],
  [4, (s, d) => `${received(array(s, d))}.${s.chance.one(['size', 'length', 'sum', 'count'])}`],
  [3, (s, d) => `(${received(array(s, d))}[${expression(s, 'int', d)}] || ${s.chance.below(4)})`],
  [2, (s, d) => `${received(array(s, d))}.fetch(${expression(s, 'int', 0)}, ${s.chance.below(4)})`],
  [2, (s, d) => `(${received(array(s, d))}.${s.chance.one(['first', 'last', 'min', 'max', 'pop', 'shift'])} || 0)`],
  [1, (s, d) => `(${received(array(s, d))}.index(${operand(s, d)}) || -1)`],
  [1, (s, d) => `${received(array(s, d))}.count ${block(s, 'bool')}`],
  [2, (s, d) => `${received(array(s, d))}.sum ${block(s, 'int')}`],
  [2, (s, d) => `${received(array(s, d))}.${s.chance.one(['reduce', 'inject'])}(${s.chance.below(3)}) ${fold(s)}`],
  [1, (s, d) => `(${received(array(s, d))}.find ${block(s, 'bool')} || 9)`],
  [2, of('str', text => `${text}.length`)],
  [2, of('hash', (text, _, s) => `${text}.fetch(${s.chance.one(KEYS)}, 0)`)],
  [2, of('hash', (text, _, s) => `(${text}[${s.chance.one(KEYS)}] || ${s.chance.below(3)})`)],
  [1, of('hash', text => `${text}.size`)],
  [1, of('hash', text => `${text}.values.sum`)],
  [2, of('box', text => `${text}.v`)],
  [2, of('pair', (text, _, s) => `${text}.${s.chance.one(['p', 'q'])}`)],
  [2, of('opt', (text, more) => `(${text} || ${more('int')})`)],
  [1, of('opt', text => `(${text}&.abs || 3)`)],
  [2, of('bool', (text, more) => `(${text} ? ${more('int')} : ${more('int')})`)],
  [2, callHelper('int')],
  [1, (s, d) => (s.lambdas.length > 0 ? `${s.chance.one(s.lambdas)}.call(${expression(s, 'int', d)})` : '7')],
  [2, (s, d) => (s.yields ? `(yield ${operand(s, d)})` : '5')],
];

function fold(scope: Scope): string {
  const [sum, each] = [freshName(scope, 's'), freshName(scope, 'e')];
  const within = inner(scope);
  within.variables.push({ name: sum, kind: 'int' }, { name: each, kind: 'int' });
  return `{ |${sum}, ${each}| ${expression(within, 'int', 1)} }`;
}

const BOOLEANS: readonly (readonly [number, Maker])[] = [
  [6, (s, d) => `${operand(s, d)} ${s.chance.one(['<', '<=', '>', '>=', '==', '!='])} ${operand(s, d)}`],
  [2, of('bool', (text, more, s) => `${text} ${s.chance.one(['&&', '||'])} ${received(more('bool'))}`)],
  [1, of('bool', text => `!${text}`)],
  [2, of('int', (text, _, s) => `${text}.${s.chance.one(['zero?', 'even?', 'odd?', 'positive?'])}`)],
  [2, (s, d) => `${received(array(s, d))}.${s.chance.one(['empty?', 'any?'])}`],
  [1, (s, d) => `${received(array(s, d))}.include?(${expression(s, 'int', d)})`],
  [1, (s, d) => `${received(array(s, d))}.${s.chance.one(['all?', 'any?', 'none?'])} ${block(s, 'bool')}`],
  [1, of('opt', text => `${text}.nil?`)],
  [1, of('hash', (text, _, s) => `${text}.key?(${s.chance.one(KEYS)})`)],
  [1, of('str', (text, _, s) => `${text}.${s.chance.one(["start_with?('a')", "include?('b')", 'empty?'])}`)],
  [1, of('str', (text, more) => `${text} == ${received(more('str'))}`)],
  [1, of('arr', (text, more) => `${text} == ${received(more('arr'))}`)],
  [1, of('arr', (text, more) => `${text}.equal?(${more('arr')})`)],
  [1, (s, d) => `${operand(s, d)}.between?(0, 3)`],
  [1, (s, d) => `(1..4).${s.chance.one(['include?', 'cover?', '==='])}(${operand(s, d)})`],
];

const OPTIONAL: readonly (readonly [number, Maker])[] = [
  [3, (s, d) => `${received(array(s, d))}[${expression(s, 'int', d)}]`],
  [2, (s, d) => `${received(array(s, d))}.${s.chance.one(['first', 'last', 'min', 'max', 'pop', 'shift'])}`],
  [1, (s, d) => `${received(array(s, d))}.index(${operand(s, d)})`],
  [1, (s, d) => `${received(array(s, d))}.find ${block(s, 'bool')}`],
  [1, of('hash', (text, _, s) => `${text}[${s.chance.one(KEYS)}]`)],
  [1, of('hash', (text, _, s) => `${text}.delete(${s.chance.one(KEYS)})`)],
  [2, of('bool', (text, more) => `(${text} ? ${more('int')} : nil)`)],
  [1, of('opt', text => `${text}&.succ`)],
  [1, (s, d) => expression(s, 'int', d)],
];

const ARRAYS: readonly (readonly [number, Maker])[] = [
  [3, (s, d) => `[${expression(s, 'int', d)}, ${expression(s, 'int', d)}]`],
  [2, of('arr', (text, more) => `${text} + ${received(more('arr'))}`)],
  [1, of('arr', (text, more) => `[*${text}, ${more('int')}]`)],
  [2, of('arr', (text, _, s) => `${text}.map ${block(s, 'int')}`)],
  [2, of('arr', (text, _, s) => `${text}.${s.chance.one(['select', 'reject', 'take_while'])} ${block(s, 'bool')}`)],
  [
    2,
    of(
      'arr',
      (text, _, s) =>
        `${text}.${s.chance.one(['dup', 'reverse', 'sort', 'uniq', 'to_a', 'itself', 'compact', 'rotate'])}`,
    ),
  ],
  [2, of('arr', (text, _, s) => `${text}.${s.chance.one(['first', 'take', 'drop', 'last'])}(${s.chance.below(4)})`)],
  [1, of('arr', (text, _, s) => `(${text}[${s.chance.below(3)}, 2] || [])`)],
  [1, of('arr', (text, _, s) => `(${text}[${s.chance.one(['1..', '0..1', '0...-1', '-2..'])}] || [])`)],
  [1, of('arr', (text, more) => `${text} - ${received(more('arr'))}`)],
  [1, (s, d) => `${received(array(s, d))}.each_with_index.map { |x, i| x + i }`],
  [1, (s, d) => `Array.new(${s.chance.below(4)}, ${expression(s, 'int', d)})`],
  [1, s => `Array.new(${s.chance.below(4)}) ${block(s, 'int')}`],
  [1, s => `(0...${s.chance.below(5)}).to_a`],
  [1, of('hash', (text, _, s) => `${text}.${s.chance.one(['values'])}`)],
  [2, of('arr', (text, more) => `(${more('bool')} ? ${text} : ${more('arr')})`)],
  [1, callHelper('arr')],
];

const STRINGS: readonly (readonly [number, Maker])[] = [
  [3, of('str', (text, more) => `${text} + ${received(more('str'))}`)],
  [1, of('str', text => `${text} * 2`)],
  [1, of('str', text => `${text}.dup`)],
  [1, of('str', (text, _, s) => `(${text}[${s.chance.one(['0', '-1', '0, 2', '1..'])}] || 'z')`)],
  [1, of('bool', (text, more) => `(${text} ? ${more('str')} : ${more('str')})`)],
  [1, of('str', text => `"<#{${text}}>"`)],
];

const HASHES: readonly (readonly [number, Maker])[] = [
  [3, (s, d) => `{ ${s.chance.one(['a', 'b', 'c'])}: ${expression(s, 'int', d)} }`],
  [1, of('hash', text => `${text}.dup`)],
  [1, of('hash', (text, more) => `${text}.merge(${more('hash')})`)],
  [1, of('hash', (text, _, s) => `${text}.transform_values ${block(s, 'int')}`)],
];

const BOXES: readonly (readonly [number, Maker])[] = [
  [3, (s, d) => `Box.new(${expression(s, 'int', d)}, ${array(s, d)})`],
  [1, of('box', text => `${text}.dup`)],
];

const PAIRS: readonly (readonly [number, Maker])[] = [
  [3, (s, d) => `Pair.new(${expression(s, 'int', d)}, ${expression(s, 'int', d)})`],
  [1, of('pair', text => `${text}.dup`)],
];

const choose =
  (makers: readonly (readonly [number, Maker])[]): Maker =>
  (scope, depth) =>
    scope.chance.weighted(makers)(scope, depth);

const MAKERS: Readonly<Record<Kind, Maker>> = {
  int: choose(INTEGERS),
  bool: choose(BOOLEANS),
  opt: choose(OPTIONAL),
  arr: choose(ARRAYS),
  str: choose(STRINGS),
  hash: choose(HASHES),
  box: choose(BOXES),
  pair: choose(PAIRS),
};

/** A call of a helper method; without one, a literal. */
function callHelper(kind: Kind): Maker {
  return (scope, depth) => {
    const callees = scope.callees.filter(each => each.result === kind);
    if (callees.length === 0) return literal(scope, kind);
    const callee = scope.chance.one(callees);
    const count = callee.params.length - (callee.optional && scope.chance.often(0.4) ? 1 : 0);
    const args = callee.params.slice(0, count).map(each => expression(scope, each, depth - 1));
    if (callee.keyword && scope.chance.often(0.5)) args.push(`${callee.keyword}: ${expression(scope, 'int', 0)}`);
    return `${callee.name}(${args.join(', ')})${callee.yields ? ` ${block(scope, 'int')}` : ''}`;
  };
}
