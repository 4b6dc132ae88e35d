/** The programs of test/fixtures/infer: their texts and the marks that a run in Ruby is compared with. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mark, readMarks } from './marks';

const KINDS = ['types', 'values', 'mistakes', 'clean'] as const;
const FOLDER = join(__dirname, '..', 'fixtures', 'infer');

export interface InferProgram {
  /** Below test/fixtures. */
  readonly name: string;
  /** What decides its errors; `clean`: it has none. */
  readonly kind: (typeof KINDS)[number];
  readonly text: string;
  readonly raises: readonly Extract<Mark, { kind: 'raises' }>[];
}

export function inferPrograms(): readonly InferProgram[] {
  return KINDS.flatMap(kind =>
    readdirSync(join(FOLDER, kind))
      .filter(file => file.endsWith('.rb'))
      .sort()
      .map(file => readProgram(kind, file)),
  );
}

function readProgram(kind: InferProgram['kind'], file: string): InferProgram {
  const text = readFileSync(join(FOLDER, kind, file), 'utf8');
  const raises = readMarks(text).filter(mark => mark.kind === 'raises');
  return { name: `infer/${kind}/${file}`, kind, text, raises };
}
