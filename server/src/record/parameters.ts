/** The parameters of a method, and which of them a probe can pass on. */
import { childOf, type SyntaxNode } from '../syntax/node';
import { addOutcome, type MethodScope, NAMES, type RecordContext, textOf } from './context';
import type { ParameterKind, RecordedParameter } from './units';

const KINDS: Readonly<Record<string, ParameterKind>> = {
  identifier: 'required',
  destructured_parameter: 'required',
  optional_parameter: 'optional',
  splat_parameter: 'rest',
  keyword_parameter: 'key',
  hash_splat_parameter: 'keyRest',
  block_parameter: 'block',
};

export function readParameters(ctx: RecordContext, node: SyntaxNode | null): readonly RecordedParameter[] {
  return (node?.children ?? []).flatMap((child): readonly RecordedParameter[] => {
    const kind = KINDS[child.type];
    if (kind === undefined || child.missing) return [];
    const nameNode = child.type === 'identifier' ? child : childOf(child, 'name');
    const name = nameNode === null ? '' : textOf(ctx, nameNode);
    const isOptional = kind === 'key' && childOf(child, 'value') !== null;
    return [{ name, kind: isOptional ? 'optionalKey' : kind, recorded: isReadable(name) }];
  });
}

/** A program can read it by its name. Duplicate `_` parameters are allowed and mean nothing. */
function isReadable(name: string): boolean {
  return name !== '' && name !== '_' && !KEYWORDS.has(name);
}

/** Words of Ruby's grammar: allowed as a keyword parameter, but not as a variable. */
const KEYWORDS = new Set(
  (
    'if unless while until case when in then else elsif end begin rescue ensure def class module return next break redo retry ' +
    'self nil true false and or not alias undef yield super for do defined? BEGIN END __FILE__ __LINE__ __ENCODING__'
  ).split(' '),
);

/**
 * Records which defaults were evaluated: `b = e` -> `b = (p1=1;(e))`. Returns the initial value of the path, as Ruby.
 */
export function recordDefaults(ctx: RecordContext, scope: MethodScope, node: SyntaxNode | null): string {
  const marks: string[] = [];
  for (const child of node?.children ?? []) {
    if (child.type !== 'optional_parameter' && child.type !== 'keyword_parameter') continue;
    const value = childOf(child, 'value');
    if (value === null || value.missing) continue;
    const used = `${NAMES.givenDefault}${++ctx.temporaries}`;
    ctx.insertions.wrap(value, `(${used}=1;(`, '))');
    const taken = addOutcome(scope, child, 'default', 'taken');
    marks.push(`(${used} ? ${taken} : ${addOutcome(scope, child, 'default', 'else')})`);
  }
  return marks.length === 0 ? '0' : marks.join('|');
}
