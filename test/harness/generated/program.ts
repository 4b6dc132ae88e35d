/** One class: fields, up to two helper methods, and the method `m` under test. */
import type { Chance } from './chance';
import { expression } from './expressions';
import { type Callee, type Kind, type Scope, TYPES, type Variable } from './scope';
import { body, indented } from './statements';

export interface GeneratedProgram {
  readonly name: string;
  readonly params: readonly Variable[];
  readonly result: Kind;
  /** Lines of the helpers, with their annotations. */
  readonly helpers: readonly string[];
  /** Lines of the body of `m`. */
  readonly body: readonly string[];
  /** The label of the copy without other postconditions. */
  readonly label: string;
  /** Whether to generate the copy for the input of one run only. */
  readonly isPinned: boolean;
}

const FIELDS: readonly Variable[] = [
  { name: '@n', kind: 'int' },
  { name: '@xs', kind: 'arr' },
  { name: '@o', kind: 'opt' },
];
const PARAMS: readonly Kind[] = ['int', 'int', 'arr', 'arr', 'opt', 'hash', 'box', 'str', 'pair', 'bool'];
const RESULTS: readonly Kind[] = ['int', 'int', 'int', 'opt', 'arr', 'bool', 'str'];
const LABELS = ['', '', ', modifies: {}', ', raises: []', ', :pure', ', modifies: { self: [:@n, :@o] }'];
const HELPER_LABELS = [', modular: true', ', modular: true', ', :exact', ''];

export function generateProgram(chance: Chance, name: string): GeneratedProgram {
  const helpers: string[] = [];
  const callees: Callee[] = [];
  for (let count = chance.one([0, 0, 1, 1, 2]); count > 0; count--) {
    const { callee, lines } = helper(chance, `h${callees.length + 1}`, callees);
    helpers.push(...lines, '');
    callees.push(callee);
  }
  const params = Array.from({ length: 1 + chance.below(3) }, (_, index): Variable => {
    const kind = chance.one(PARAMS);
    return { name: `${kind.slice(0, 1)}${'xyz'[index]}`, kind };
  });
  const result = chance.one(RESULTS);
  return {
    name,
    params,
    result,
    helpers,
    body: bodyFor(chance, params, result, callees, 3),
    label: chance.one(LABELS),
    isPinned: chance.often(0.35),
  };
}

function bodyFor(chance: Chance, params: readonly Variable[], result: Kind, callees: readonly Callee[], most: number) {
  const scope = scopeFor(chance, params, result, callees, false);
  return [...body(scope, most), expression(scope, result)];
}

function scopeFor(
  chance: Chance,
  params: readonly Variable[],
  result: Kind,
  callees: readonly Callee[],
  yields: boolean,
): Scope {
  const fields = FIELDS.filter(() => chance.often(0.6));
  const variables = [...params, ...fields];
  return { chance, variables, lambdas: [], callees, names: { count: 0 }, inLoop: false, result, yields, depth: 0 };
}

function helper(
  chance: Chance,
  name: string,
  callees: readonly Callee[],
): { callee: Callee; lines: readonly string[] } {
  const params = Array.from({ length: 1 + chance.below(2) }, (_, index): Variable => {
    const kind = chance.one(['int', 'arr', 'arr', 'box', 'hash'] as const);
    return { name: `${kind.slice(0, 1)}${'pq'[index]}`, kind };
  });
  const result = chance.one(['int', 'int', 'arr'] as const);
  const yields = chance.often(0.3);
  const optional = params.at(-1)!.kind === 'int' && chance.often(0.4);
  const keyword = !yields && chance.often(0.2) ? 'k' : null;
  const scope = scopeFor(
    chance,
    keyword ? [...params, { name: keyword, kind: 'int' }] : params,
    result,
    callees,
    yields,
  );
  const written = params.map((each, index) =>
    optional && index === params.length - 1 ? `${each.name} = 2` : each.name,
  );
  if (keyword) written.push(`${keyword}: 1`);
  const types = params.map((each, index) => (optional && index === params.length - 1 ? '?Integer' : TYPES[each.kind]));
  if (keyword) types.push(`${keyword}: ?Integer`);
  const block = yields ? ' { (Integer) -> Integer }' : '';
  const type = `type '(${types.join(', ')})${block} -> ${TYPES[result]}'${chance.one(HELPER_LABELS)}`;
  const lines = [...body(scope, 2), expression(scope, result)];
  const annotated = chance.often(0.6) ? [type] : [];
  return {
    callee: { name, params: params.map(each => each.kind), result, yields, optional, keyword },
    lines: [...annotated, `def ${name}(${written.join(', ')})`, ...indented(lines), 'end'],
  };
}
