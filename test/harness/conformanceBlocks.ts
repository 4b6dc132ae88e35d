/**
 * The block of a signature -> blocks in Ruby with as many parameters as the signature names. `$unfit` records the first
 * argument that does not have the declared type; the block returns a value of the declared result type.
 */
import type { BlockType, ParamType, Type } from '../../server/src/types/type';
import { INTEGER } from '../../server/src/types/type';
import { hasType, type Scope } from './conformancePredicates';
import { valuesOf } from './conformanceValues';

/** One per result value; empty: no value of the result type is known. */
export function blocksOf({ type }: BlockType, scope: Scope): readonly string[] {
  const params = type.params.filter(({ kind }) => kind === 'required' || kind === 'optional' || kind === 'post');
  const rest = type.params.find(({ kind }) => kind === 'rest');
  const formal = [...params.map((_, i) => `g${i}`), ...(rest ? ['*g'] : [])];
  const isOpen = type.anyArgs || type.params.some(({ kind }) => kind.toLowerCase().includes('key'));
  const first = params.length > 0 ? 'g0' : rest ? 'g.first' : 'nil';
  const results = resultsOf(type.result, first, scope);
  if (isOpen) return results.map(({ text }) => `{ |*g, **| g0 = g.first; ${text} }`);
  const named = `[${formal.join(', ')}]`;
  const fits = [...params.map((param, i) => fitText(param, `g${i}`, scope)), ...(rest ? [restText(rest, scope)] : [])];
  const noted = fits.filter(text => text !== 'true').join(' && ');
  const note = noted === '' ? '' : `$unfit ||= ${named}.inspect unless ${noted}; `;
  const exact = results.map(({ text }) => `{ |${formal.join(', ')}| ${note}${text} }`);
  // For the checker, a second parameter that the signature does not name would be nil.
  if (rest || params.length > 1 || mayBeArray(params[0]?.type)) return exact;
  const beyond = `$unfit ||= "more than is said: " + g.inspect if g.size > ${params.length}; `;
  return [...exact, ...results.slice(0, 1).map(({ text }) => `{ |*g| g0 = g.first; ${beyond}${text} }`)];
}

/** If Ruby yields fewer values than the block has parameters, the others are nil; optional ones have a marker. */
function fitText({ type, kind }: ParamType, name: string, scope: Scope): string {
  const holds = hasType(type, name, scope);
  return holds === 'true' ? holds : kind === 'optional' ? `(${name}.nil? || ${holds})` : `(${holds})`;
}

function restText({ type }: ParamType, scope: Scope): string {
  const holds = hasType(type, 'each', scope);
  return holds === 'true' ? holds : `g.all? { |each| ${holds} }`;
}

/** Ruby destructures an array that is the only argument. */
function mayBeArray(type: Type | undefined): boolean {
  return type !== undefined && type.kind !== 'nominal' && type.kind !== 'variable';
}

function resultsOf(result: Type, first: string, scope: Scope): readonly { readonly text: string }[] {
  const texts = (): readonly string[] => {
    if (result.kind === 'any' || result.kind === 'dynamic') return [first, 'nil', 'true', '1'];
    if (result.kind === 'variable' && scope.held.get(result.name) === INTEGER)
      return [`(${first}.is_a?(Integer) ? ${first} : 1)`, '2'];
    return valuesOf(result, scope).slice(0, 3);
  };
  return texts().map(text => ({ text }));
}
