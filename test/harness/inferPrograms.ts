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

/** Clean programs that were written before anyone looked at what is inferred about them: each group is measured on its own. */
export const UNSEEN = ['unseen', 'blind', 'fresh', 'tenfold'] as const;

export function unseenPrograms(group: (typeof UNSEEN)[number]): readonly InferProgram[] {
  const files = readdirSync(join(FOLDER, group)).sort();
  return files.map(file => readProgram('clean', file, group));
}

function readProgram(kind: InferProgram['kind'], file: string, folder: string = kind): InferProgram {
  const text = readFileSync(join(FOLDER, folder, file), 'utf8');
  const raises = readMarks(text).filter(mark => mark.kind === 'raises');
  return { name: `infer/${folder}/${file}`, kind, text, raises };
}
