/** Terminal colours by meaning; no colours if the output is not a terminal. */
import type { ProblemSeverity } from '../../problems/definition';
import type { VerdictStatus } from '../../proof/verdict';

export interface Colours {
  readonly strong: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly severity: (severity: ProblemSeverity, text: string) => string;
  readonly verdict: (status: VerdictStatus, text: string) => string;
}

const plain = (text: string): string => text;
const PLAIN: Colours = {
  strong: plain,
  dim: plain,
  severity: (_, text) => text,
  verdict: (_, text) => text,
};

const paint =
  (code: string) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;
const red = paint('31');
const green = paint('32');
const yellow = paint('33');
const blue = paint('34');
const dim = paint('2');

const BY_SEVERITY = { error: red, warning: yellow, information: blue, hint: dim };

const COLOURED: Colours = {
  strong: paint('1'),
  dim,
  severity: (severity, text) => BY_SEVERITY[severity](text),
  verdict: (status, text) => {
    if (status === 'safe') return green(text);
    if (status === 'unsafe' || status === 'type-error') return red(text);
    return status === 'trusted' || status === 'unchecked' ? dim(text) : yellow(text);
  },
};

/** Respects NO_COLOR and FORCE_COLOR. */
export function coloursFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Colours {
  if (environment.NO_COLOR) return PLAIN;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== '0') return COLOURED;
  return isTerminal && environment.TERM !== 'dumb' ? COLOURED : PLAIN;
}
