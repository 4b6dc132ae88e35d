/** Block parameters in refinements: `|x, (a, b), *rest; local|`. */
import type { MultiTarget, Param } from '../ril/ril';
import { acceptOperator, atOperator, type ExprReader, next, reportUnexpected } from './exprReader';
import { spanIn } from './sourceText';

export interface BlockParams {
  readonly params: readonly Param[];
  readonly locals: readonly string[];
}

/** Consumes the closing delimiter. */
export function parseBlockParams(reader: ExprReader, close: string): BlockParams {
  const params: Param[] = [];
  const locals: string[] = [];
  while (!atOperator(reader, close) && !atOperator(reader, ';') && reader.token.kind !== 'end') {
    params.push(parseParameter(reader));
    if (!acceptOperator(reader, ',')) break;
  }
  if (acceptOperator(reader, ';')) {
    while (reader.token.kind === 'identifier') {
      locals.push(next(reader).text);
      if (!acceptOperator(reader, ',')) break;
    }
  }
  if (!acceptOperator(reader, close)) reportUnexpected(reader, `\`${close}\``);
  return { params, locals };
}

function parseParameter(reader: ExprReader): Param {
  const { start } = reader.token;
  const kind = acceptOperator(reader, '*') ? 'rest' : 'required';
  const made = { kind, default: null } as const;
  if (acceptOperator(reader, '(')) {
    const destructure = parseTargets(reader);
    return { ...made, name: null, destructure, span: spanIn(reader.source, start, reader.lastEnd) };
  }
  const name = parseParameterName(reader);
  return { ...made, name, destructure: null, span: spanIn(reader.source, start, reader.lastEnd) };
}

function parseParameterName(reader: ExprReader): string | null {
  if (reader.token.kind === 'identifier') return next(reader).text;
  reportUnexpected(reader, 'a parameter name');
  return null;
}

function parseTargets(reader: ExprReader): MultiTarget[] {
  const list: MultiTarget[] = [];
  while (reader.token.kind === 'identifier') {
    const name = next(reader);
    const span = spanIn(reader.source, name.start, name.end);
    list.push({ type: 'one', span, target: { kind: 'var', span, scope: 'local', name: name.text } });
    if (!acceptOperator(reader, ',')) break;
  }
  if (!acceptOperator(reader, ')')) reportUnexpected(reader, '`)`');
  return list;
}
