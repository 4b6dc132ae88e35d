/**
 * How much the contract of a proved method says: a contract under which a changed body is still proved does not
 * distinguish the two.
 */
import type { Assets } from '../../engine/host';
import type { MethodSnapshot } from '../../engine/snapshot';
import { applyMutant, bodyMutants, type Mutant } from '../../ide/bodyMutants';
import { showVerdict } from '../../ide/verdictSummary';
import { createRubyParser } from '../../parse/rubyParser';
import { type Project, ToolError } from './project';

/** Each mutant is verified; equivalent ones are often among them. */
const MAX_MUTANTS = 24;

export async function describeWeakness(project: Project, method: MethodSnapshot, signal: AbortSignal): Promise<string> {
  const { verdict, info, location } = method;
  if (verdict === null || verdict.status === 'unchecked') return `${info.key} has no contract`;
  if (verdict.status !== 'safe') return `${info.key}: ${showVerdict(verdict)}`;
  const file = project.snapshot.files.get(location.path);
  if (file === undefined) throw new ToolError('the method has no source');
  const mutants = await mutantsOf(project.assets, file.text.slice(location.span.start, location.span.end));
  const survivors: Mutant[] = [];
  let tried = 0;
  for (const mutant of mutants.slice(0, MAX_MUTANTS)) {
    if (signal.aborted) break;
    const { start, end } = mutant;
    const text = applyMutant(file.text, {
      ...mutant,
      start: start + location.span.start,
      end: end + location.span.start,
    });
    const status = await project.tryEdit(
      location.path,
      text,
      signal,
      snapshot => snapshot.files.get(location.path)?.methods.find(each => each.info.key === info.key)?.verdict?.status,
    );
    tried++;
    if (status === 'safe') survivors.push(mutant);
  }
  return [
    `${info.key}: ${showVerdict(verdict)}; ${survivors.length} of ${tried} changed bodies are proved as well${tried < mutants.length ? ` (${mutants.length} possible)` : ''}`,
    ...survivors.map(({ what }) => `still proved: ${what}`),
    ...(survivors.length > 0 ? ['Some may mean the same; the others are what the postcondition does not say.'] : []),
  ].join('\n');
}

async function mutantsOf(assets: Assets, source: string): Promise<readonly Mutant[]> {
  const { treeSitterWasm: runtime, rubyGrammarWasm: language } = assets;
  const document = (await createRubyParser({ runtime, language })).open('method.rb', source);
  try {
    const [item] = document.outline().items;
    return item?.kind === 'method' ? bodyMutants(source, item.read()) : [];
  } finally {
    document.close();
  }
}
