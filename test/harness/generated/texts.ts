/**
 * The source of a generated class: as it runs, and as it is verified, with postconditions that runs have shown to be
 * wrong or right.
 */
import { isSame, type Value } from './inputs';
import type { GeneratedProgram } from './program';
import type { Run } from './runs';
import { type Kind, TYPES, type Variable } from './scope';
import { indented } from './statements';

export const FIELDS: readonly Variable[] = [
  { name: '@n', kind: 'int' },
  { name: '@xs', kind: 'arr' },
  { name: '@o', kind: 'opt' },
];

export const PRELUDE = `class Box
  var_type :@v, 'Integer'
  var_type :@xs, 'Array<Integer>'
  attr_accessor :v, :xs
  type '(Integer v, Array<Integer> xs) -> self'
  def initialize(v, xs)
    @v = v
    @xs = xs
  end
  type '() -> Integer'
  def bump
    @v += 1
  end
end
Pair = Struct.new(:p, :q) do
  type :p, '() -> Integer'
  type :q, '() -> Integer'
end
`;

const START = [
  'attr_accessor :n',
  "type '(Integer n, Array<Integer> xs, Integer or nil o) -> self'",
  'def initialize(n, xs, o)',
  '  @n = n',
  '  @xs = xs',
  '  @o = o',
  'end',
  '',
];

export function rubyOf({ name, params, helpers, body }: GeneratedProgram): string {
  const lines = [...START, ...helpers, ...method('m', params, body)].filter(line => !/^\s*type '/.test(line));
  return [`class ${name}`, ...indented(lines), 'end', ''].join('\n');
}

function method(name: string, params: readonly Variable[], body: readonly string[]): readonly string[] {
  return [`def ${name}(${params.map(each => each.name).join(', ')})`, ...indented(body), 'end'];
}

/**
 * `plain`: no postcondition, only its label. `witness`: claims that an observed run is impossible. `pinned`: for the
 * input of that run only, states its result.
 */
export function verifiedText(program: GeneratedProgram, run: Run | null, mayFail: boolean): string {
  const { name, params, result, helpers, body, label } = program;
  const types = params.map(each => `${TYPES[each.kind]} ${each.name}`);
  const lines = [...FIELDS.map(each => `var_type :${each.name}, '${TYPES[each.kind]}'`), ...START, ...helpers];
  if (label !== '' || mayFail)
    lines.push(`type '(${types.join(', ')}) -> ${TYPES[result]}'${label}`, ...method('plain', params, body), '');
  if (run?.result) {
    const [pins, outs] = [inputPins(program, run), outcomePins(program, run)];
    const last = `${types.at(-1)} { ${[pins, ...notFrozen(program)].join(' && ')} }`;
    const given = [...types.slice(0, -1), last].join(', ');
    lines.push(
      `type '(${types.join(', ')}) -> ${TYPES[result]} r { !(old(${pins}) && ${outs}) }'`,
      ...method('witness', params, body),
      '',
    );
    if (program.isPinned)
      lines.push(`type '(${given}) -> ${TYPES[result]} r { ${outs} }'`, ...method('pinned', params, body));
  }
  return [`class ${name}`, ...indented(lines), 'end', ''].join('\n');
}

/** A handler would see the error of a write to a frozen object. */
function notFrozen(program: GeneratedProgram): readonly string[] {
  if (![...program.body, ...program.helpers].some(line => /^\s*(rescue|ensure)/.test(line))) return [];
  const own = ['!self.frozen?'];
  return own.concat(
    variablesIn(program).flatMap(({ name, kind }) =>
      kind === 'box'
        ? [`!${name}.frozen?`, `!${name}.xs.frozen?`]
        : ['arr', 'str', 'hash', 'pair'].includes(kind)
          ? [`!${name}.frozen?`]
          : [],
    ),
  );
}

function variablesIn({ params }: GeneratedProgram): readonly Variable[] {
  return [...params, ...FIELDS];
}

function inputPins(program: GeneratedProgram, { input }: Run): string {
  const variables = variablesIn(program);
  const pins = variables.flatMap(({ name, kind }) => {
    const value = input.values[name]!;
    return isSame(value) ? [`${name}.equal?(${value.same})`] : [pin(name, kind, value)];
  });
  return [...pins, ...apart(variables, input.values)].join(' && ');
}

/** States that distinct objects are not identical. */
function apart(variables: readonly Variable[], values: Readonly<Record<string, Value>>): readonly string[] {
  const lists = variables.flatMap(({ name, kind }) => (kind === 'arr' ? [name] : kind === 'box' ? [`${name}.xs`] : []));
  const others = (['hash', 'box', 'str', 'pair'] as const).map(kind =>
    variables.filter(each => each.kind === kind).map(each => each.name),
  );
  const root = (name: string): string => {
    const [base, member] = [name.replace(/\.xs$/, ''), name.endsWith('.xs') ? '.xs' : ''];
    const value = values[base]!;
    return (isSame(value) ? value.same : base) + member;
  };
  return [lists, ...others].flatMap(names =>
    names.flatMap((one, at) =>
      names
        .slice(at + 1)
        .filter(other => root(one) !== root(other))
        .map(other => `!${one}.equal?(${other})`),
    ),
  );
}

function outcomePins(program: GeneratedProgram, run: Run): string {
  const value = run.result!.value;
  const pins = [pin('r', program.result, value)];
  if (program.result === 'arr' || program.result === 'str') {
    const alike = variablesIn(program).filter(each => each.kind === program.result && each.name !== '@xs');
    for (const { name } of alike) pins.push(`${run.sameAs.includes(name) ? '' : '!'}r.equal?(${name})`);
  }
  for (const { name, kind } of variablesIn(program))
    if (name.startsWith('@') || !['int', 'opt', 'bool'].includes(kind)) pins.push(pin(name, kind, run.after[name]!));
  return pins.join(' && ');
}

function pin(name: string, kind: Kind, value: Value): string {
  if (value === null) return `${name}.nil?`;
  if (kind === 'bool') return value ? name : `!${name}`;
  if (Array.isArray(value))
    return [`${name}.size == ${value.length}`, ...value.map((each, at) => element(`${name}[${at}]`, each))].join(
      ' && ',
    );
  if (typeof value === 'string') return `${name} == "${value}"`;
  if (typeof value !== 'object') return `${name} == ${value}`;
  if (kind === 'box') {
    const { v, xs } = value as { v: number; xs: readonly number[] };
    return `${pin(`${name}.v`, 'int', v)} && ${pin(`${name}.xs`, 'arr', xs)}`;
  }
  if (kind === 'pair')
    return Object.entries(value)
      .map(([key, each]) => pin(`${name}.${key}`, 'opt', each))
      .join(' && ');
  const entries = Object.entries(value).map(([key, each]) => element(`${name}[:${key}]`, each));
  return [`${name}.size == ${entries.length}`, ...entries].join(' && ');
}

function element(name: string, value: number | null): string {
  return value === null ? `${name}.nil?` : `${name} == ${value}`;
}
