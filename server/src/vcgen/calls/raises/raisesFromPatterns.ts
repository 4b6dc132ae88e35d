/**
 * Strings that a method interprets, and that it may reject: character sets (`tr('z-a', '')` is an invalid range),
 * patterns, replacements that name a group. If the string is known and clearly valid, the method does not raise.
 */
import type { MethodInfo } from '../../../program/program';
import { textOf } from '../../heap/strings';
import { isString } from '../../heap/stringTheory';
import type { Args } from '../../state/call';
import type { Ctx } from '../../state/context';
import { classNameOf } from '../../state/representation';
import type { State } from '../../state/state';
import { typeOf, type Val } from '../../state/value';

/** Whether the exceptions that its label declares are impossible for these arguments. */
export function isKnownNotToRaise(ctx: Ctx, { facts }: MethodInfo, args: Args, state: State): boolean {
  if (args.irregular || args.spread) return false;
  const texts = args.positional.map(arg => knownText(ctx, arg, state));
  const [first, second] = texts;
  switch (facts?.interprets) {
    case 'characters':
      return texts.every(text => text !== null && isSet(text));
    case 'pattern':
      return isRegexp(args.positional[0]) || (typeof first === 'string' && isPlainPattern(first));
    case 'replacement':
      return typeof second === 'string' && !second.includes('\\k');
    default:
      return false;
  }
}

/** Characters that stand for themselves. */
function isPlainPattern(text: string): boolean {
  return /^[\w\s,;:=@#%&~"'<>/!-]*$/.test(text);
}

function knownText(ctx: Ctx, arg: Val, state: State): string | null {
  const term = isString(arg) ? textOf(ctx, state, arg) : null;
  return term?.kind === 'text' ? term.value : null;
}

function isRegexp(arg: Val | undefined): boolean {
  return arg !== undefined && classNameOf(typeOf(arg)) === 'Regexp';
}

/** Characters and ascending ranges; no escapes. */
function isSet(text: string): boolean {
  const characters = [...text];
  if (characters.includes('\\')) return false;
  return characters.every((each, index) => {
    const [before, after] = [characters[index - 1], characters[index + 1]];
    return each !== '-' || before === undefined || after === undefined || before <= after;
  });
}
