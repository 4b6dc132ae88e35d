/**
 * The file that a process with LOUPE=observe wrote (server/ruby/lib/loupe/observe.rb) -> data. It comes from outside:
 * every line is checked, and an invalid one is skipped and counted.
 */
import { PROFILE_LIMITS } from '../../../shared/src/profile';
import { isClassName, isMethodName, isVariableName } from './profileNames';

export interface Observed {
  readonly calls: readonly ObservedReturn[];
  readonly broken: readonly BrokenContract[];
  /** Calls that were seen but not distinguished. */
  readonly more: number;
  readonly badLines: number;
}

export interface ObservedReturn {
  readonly method: string;
  /** By parameter. */
  readonly classes: ReadonlyMap<string, string>;
  readonly result: string;
  readonly count: number;
}

export interface BrokenContract {
  readonly method: string;
  readonly blames: 'caller' | 'callee';
  /** `lib/price.rb:6` */
  readonly place: string;
  readonly type: string;
  readonly count: number;
}

const HEAD = 'loupe-observed 1\n';

export function isObserved(text: string): boolean {
  return text.startsWith(HEAD);
}

/** Null: too large. */
export function parseObserved(text: string): Observed | null {
  const lines = text.slice(HEAD.length).split('\n');
  if (text.length > PROFILE_LIMITS.bytes || lines.length > PROFILE_LIMITS.entries) return null;
  const calls: ObservedReturn[] = [];
  const broken: BrokenContract[] = [];
  let more = 0;
  let badLines = 0;
  for (const line of lines) {
    const [kind, ...rest] = line.split('\t');
    const count = Number(rest.at(-1));
    const isCounted = Number.isSafeInteger(count) && count >= 0;
    const call = kind === 'call' && isCounted ? readReturn(rest, count) : null;
    const found = kind === 'broken' && isCounted ? readBroken(rest, count) : null;
    if (call !== null) calls.push(call);
    else if (found !== null) broken.push(found);
    else if (kind === 'more' && isCounted) more += count;
    else if (line !== '' && line !== 'end') badLines++;
  }
  return { calls, broken, more, badLines };
}

function readReturn(
  [method = '', list = '', result = '', ...rest]: readonly string[],
  count: number,
): ObservedReturn | null {
  const pairs = list === '' ? [] : list.split(',').map(pair => pair.split('='));
  const isValid = pairs.every(([name = '', type = '']) => isVariableName(name) && isClassName(type));
  if (!isMethodName(method) || !isClassName(result) || rest.length !== 1 || !isValid) return null;
  return { method, classes: new Map(pairs.map(([name = '', type = '']) => [name, type])), result, count };
}

function readBroken(
  [method = '', blames, place = '', type = '', ...rest]: readonly string[],
  count: number,
): BrokenContract | null {
  if (!isMethodName(method) || (blames !== 'caller' && blames !== 'callee') || rest.length !== 1) return null;
  const isShown = [place, type].every(text => text.length <= 500 && !CONTROL.test(text));
  return isShown ? { method, blames, place, type, count } : null;
}

const CONTROL = /\p{Cc}/u;
