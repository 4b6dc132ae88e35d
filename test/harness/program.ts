/** Ruby source -> Program, through the real parser, lowering and annotation reader. */
import type { Problem } from '../../server/src/base/problem';
import { lower } from '../../server/src/lower/lower';
import { parseAnnotations } from '../../server/src/parse/annotations';
import { messageOf } from '../../server/src/problems/catalogue';
import type { Program } from '../../server/src/program/program';
import { type ResolveInput, resolve } from '../../server/src/resolve/resolve';
import type { RilFile } from '../../server/src/ril/declarations';
import { rubyParser } from './rubyParser';

export async function readRuby(text: string, path = 'test.rb', previous: RilFile | null = null): Promise<ResolveInput> {
  const document = (await rubyParser).open(path, text);
  const ril = lower(document.outline(), previous);
  document.close();
  return { ril, annotations: parseAnnotations(ril).value };
}

export interface Built {
  readonly program: Program;
  readonly problems: readonly Problem[];
  readonly messages: readonly string[];
}

/** Several sources are several files, in order. */
export async function buildProgram(texts: string | readonly string[], library: Program | null = null): Promise<Built> {
  const list = typeof texts === 'string' ? [texts] : texts;
  const files = await Promise.all(list.map((text, index) => readRuby(text, `test${index}.rb`)));
  const { value, problems } = resolve(files, library);
  return { program: value, problems, messages: problems.map(messageOf) };
}
