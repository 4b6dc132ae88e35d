/**
 * Mutants of a method: small changes of its body, derived from the syntax tree. Deterministic, the smallest changes
 * first. A mutant that is still proved shows what the contract does not say; some are equivalent (`x < 60` for
 * `x <= 59`).
 */
import { childOf, namedChildren, type SyntaxNode } from '../syntax/node';

export interface Mutant {
  readonly what: string;
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Operators and what replaces them. */
export const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-'],
  '-': ['+'],
  '*': ['+'],
  '/': ['*'],
  '%': ['+'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  and: ['or'],
  or: ['and'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['+='],
  '||=': ['='],
  '<<': ['=='],
};

const CONDITIONALS = new Set(['if', 'unless', 'conditional', 'if_modifier', 'unless_modifier', 'elsif', 'while']);
const SEQUENCES = new Set(['body_statement', 'block_body', 'then', 'else', 'ensure', 'begin', 'do', 'program']);
/** Statements with possible effects: removing one changes the method. */
const EFFECTS = new Set([
  'assignment',
  'operator_assignment',
  'call',
  'return',
  'if_modifier',
  'unless_modifier',
  'if',
]);

export function bodyMutants(text: string, method: SyntaxNode): readonly Mutant[] {
  const body = childOf(method, 'body');
  if (body === null) return [];
  const nodes = [...nodesIn(body)];
  const of = (make: (text: string, node: SyntaxNode) => readonly Mutant[]): Mutant[] =>
    nodes.flatMap(node => make(text, node));
  return [
    ...of(replaceOperator),
    ...of(replaceNumber),
    ...of(replaceLiteral),
    ...of(replaceCondition),
    ...of(fixCondition),
    ...of(swapArguments),
    ...replaceResult(text, body),
    ...of(dropStatement),
    ...of(assignNil),
  ];
}

function* nodesIn(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of node.children) yield* nodesIn(child);
}

export function replace(what: string, { start, end }: { start: number; end: number }, insert: string): Mutant {
  return { what, start, end, insert };
}

export function textOf(text: string, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end);
}

function replaceOperator(text: string, node: SyntaxNode): readonly Mutant[] {
  const operator = node.type === 'binary' || node.type === 'operator_assignment' ? childOf(node, 'operator') : null;
  if (operator === null) return [];
  const written = textOf(text, operator);
  return (OPERATORS[written] ?? []).map(other => replace(`${other} for ${written}`, operator, other));
}

function replaceNumber(text: string, node: SyntaxNode): readonly Mutant[] {
  const written = textOf(text, node);
  if (node.type === 'true' || node.type === 'false')
    return [replace(`not ${written}`, node, node.type === 'true' ? 'false' : 'true')];
  if (node.type === 'float') return [replace(`${written} and one`, node, `(${written} + 1.0)`)];
  if (node.type !== 'integer' || !/^\d+$/.test(written)) return [];
  const value = BigInt(written);
  return [value + 1n, value - 1n].map(other =>
    replace(`${other} for ${value}`, node, other < 0n ? `(${other})` : String(other)),
  );
}

/** A list without its first element, a string with one more letter, the other end of a range. */
function replaceLiteral(text: string, node: SyntaxNode): readonly Mutant[] {
  const written = textOf(text, node);
  if (node.type === 'string_content') return [replace('a longer text', node, `${written}x`)];
  if (node.type === 'range')
    return [replace('another end', node, written.includes('...') ? written.replace('...', '..') : `0...0`)];
  const [first, second] = node.type === 'array' ? namedChildren(node) : [];
  if (first === undefined) return [];
  return [replace('an element less', { start: first.start, end: second?.start ?? first.end }, '')];
}

function replaceCondition(text: string, node: SyntaxNode): readonly Mutant[] {
  const condition = CONDITIONALS.has(node.type) ? childOf(node, 'condition') : null;
  return condition === null ? [] : [replace('the condition negated', condition, `!(${textOf(text, condition)})`)];
}

function fixCondition(text: string, node: SyntaxNode): readonly Mutant[] {
  const condition = CONDITIONALS.has(node.type) ? childOf(node, 'condition') : null;
  if (condition === null) return [];
  return ['true', 'false'].map(value => replace(`always ${value}: ${textOf(text, condition)}`, condition, value));
}

function swapArguments(text: string, node: SyntaxNode): readonly Mutant[] {
  const list = node.type === 'argument_list' || node.type === 'binary' ? namedChildren(node) : [];
  const [first, second] = list;
  if (first === undefined || second === undefined || list.length !== 2) return [];
  const between = text.slice(first.end, second.start);
  const span = { start: first.start, end: second.end };
  return [replace('swapped', span, textOf(text, second) + between + textOf(text, first))];
}

/** Changes the result on the last line: one more, the opposite, nil. The effects stay the same. */
function replaceResult(text: string, body: SyntaxNode): readonly Mutant[] {
  const last = body.type === 'body_statement' ? namedChildren(body).filter(each => each.type !== 'comment') : [body];
  const result = last.findLast(each => !['rescue', 'ensure', 'else'].includes(each.type));
  if (result === undefined) return [];
  const value = result.type === 'return' ? namedChildren(result)[0] : result;
  if (value === undefined) return [];
  const written = textOf(text, value);
  const one = [
    replace('a result that is one more', value, `((${written}) + 1)`),
    replace('the opposite result', value, `!(${written})`),
  ];
  const several = replace('nil as the result', value, `begin\n${written}\nnil\nend`);
  return written.includes('\n') ? [several] : [...one, several];
}

function dropStatement(text: string, node: SyntaxNode): readonly Mutant[] {
  if (!SEQUENCES.has(node.type)) return [];
  return namedChildren(node)
    .filter(each => EFFECTS.has(each.type))
    .map(each => replace(`without ${textOf(text, each).split('\n')[0]}`, each, 'nil'));
}

function assignNil(text: string, node: SyntaxNode): readonly Mutant[] {
  const [target, value] = node.type.endsWith('assignment') ? [childOf(node, 'left'), childOf(node, 'right')] : [];
  if (!target || !value || !textOf(text, target).startsWith('@')) return [];
  return [replace(`nil in ${textOf(text, target)}`, node, `${textOf(text, target)} = nil`)];
}

export function applyMutant(text: string, { start, end, insert }: Mutant): string {
  return text.slice(0, start) + insert + text.slice(end);
}
