/**
 * Statements, as lines of Ruby: writes through names and fields, branches, terminating loops, exits, handlers,
 * closures.
 */
import { array, expression, KEYS, received } from './expressions';
import { freshName, inner, type Kind, type Scope, variablesOf } from './scope';

type Lines = readonly string[];
type Maker = (scope: Scope) => Lines;

const MAX_DEPTH = 2;
const KINDS: readonly Kind[] = ['int', 'int', 'int', 'opt', 'arr', 'arr', 'bool', 'str', 'hash', 'box', 'pair'];

export function body(scope: Scope, most: number): Lines {
  const count = 1 + scope.chance.below(most);
  return Array.from({ length: count }, () => statement(scope)).flat();
}

export function indented(lines: Lines): Lines {
  return lines.map(line => `  ${line}`);
}

function statement(scope: Scope): Lines {
  const plain = scope.depth >= MAX_DEPTH;
  return scope.chance.weighted(plain ? PLAIN : [...PLAIN, ...NESTED])(scope);
}

const assign: Maker = scope => {
  const kind = scope.chance.one(KINDS);
  const value = expression(scope, kind);
  const known = variablesOf(scope, kind);
  if (known.length > 0 && scope.chance.often(0.6)) return [`${scope.chance.one(known)} = ${value}`];
  const name = freshName(scope, kind.slice(0, 1));
  scope.variables.push({ name, kind });
  return [`${name} = ${value}`];
};

/** An alias of an existing object. */
const alias: Maker = scope => {
  const kind = scope.chance.one(['arr', 'box', 'hash', 'str'] as const);
  const known = variablesOf(scope, kind);
  if (known.length === 0) return assign(scope);
  const from = scope.chance.one(known);
  if (scope.chance.often(0.4)) return [`${scope.chance.one(known)} = ${from}`];
  const name = freshName(scope, 'same');
  scope.variables.push({ name, kind });
  return [`${name} = ${from}`];
};

function on(kind: Kind, make: (name: string, scope: Scope) => string): Maker {
  return scope => {
    const known = variablesOf(scope, kind);
    return known.length === 0 ? assign(scope) : [make(scope.chance.one(known), scope)];
  };
}

const int = (scope: Scope): string => expression(scope, 'int', 1);
const test = (scope: Scope): string => expression(scope, 'bool', 2);

function withElement(scope: Scope, kind: Kind): string {
  const name = freshName(scope, 'e');
  const within = inner(scope);
  within.variables.push({ name, kind: 'int' });
  return `{ |${name}| ${expression(within, kind, 1)} }`;
}

const ARRAY_WRITES: readonly ((name: string, scope: Scope) => string)[] = [
  (a, s) => `${a} << ${received(int(s))}`,
  (a, s) => `${a}.push(${int(s)})`,
  (a, s) => `${a}.unshift(${int(s)})`,
  a => `${a}.pop`,
  a => `${a}.shift`,
  (a, s) => `${a}[${s.chance.one(['0', '-1', '1', int(s)])}] = ${int(s)} if ${a}.size > ${s.chance.below(3)}`,
  (a, s) => `${a}[0] += ${int(s)} unless ${a}.empty?`,
  (a, s) => `${a}[${s.chance.below(3)}] ||= ${int(s)}`,
  a => `${a}.clear`,
  (a, s) => `${a}.concat(${array(s, 1)})`,
  (a, s) => `${a}.replace(${array(s, 1)})`,
  (a, s) => `${a}.insert(${s.chance.below(2)}, ${int(s)})`,
  (a, s) => `${a}.delete(${int(s)})`,
  (a, s) => `${a}.delete_at(${s.chance.below(3)})`,
  (a, s) => `${a}.map! ${withElement(s, 'int')}`,
  (a, s) => `${a}.${s.chance.one(['select!', 'reject!', 'delete_if', 'keep_if'])} ${withElement(s, 'bool')}`,
  (a, s) => `${a}.${s.chance.one(['sort!', 'reverse!', 'uniq!', 'compact!'])}`,
  (a, s) => `${a}.fill(${int(s)})`,
  a => `${a}.freeze if ${a}.size > 3`,
];

const HASH_WRITES: readonly ((name: string, scope: Scope) => string)[] = [
  (h, s) => `${h}[${s.chance.one(KEYS)}] = ${int(s)}`,
  (h, s) => `${h}.delete(${s.chance.one(KEYS)})`,
  (h, s) => `${h}[${s.chance.one(KEYS)}] ||= ${int(s)}`,
  (h, s) => `${h}[:a] += ${int(s)} if ${h}.key?(:a)`,
  h => `${h}.clear`,
  (h, s) => `${h}.merge!(${expression(s, 'hash', 1)})`,
  (h, s) => `${h}.transform_values! ${withElement(s, 'int')}`,
  (h, s) => `${h}.store(${s.chance.one(KEYS)}, ${int(s)})`,
];

const BOX_WRITES: readonly ((name: string, scope: Scope) => string)[] = [
  (b, s) => `${b}.v = ${int(s)}`,
  (b, s) => `${b}.v += ${int(s)}`,
  (b, s) => `${b}.xs << ${received(int(s))}`,
  (b, s) => `${b}.xs = ${expression(s, 'arr', 1)}`,
  b => `${b}.bump`,
  b => `${b}.xs.pop`,
  b => `${b}.v, ${b}.xs = ${b}.xs.size, [${b}.v]`,
];

const fieldWrite: Maker = scope => [
  scope.chance.one([
    () => `@n = ${int(scope)}`,
    () => `@n += ${int(scope)}`,
    () => `@xs << ${received(int(scope))}`,
    () => `@xs = ${expression(scope, 'arr', 1)}`,
    () => `@xs = @xs.dup`,
    () => `@n, @xs = @xs.size, [@n]`,
    () => `self.n = ${int(scope)}`,
    () => `@o ||= ${int(scope)}`,
    () => `@o = ${expression(scope, 'opt', 1)}`,
  ])(),
];

const leave: Maker = scope => {
  const ways: string[] = [];
  if (scope.inLoop) ways.push('next', 'break', 'break');
  if (scope.result) ways.push(`return ${expression(scope, scope.result, 1)}`);
  ways.push("raise ArgumentError, 'no'", "raise 'no'");
  return [`${scope.chance.one(ways)} if ${test(scope)}`];
};

const several: Maker = scope => {
  const ints = variablesOf(scope, 'int');
  if (ints.length > 1 && scope.chance.often(0.5)) {
    const [x, y] = [scope.chance.one(ints), scope.chance.one(ints)];
    return [`${x}, ${y} = ${int(scope)}, ${x}`];
  }
  const [x, rest] = [freshName(scope, 'o'), freshName(scope, 'a')];
  const line = scope.chance.one([`${x}, *${rest}`, `*${rest}, ${x}`]);
  const value = array(scope, 1);
  scope.variables.push({ name: x, kind: 'opt' }, { name: rest, kind: 'arr' });
  return [`${line} = ${value}`];
};

const lambda: Maker = scope => {
  const [name, param] = [freshName(scope, 'f'), freshName(scope, 'y')];
  const within = inner(scope, { inLoop: false, result: null, yields: false });
  within.variables.push({ name: param, kind: 'int' });
  const lines = [`${name} = ->(${param}) do`, ...indented(body(within, 2)), `  ${expression(within, 'int', 1)}`, 'end'];
  scope.lambdas.push(name);
  return lines;
};

const callLambda: Maker = scope => {
  if (scope.lambdas.length === 0) return lambda(scope);
  const name = freshName(scope, 'i');
  const line = `${name} = ${scope.chance.one(scope.lambdas)}.${scope.chance.one(['call', ''])}(${int(scope)})`;
  scope.variables.push({ name, kind: 'int' });
  return [line];
};

const step: Maker = on('int', (name, scope) => `${name} ${scope.chance.one(['+=', '-=', '*='])} ${int(scope)}`);

const PLAIN: readonly (readonly [number, Maker])[] = [
  [8, assign],
  [4, alias],
  [5, step],
  [9, on('arr', (name, scope) => scope.chance.one(ARRAY_WRITES)(name, scope))],
  [3, on('hash', (name, scope) => scope.chance.one(HASH_WRITES)(name, scope))],
  [3, on('box', (name, scope) => scope.chance.one(BOX_WRITES)(name, scope))],
  [
    1,
    on(
      'pair',
      (name, scope) => `${name}.${scope.chance.one(['p', 'q'])} ${scope.chance.one(['=', '+='])} ${int(scope)}`,
    ),
  ],
  [2, on('str', (name, scope) => `${name} << ${received(expression(scope, 'str', 1))}`)],
  [1, on('opt', (name, scope) => `${name} ||= ${int(scope)}`)],
  [5, fieldWrite],
  [5, leave],
  [2, several],
  [3, callLambda],
];

const branch: Maker = scope => {
  const head = `${scope.chance.one(['if', 'if', 'unless'])} ${test(scope)}`;
  const lines = [head, ...indented(body(inner(scope), 2))];
  if (scope.chance.often(0.5)) lines.push('else', ...indented(body(inner(scope), 2)));
  return [...lines, 'end'];
};

const caseWhen: Maker = scope => {
  const lines = [`case ${int(scope)}`];
  for (const pattern of ['0, 1', '2..5', 'Integer'].filter(() => scope.chance.often(0.7)))
    lines.push(`when ${pattern}`, ...indented(body(inner(scope), 1)));
  return lines.length > 1 ? [...lines, 'else', ...indented(body(inner(scope), 1)), 'end'] : branch(scope);
};

const caseIn: Maker = scope => {
  const [x, rest] = [freshName(scope, 'i'), freshName(scope, 'a')];
  const one = inner(scope);
  one.variables.push({ name: x, kind: 'int' });
  const some = inner(one);
  some.variables.push({ name: rest, kind: 'arr' });
  return [
    `case ${array(scope, 1)}`,
    'in []',
    ...indented(body(inner(scope), 1)),
    `in [${x}]`,
    ...indented(body(one, 1)),
    `in [${x}, *${rest}]`,
    ...indented(body(some, 2)),
    'end',
  ];
};

const whileLoop: Maker = scope => {
  const name = freshName(scope, 'w');
  const limit = scope.chance.one([
    '2',
    '3',
    `${received(array(scope, 1))}.size`,
    `${received(int(scope))}.clamp(0, 4)`,
  ]);
  const within = inner(scope, { inLoop: true });
  within.variables.push({ name, kind: 'int' });
  const readOnly = within.variables.filter(each => each.name !== name);
  const lines = body({ ...within, variables: readOnly }, 3);
  return [
    `${name} = 0`,
    `${scope.chance.one(['while', 'while', 'until !'])}(${name} < ${limit})`,
    `  ${name} += 1`,
    ...indented(lines),
    'end',
  ];
};

const iterator: Maker = scope => {
  const [x, i] = [freshName(scope, 'e'), freshName(scope, 'i')];
  const within = inner(scope, { inLoop: true });
  const taking = (names: readonly string[], head: string): string => {
    for (const name of names) within.variables.push({ name, kind: 'int' });
    return head;
  };
  const head = scope.chance.weighted<() => string>([
    [5, () => taking([x], `${received(array(scope, 1))}.${scope.chance.one(['each', 'reverse_each'])} do |${x}|`)],
    [3, () => taking([x, i], `${received(array(scope, 1))}.each_with_index do |${x}, ${i}|`)],
    [2, () => taking([i], `${received(array(scope, 1))}.each_index do |${i}|`)],
    [3, () => taking([i], `${scope.chance.one(['2', '3', `${received(int(scope))}.clamp(0, 4)`])}.times do |${i}|`)],
    [2, () => taking([i], `1.upto(${received(int(scope))}.clamp(-2, 4)) do |${i}|`)],
    [1, () => taking([i], `(0...${received(array(scope, 1))}.size).each do |${i}|`)],
    [1, () => taking([i], `3.downto(${scope.chance.below(4)}) do |${i}|`)],
    [1, () => taking([i], `0.step(6, ${1 + scope.chance.below(3)}) do |${i}|`)],
    [2, () => taking([x], `${received(expression(scope, 'hash', 1))}.each_value do |${x}|`)],
    [1, () => taking([x], `${received(expression(scope, 'hash', 1))}.each do |k${i}, ${x}|`)],
    [1, () => taking([x], `for ${x} in ${array(scope, 1)} do`)],
  ])();
  return [head, ...indented(body(within, 3)), 'end'];
};

const handler: Maker = scope => {
  const lines = ['begin', ...indented(body(inner(scope), 3))];
  if (scope.chance.often(0.8)) {
    const which = scope.chance.one([
      'rescue',
      'rescue ArgumentError',
      'rescue ZeroDivisionError, TypeError',
      'rescue => err',
    ]);
    lines.push(which, ...indented(body(inner(scope), 2)));
    if (scope.chance.often(0.25)) lines.push('else', ...indented(body(inner(scope), 1)));
    if (scope.chance.often(0.5)) lines.push('ensure', ...indented(body(inner(scope), 1)));
  } else lines.push('ensure', ...indented(body(inner(scope), 2)));
  return [...lines, 'end'];
};

const retried: Maker = scope => {
  const name = freshName(scope, 't');
  return [
    `${name} = 0`,
    'begin',
    `  ${name} += 1`,
    ...indented(body(inner(scope), 2)),
    `  raise 'again' if ${name} < ${1 + scope.chance.below(3)}`,
    'rescue RuntimeError',
    `  retry if ${name} < 3`,
    ...indented(body(inner(scope), 1)),
    'end',
  ];
};

const valued: Maker = scope => {
  const name = freshName(scope, 'i');
  const [one, other] = [inner(scope), inner(scope)];
  const lines = [
    `${name} =`,
    `  if ${test(scope)}`,
    ...indented(indented(body(one, 1))),
    `    ${expression(one, 'int', 1)}`,
    '  else',
    `    ${expression(other, 'int', 1)}`,
    '  end',
  ];
  scope.variables.push({ name, kind: 'int' });
  return lines;
};

const NESTED: readonly (readonly [number, Maker])[] = [
  [6, branch],
  [2, caseWhen],
  [1, caseIn],
  [4, whileLoop],
  [9, iterator],
  [5, handler],
  [1, retried],
  [2, valued],
  [2, lambda],
];
