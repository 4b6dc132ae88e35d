/**
 * The Model Context Protocol over standard input and output. Calls are answered one after another; an answer is short,
 * because it is read by a model.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { productVersion } from '../../host/assets';
import { UsageError } from '../usage';
import { type Project, ToolError } from './project';
import { TOOLS, type Tool, type ToolArgument, type ToolInput } from './tools';

const MAX_LINES = 120;

/** Resolves when the client closes the connection. */
export async function serve(open: () => Promise<Project>, signal: AbortSignal): Promise<void> {
  const server = new Server({ name: 'loupe', version: productVersion() }, { capabilities: { tools: {} } });
  let project: Promise<Project> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal: cancelled }) => {
    const call = async () => {
      project ??= open();
      return callTool(await project, params.name, params.arguments ?? {}, AbortSignal.any([signal, cancelled]));
    };
    const answer = last.then(call, call);
    last = answer.catch(() => {});
    return answer;
  });
  const ended = new Promise<void>(resolve => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

function describeTool({ name, description, args }: Tool) {
  const required = Object.keys(args).filter(each => !args[each]?.optional);
  const properties = Object.fromEntries(Object.entries(args).map(([each, arg]) => [each, schemaOf(arg)]));
  return {
    name,
    description,
    inputSchema: { type: 'object' as const, properties, required },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

function schemaOf({ type, description }: ToolArgument) {
  return type === 'strings' ? { type: 'array', items: { type: 'string' }, description } : { type, description };
}

/** What a tool rejects, and what goes wrong in it, is an answer too. */
async function callTool(project: Project, name: string, input: ToolInput, signal: AbortSignal) {
  const tool = TOOLS.find(each => each.name === name);
  if (tool === undefined) return answerWith(`no tool is called ${name}`, true);
  try {
    if (!tool.standsAlone) await project.refresh(signal);
    return answerWith(shorten(await tool.run(project, input, signal)), false);
  } catch (error) {
    const isExpected = error instanceof ToolError || error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    return answerWith(isExpected ? message : `internal error: ${message}`, true);
  }
}

function answerWith(text: string, isError: boolean) {
  return { content: [{ type: 'text' as const, text }], isError };
}

function shorten(text: string): string {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= MAX_LINES) return lines.join('\n');
  const hidden = `… ${lines.length - MAX_LINES + 1} more lines`;
  return [...lines.slice(0, MAX_LINES - 2), hidden, ...lines.slice(-1)].join('\n');
}
