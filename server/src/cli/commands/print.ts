/** `loupe print`: each intermediate form of a file's methods, for developers and the curious. */
import { resolve } from 'node:path';
import type { Settings } from '../../../../shared/src/settings';
import { isChecked } from '../../engine/methods';
import { type CheckedMethod, checkMethod, obligationsOf } from '../../engine/pipeline';
import type { FileSnapshot, Snapshot } from '../../engine/snapshot';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { printDeclaration, printRil } from '../../ril/print';
import { encode } from '../../solve/solve';
import type { MethodKey } from '../../types/typedMethod';
import { printObligations } from '../../vcgen/print';
import { printTyped } from '../output/typed';
import { loadSettings, openSession } from '../session';
import { type CommandSpec, type Io, UsageError } from '../usage';

const FORMS = ['ril', 'typed', 'lambda', 'obligations', 'smt'] as const;
type Form = (typeof FORMS)[number];

export const printCommand: CommandSpec = {
  name: 'print',
  operands: 'ril|typed|lambda|obligations|smt FILE [Class#method]',
  summary: 'Shows an intermediate form of a file, or of one method.',
  minOperands: 2,
  maxOperands: 3,
  options: {},
  run: async (io, { operands }) => {
    const [form, file, method] = operands;
    if (!FORMS.includes(form as Form)) throw new UsageError(`print one of ${FORMS.join(', ')}, not "${form}"`);
    const settings = loadSettings(io, null);
    const session = await openSession(io, { settings, useCache: false });
    try {
      const path = resolve(io.cwd, file!);
      const content = await session.host.files.read(path);
      if ('failure' in content) throw new UsageError(`${file}: ${content.detail}`);
      session.workspace.setDisk(path, content.text);
      printForm(io, form as Form, session.workspace.snapshot, path, method ?? null, settings);
      return 0;
    } finally {
      await session.close();
    }
  },
};

function printForm(
  io: Io,
  form: Form,
  snapshot: Snapshot,
  path: string,
  wanted: string | null,
  settings: Settings,
): void {
  const file = snapshot.files.get(path)!;
  if (form === 'ril' && wanted === null) {
    io.out(printRil(file.ril));
    return;
  }
  const methods = methodsOf(file, wanted);
  const checkedOf = checker(snapshot, settings);
  for (const info of methods) {
    io.out(`# ${info.key}\n`);
    if (form === 'ril') io.out(`${printDeclaration(info.definition!)}\n\n`);
    else if (isChecked(info, snapshot.program, settings))
      io.out(`${printChecked(form, file, info, snapshot, settings, checkedOf)}\n`);
    else io.out('(not annotated: not checked)\n\n');
  }
}

function methodsOf(file: FileSnapshot, wanted: string | null): readonly MethodInfo[] {
  const all = file.methods.map(method => method.info).filter(info => info.definition !== null);
  if (wanted === null) return all;
  const found = all.filter(info => info.key === wanted || info.name === wanted);
  if (found.length === 0) {
    throw new UsageError(`no method "${wanted}" here; there are: ${all.map(info => info.key).join(', ') || 'none'}`);
  }
  return found;
}

type CheckedOf = (key: MethodKey) => CheckedMethod | null;

function checker({ program }: Snapshot, settings: Settings): CheckedOf {
  const known = new Map<MethodKey, CheckedMethod | null>();
  return key => {
    if (!known.has(key)) {
      const info = methodByKey(program, key);
      known.set(key, info?.definition ? checkMethod(info, program, settings) : null);
    }
    return known.get(key) ?? null;
  };
}

function printChecked(
  form: Exclude<Form, 'ril'>,
  file: FileSnapshot,
  info: MethodInfo,
  { program }: Snapshot,
  settings: Settings,
  checkedOf: CheckedOf,
): string {
  const checked = checkedOf(info.key);
  if (checked === null) return '(not checked)\n';
  if (form === 'typed') return printTyped(file, info.definition!, checked.typed);
  const obligations = obligationsOf({ program, settings, checkedOf }, checked);
  if (form === 'lambda') return obligations.lambda;
  if (form === 'obligations') return printObligations(obligations);
  return encode(obligations)
    .map(query => `; ${query.id}\n${query.text}\n(check-sat)\n`)
    .join('\n');
}
