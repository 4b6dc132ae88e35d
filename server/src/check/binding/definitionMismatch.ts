/**
 * Would a call that follows the signature raise ArgumentError? If so, says why the signature cannot be the type of the
 * definition. The definition may accept more than the signature says.
 */
import type { Problem } from '../../base/problem';
import type { MethodInfo, SignatureArm } from '../../program/program';
import type { Param } from '../../ril/ril';
import { isKeywordParam, positionOfKeywordHash } from '../../types/keywordsAsHash';
import { showType } from '../../types/show';
import type { MethodType, ParamType } from '../../types/type';

interface Counts {
  readonly least: number;
  readonly most: number;
}

const POSITIONAL: ReadonlySet<string> = new Set(['required', 'optional', 'rest', 'post']);

/** Returns null if they match. */
export function findDefinitionMismatch(params: readonly Param[], type: MethodType): string | null {
  const slip = findKeywordForPositional(params, type);
  if (slip !== null || type.anyArgs || params.some(param => param.kind === 'forward')) return slip;
  return positionOfKeywordHash(params, type) === null
    ? (findPositionalMismatch(countsOf(params), countsOf(type.params)) ?? findKeywordMismatch(params, type))
    : findKeywordHashMismatch(countsOf(params), type);
}

/** Reported at the annotation, or, if it is `inherited`, at the definition. */
export function mismatchProblem(
  method: MethodInfo,
  arm: SignatureArm | null,
  why: string,
  inherited: boolean,
): Problem | null {
  const [place, other] = inherited ? [method.place, arm?.place] : [arm?.place, method.place];
  const at = place ?? other;
  if (!at) return null;
  const note = inherited ? 'the type is declared here' : 'the definition';
  const related = other && at !== other ? [{ place: other, note }] : [];
  return { code: 'LP3017', place: at, args: { method: method.name, why }, related };
}

function countsOf(params: readonly { readonly kind: string }[]): Counts {
  const positional = params.filter(({ kind }) => POSITIONAL.has(kind));
  return {
    least: positional.filter(({ kind }) => kind === 'required' || kind === 'post').length,
    most: positional.some(({ kind }) => kind === 'rest') ? Number.POSITIVE_INFINITY : positional.length,
  };
}

function findPositionalMismatch(own: Counts, declared: Counts): string | null {
  if (declared.most > own.most)
    return `it has ${showArguments(declared.most)}, the method takes ${showArguments(own.most)}`;
  if (declared.least >= own.least) return null;
  return declared.most < own.least
    ? `it has ${showArguments(declared.most)}, the method needs ${showArguments(own.least)}`
    : `it makes an argument optional that the method needs`;
}

/**
 * The definition has no keyword parameters, so Ruby passes the keywords as one more positional argument. It is
 * certainly passed if a keyword is required.
 */
function findKeywordHashMismatch(own: Counts, type: MethodType): string | null {
  const declared = countsOf(type.params);
  const without = findPositionalMismatch({ ...own, least: 0 }, declared);
  if (without !== null) return without;
  if (declared.most + 1 > own.most) return showExtraKeyword(type.params.find(isKeywordParam)!);
  const certain = type.params.some(({ kind }) => kind === 'key') ? 1 : 0;
  return findPositionalMismatch(own, { least: declared.least + certain, most: declared.most + 1 });
}

function showExtraKeyword({ kind, name, type }: ParamType): string {
  return kind === 'keyRest'
    ? `it allows keywords (\`**${showType(type)}\`), the method takes none`
    : `it has the keyword \`${name}:\`, which the method doesn't take`;
}

function showArguments(number: number): string {
  if (number === Number.POSITIVE_INFINITY) return 'any number of arguments';
  return number === 0 ? 'no arguments' : number === 1 ? '1 argument' : `${number} arguments`;
}

/** `(x: Integer)` for `def m(x)`: the user wrote a keyword but meant a parameter name. */
function findKeywordForPositional(params: readonly Param[], type: MethodType): string | null {
  const plain = params.filter(param => param.kind === 'required' || param.kind === 'optional');
  const found = type.params.find(
    ({ kind, name }) => (kind === 'key' || kind === 'optionalKey') && plain.some(param => param.name === name),
  );
  if (found === undefined) return null;
  return `\`${found.name}:\` is a keyword, but the method takes it by position: write \`${showType(found.type)} ${found.name}\``;
}

function findKeywordMismatch(params: readonly Param[], type: MethodType): string | null {
  const declared = type.params.filter(param => param.kind === 'key' || param.kind === 'optionalKey');
  const own = new Map(
    params.filter(param => param.kind === 'key' || param.kind === 'optionalKey').map(param => [param.name, param]),
  );
  const takesAny = params.some(param => param.kind === 'keyRest');
  const extra = declared.find(param => !own.has(param.name) && !takesAny);
  if (extra !== undefined) return showExtraKeyword(extra);
  const open = type.params.find(param => param.kind === 'keyRest');
  if (open !== undefined && !takesAny)
    return own.size === 0
      ? showExtraKeyword(open)
      : `it allows any keyword (\`**${showType(open.type)}\`), the method takes only ${showKeywords([...own.keys()])}`;
  const missing = [...own.values()].find(
    param => param.kind === 'key' && !declared.some(one => one.name === param.name),
  );
  if (missing !== undefined) return `the method needs the keyword \`${missing.name}:\``;
  const loose = declared.find(param => param.kind === 'optionalKey' && own.get(param.name)?.kind === 'key');
  return loose === undefined ? null : `it makes the keyword \`${loose.name}:\` optional, the method needs it`;
}

function showKeywords(names: readonly (string | null)[]): string {
  return names.map(name => `\`${name}:\``).join(', ');
}
