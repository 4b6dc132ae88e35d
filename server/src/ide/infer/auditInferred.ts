/** Runs the methods without annotations on generated inputs, and compares the runs with what is inferred about them. */
import type { RubyHost } from '../../engine/host';
import type { Snapshot } from '../../engine/snapshot';
import { parametersWithSupply } from '../../engine/suppliedParams';
import {
  type InferredAuditReport,
  inferredAuditScript,
  readInferredAudit,
  reportNotRun,
} from '../../judge/inferredAudit';
import { shortName } from '../../judge/verdictText';
import type { MethodInfo } from '../../program/program';
import { showMethodType, showType } from '../../types/show';
import type { MethodKey } from '../../types/typedMethod';
import { type FileProposals, inferFile } from './inferFile';

export interface InferredAuditOptions {
  readonly ruby: RubyHost;
  /** How many inputs per method. */
  readonly wanted: number;
  readonly signal: AbortSignal;
}

export interface AuditedInference {
  readonly key: MethodKey;
  readonly report: InferredAuditReport;
}

export async function* auditInferred(
  snapshot: Snapshot,
  { ruby, wanted, signal }: InferredAuditOptions,
): AsyncGenerator<AuditedInference> {
  const files = [...snapshot.files.values()];
  const inferred = files.map(file => inferFile(snapshot, file));
  const shared = {
    program: snapshot.program,
    files: files.map(({ path, text }) => ({ path, text })),
    signatures: inferred.flatMap(signatureLines),
    fields: inferred.flatMap(fieldLines),
    wanted,
    paramsOf: (method: MethodInfo) => parametersWithSupply(snapshot.inferred, method),
  };
  for (const { info, type, isKnown } of inferred.flatMap(({ methods }) => methods)) {
    if (signal.aborted) return;
    const script = inferredAuditScript({ ...shared, method: info, type, isKnown });
    const reply = script && (await ruby.evaluate(script.source, script.files, signal));
    const report =
      reply === null
        ? reportNotRun('no body to run')
        : reply.kind === 'value'
          ? readInferredAudit(reply.text)
          : reportNotRun(reply.why);
    yield { key: info.key, report };
  }
}

function signatureLines({ methods }: FileProposals): readonly string[] {
  return methods.map(({ info, type }) => `${shortName(info.key)}\t${showMethodType(type)}`);
}

function fieldLines({ fields }: FileProposals): readonly string[] {
  return fields.flatMap(({ owner, name, singleton, type }) =>
    singleton || name.startsWith('@@') ? [] : [`${owner}\t${name}\t${showType(type)}`],
  );
}
