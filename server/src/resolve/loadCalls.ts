/** Calls that load other files. */
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';

export interface Load {
  /** `require`, `load`, … */
  readonly method: string;
  /** Null: computed. */
  readonly path: string | null;
  /** The literal texts of a computed path. */
  readonly words: readonly string[];
  readonly relative: boolean;
}

const LOADING: ReadonlyMap<string, { readonly at: number; readonly relative: boolean }> = new Map([
  ['require', { at: 0, relative: false }],
  ['require_relative', { at: 0, relative: true }],
  ['load', { at: 0, relative: true }],
  ['autoload', { at: 1, relative: false }],
]);

/** Undefined: the call loads nothing. */
export function loadOf(call: Call): Load | undefined {
  const { method } = call;
  const loading = call.receiver === null || call.receiver.kind === 'self' ? LOADING.get(method) : undefined;
  const arg = loading && call.args[loading.at];
  if (!loading || arg?.type !== 'positional') return undefined;
  const { value } = arg;
  const path = value.kind === 'lit' && value.value.type === 'string' ? value.value.value : null;
  return { method, path, words: path === null ? wordsIn(value) : [], relative: loading.relative };
}

function wordsIn(value: Expr): readonly string[] {
  const words: string[] = [];
  walk(value, expr => {
    if (expr.kind === 'lit' && expr.value.type === 'string') words.push(expr.value.value);
    return true;
  });
  return words;
}
