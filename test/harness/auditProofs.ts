/** Audits everything that a workspace has proved: runs each method on many inputs with contracts enabled. */

import type { Place } from '../../server/src/base/span';
import { auditMethod } from '../../server/src/engine/audits';
import { type FileSnapshot, lineIn, type MethodSnapshot } from '../../server/src/engine/snapshot';
import { parametersWithSupply } from '../../server/src/engine/suppliedParams';
import type { Workspace } from '../../server/src/engine/workspace';
import { rubyAssets } from '../../server/src/host/assets';
import { createRubyHost } from '../../server/src/host/rubyHost';
import type { AuditReport } from '../../server/src/judge/audit';
import type { MethodInfo } from '../../server/src/program/program';
import type { Verdict } from '../../server/src/proof/verdict';
import { NEVER } from './workspace';

export interface AuditedMethod {
  readonly key: string;
  readonly report: AuditReport;
}

export const INPUTS = 200;

type Ruby = ReturnType<typeof createRubyHost>;

/** A long timeout: a busy machine must not make a test pass by running less. */
export function createAuditHost(): Ruby {
  return createRubyHost({
    ruby: 'embedded',
    ...rubyAssets(),
    root: null,
    timeoutMs: 120_000,
  });
}

/** Every method with a verdict in `provedOf`, with as much concurrency as there are Rubies. */
export async function auditProofs(
  rubies: readonly Ruby[],
  { snapshot }: Workspace,
  provedOf: (method: MethodSnapshot, file: FileSnapshot) => Verdict | null,
): Promise<readonly AuditedMethod[]> {
  const files = [...snapshot.files.values()];
  const texts = files.map(({ path, text }) => ({ path, text }));
  const open = files.flatMap(file =>
    file.methods.flatMap(method => {
      const verdict = provedOf(method, file);
      return verdict ? [{ info: method.info, verdict }] : [];
    }),
  );
  const audited: AuditedMethod[] = [];
  const audit = async (ruby: Ruby): Promise<void> => {
    const ctx = {
      ruby,
      program: snapshot.program,
      files: texts,
      lineOf: (place: Place) => lineIn(snapshot, place),
      wanted: INPUTS,
      signal: NEVER,
      paramsOf: (method: MethodInfo) => parametersWithSupply(snapshot.inferred, method),
    };
    for (let next = open.shift(); next; next = open.shift())
      audited.push({ key: next.info.key, report: await auditMethod(ctx, next.info, next.verdict) });
  };
  await Promise.all(rubies.map(audit));
  return audited;
}
