/** The tools of `loupe mcp`: name, description, arguments and what they do. To add one, add a row. */
import { LineIndex } from '../../base/lines';
import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { expressionAt } from '../../ide/expressionAt';
import { proposalsAt } from '../../ide/fixes/fixes';
import { tryFixes } from '../../ide/fixes/trial';
import { describeSuggestion, suggestFor } from '../../ide/suggest';
import { buildTrace, traceLines } from '../../ide/trace';
import { showVerdict } from '../../ide/verdictSummary';
import { showType } from '../../types/show';
import { readPage } from '../commands/explain';
import { printAgent } from '../output/agent';
import { describeWeakness } from './contractWeakness';
import { type Project, ToolError } from './project';
import { withContract } from './withContract';

export interface ToolArgument {
  readonly type: 'string' | 'integer' | 'strings';
  readonly description: string;
  readonly optional?: true;
}

export type ToolInput = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly args: Readonly<Record<string, ToolArgument>>;
  /** Needs no files of the folder. */
  readonly standsAlone?: true;
  readonly run: (project: Project, input: ToolInput, signal: AbortSignal) => Promise<string>;
}

const METHOD: ToolArgument = { type: 'string', description: 'Class#method, Class.method or a name that is unique' };

export const TOOLS: readonly Tool[] = [
  {
    name: 'check',
    description:
      'Type-check and verify the Ruby files of this folder. One line per problem, with a failing call if there is one.',
    args: { paths: { type: 'strings', description: 'files or folders to report; default: all', optional: true } },
    run: async (project, input, signal) => {
      const paths = textsOf(input, 'paths').map(path => project.resolvePath(path));
      return printAgent(await project.check(paths, signal));
    },
  },
  {
    name: 'verify_snippet',
    description: 'Type-check and verify a piece of Ruby as a whole program. Annotate methods with ##% comments.',
    args: { source: { type: 'string', description: 'Ruby source' } },
    standsAlone: true,
    run: async (project, input, signal) => printAgent(await project.checkSnippet(textOf(input, 'source'), signal)),
  },
  {
    name: 'counterexample',
    description: 'A call that breaks a method, with the values along its path, and whether it really ran in Ruby.',
    args: { method: METHOD },
    run: async (project, input, signal) => {
      await project.check([], signal);
      const method = project.findMethod(textOf(input, 'method'));
      return [verdictLine(method), ...tracesOf(project.snapshot, method)].join('\n');
    },
  },
  {
    name: 'suggest_contract',
    description:
      'Contracts that were proved before they are suggested: what the method needs and what holds of its result, and clauses that make an unsafe method safe.',
    args: { method: METHOD },
    run: suggestContract,
  },
  {
    name: 'try_contract',
    description: 'Verify the program as if a method had this contract. No file is changed.',
    args: {
      method: METHOD,
      contract: { type: 'string', description: '(Integer x { x > 0 }) -> Integer r { r >= x }' },
    },
    run: tryContract,
  },
  {
    name: 'type_of',
    description: 'The type of the expression at a place. Lines and columns start at 1.',
    args: {
      path: { type: 'string', description: 'a Ruby file' },
      line: { type: 'integer', description: 'line, from 1' },
      column: { type: 'integer', description: 'column, from 1' },
    },
    run: async (project, input) => {
      const path = project.resolvePath(textOf(input, 'path'));
      const text = project.snapshot.sources.get(path)?.text;
      if (text === undefined) throw new ToolError(`${textOf(input, 'path')} is not a Ruby file of this folder`);
      const at = { line: numberOf(input, 'line') - 1, character: numberOf(input, 'column') - 1 };
      const found = expressionAt(project.snapshot, path, new LineIndex(text).offset(at));
      if (found === null) return 'no typed expression there';
      const { start, end } = found.location.span;
      return `${text.slice(start, end)}: ${showType(found.type)}`;
    },
  },
  {
    name: 'explain',
    description: 'What a problem code means, with an example and how to fix it.',
    args: { code: { type: 'string', description: 'LP4001, or the name of a problem' } },
    standsAlone: true,
    run: async (_, input) => readPage(textOf(input, 'code')),
  },
  {
    name: 'weakness',
    description:
      'What the contract of a proved method leaves open: whether it can be called at all, and changes of its body that would still be proved.',
    args: { method: METHOD },
    run: async (project, input, signal) => {
      await project.check([], signal);
      return describeWeakness(project, project.findMethod(textOf(input, 'method')), signal);
    },
  },
];

async function suggestContract(project: Project, input: ToolInput, signal: AbortSignal): Promise<string> {
  await project.check([], signal);
  const method = project.findMethod(textOf(input, 'method'));
  const { path, span } = method.location;
  const proposals = proposalsAt(project.snapshot, path, span, project.settings);
  const named = proposalsAt(project.snapshot, path, method.nameLocation.span, project.settings);
  const wanted = [...named, ...proposals].filter(fix => !fix.certain && fix.create === undefined);
  const fixes = await tryFixes({ workspace: project.workspace, settings: project.settings, signal }, wanted);
  const titles = [...new Set(fixes.map(({ title }) => title))];
  const suggestion = await suggestFor({ workspace: project.workspace, settings: project.settings, signal }, method);
  return [verdictLine(method), ...titles, ...describeSuggestion(suggestion)].join('\n');
}

async function tryContract(project: Project, input: ToolInput, signal: AbortSignal): Promise<string> {
  const contract = textOf(input, 'contract');
  const method = project.findMethod(textOf(input, 'method'));
  const { path, text } = withContract(project.snapshot, method, contract);
  await project.check([], signal);
  const before = new Map(verdictsOf(project.snapshot));
  return project.tryEdit(path, text, signal, snapshot => {
    const changed = verdictsOf(snapshot).filter(([key, line]) => key !== method.info.key && before.get(key) !== line);
    const tried = snapshot.files.get(path)?.methods.find(({ info }) => info.key === method.info.key);
    if (tried === undefined) throw new ToolError('the method is gone');
    const problems = snapshot.files.get(path)?.problems.length ?? 0;
    const lines = [verdictLine(tried), ...tracesOf(snapshot, tried)];
    if (changed.length > 0) lines.push('other methods change:', ...changed.map(([, line]) => line));
    return [...lines, `${problems} problems in this file`].join('\n');
  });
}

/** By method, as far as it has a verdict. */
function verdictsOf(snapshot: Snapshot): readonly (readonly [string, string])[] {
  return snapshot
    .looked()
    .flatMap(file => file.methods.filter(({ verdict }) => verdict !== null))
    .map(method => [method.info.key, verdictLine(method)] as const);
}

function verdictLine({ info, verdict }: MethodSnapshot): string {
  return `${info.key}: ${verdict === null ? 'no contract' : showVerdict(verdict)}`;
}

function tracesOf(snapshot: Snapshot, { verdict }: MethodSnapshot): readonly string[] {
  return (verdict?.obligations ?? []).flatMap(obligation => {
    const trace = buildTrace(snapshot, obligation);
    return trace === null ? [] : traceLines(trace);
  });
}

function textOf(input: ToolInput, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new ToolError(`\`${name}\` must be a string`);
  return value;
}

function textsOf(input: ToolInput, name: string): readonly string[] {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every(each => typeof each === 'string'))
    throw new ToolError(`\`${name}\` must be a list of strings`);
  return value;
}

function numberOf(input: ToolInput, name: string): number {
  const value = input[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new ToolError(`\`${name}\` must be a number from 1`);
  return value;
}
