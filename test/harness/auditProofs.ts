/** The audit of everything that a workspace has proved: each method runs on many inputs, with its contracts on. */
import { auditMethod } from '../../server/src/engine/audits';
import type { Workspace } from '../../server/src/engine/workspace';
import { assetPath } from '../../server/src/host/assets';
import { createRubyHost } from '../../server/src/host/rubyHost';
import type { AuditReport } from '../../server/src/judge/audit';
import { NEVER } from './workspace';

export interface AuditedMethod {
  readonly key: string;
  readonly report: AuditReport;
}

export const INPUTS = 200;

/** Patient: a busy machine must not make a test pass by running less. */
export function createAuditHost(): ReturnType<typeof createRubyHost> {
  return createRubyHost({
    ruby: 'embedded',
    workerFile: assetPath('rubyWorker.js'),
    wasmFile: assetPath('ruby+stdlib.wasm'),
    libraryFolder: assetPath('ruby'),
    root: null,
    timeoutMs: 120_000,
  });
}

export async function auditProofs(
  ruby: ReturnType<typeof createRubyHost>,
  { snapshot }: Workspace,
): Promise<readonly AuditedMethod[]> {
  const files = [...snapshot.files.values()];
  const texts = files.map(({ path, text }) => ({ path, text }));
  const ctx = { ruby, program: snapshot.program, files: texts, wanted: INPUTS, signal: NEVER };
  const audited: AuditedMethod[] = [];
  for (const { info, verdict } of files.flatMap(file => file.methods)) {
    if (verdict?.status !== 'safe') continue;
    audited.push({ key: info.key, report: await auditMethod(ctx, info, verdict) });
  }
  return audited;
}
