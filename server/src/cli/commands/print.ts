/** `loupe print`: the intermediate forms of a file's methods, for developers. */
import { resolve } from 'node:path';
import type { FileSnapshot, MethodSnapshot } from '../../engine/snapshot';
import type { Workspace } from '../../engine/workspace';
import { PROOF_FORMS, printProofForm, printSummaryOf } from '../../ide/intermediateForms';
import { printDeclaration, printRil } from '../../ril/print';
import { printProfiled } from '../learn/profiledSource';
import { printTyped } from '../output/typedExpressions';
import { loadSettings, openSession, readSignatures } from '../session';
import { type CommandSpec, type Io, UsageError } from '../usage';

const FORMS = ['ril', 'typed', 'summary', ...PROOF_FORMS] as const;
type Form = (typeof FORMS)[number];

export const printCommand: CommandSpec = {
  name: 'print',
  operands: 'ril|typed|summary|lambda|obligations|smt|profiled FILE [Class#method]',
  short: 'print an intermediate form of a file or method',
  summary: 'Prints an intermediate form of a file or of one method.',
  minOperands: 2,
  maxOperands: 3,
  options: {},
  run: async (io, { operands }) => {
    const [form, file, method] = operands;
    if (form === 'profiled' && method === undefined) return printProfiled(io, file!);
    if (!FORMS.includes(form as Form))
      throw new UsageError(`print one of ${FORMS.join(', ')}, profiled, not "${form}"`);
    const settings = loadSettings(io, null);
    const session = await openSession(io, { settings, useCache: false });
    try {
      const path = resolve(io.cwd, file!);
      const content = await session.host.files.read(path);
      if ('failure' in content) throw new UsageError(`${file}: ${content.detail}`);
      await readSignatures(io, session, []);
      session.workspace.setDisk(path, content.text);
      printForm(io, form as Form, session.workspace, path, method ?? null);
      return 0;
    } finally {
      await session.close();
    }
  },
};

function printForm(io: Io, form: Form, workspace: Workspace, path: string, wanted: string | null): void {
  const file = workspace.snapshot.files.get(path)!;
  if (form === 'ril' && wanted === null) {
    io.out(printRil(file.ril));
    return;
  }
  // Comments in the language of the form: the SMT-LIB output must run in any solver unchanged.
  const comment = form === 'smt' ? ';' : '#';
  for (const method of methodsOf(file, wanted)) {
    io.out(`${comment} ${method.info.key}\n`);
    io.out(`${printMethod(form, workspace, file, method) ?? `${comment} not checked`}\n\n`);
  }
}

function methodsOf(file: FileSnapshot, wanted: string | null): readonly MethodSnapshot[] {
  const all = file.methods.filter(method => method.info.definition !== null);
  if (wanted === null) return all;
  const found = all.filter(({ info }) => info.key === wanted || info.name === wanted);
  if (found.length === 0) {
    throw new UsageError(
      `no method "${wanted}" here; there are: ${all.map(({ info }) => info.key).join(', ') || 'none'}`,
    );
  }
  return found;
}

/** Null: the method is not checked. */
function printMethod(
  form: Form,
  workspace: Workspace,
  file: FileSnapshot,
  { info, typed }: MethodSnapshot,
): string | null {
  if (form === 'ril') return printDeclaration(info.definition!);
  if (form === 'summary') return printSummaryOf(workspace, info.key);
  if (form === 'typed') return typed && printTyped(file, info.definition!, typed);
  return printProofForm(workspace, info.key, form);
}
