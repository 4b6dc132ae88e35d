/** `loupe init`: a `.loupe.yml` with the folders found here, or a paragraph of AGENTS.md. Never overwrites. */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAME } from '../session';
import { type CommandSpec, type Io, switchOption } from '../usage';

const SOURCE_FOLDERS = ['app', 'lib', 'src', 'examples'];

export const initCommand: CommandSpec = {
  name: 'init',
  operands: '',
  short: 'write .loupe.yml for this folder',
  summary: `Writes ${CONFIG_NAME} for this folder.`,
  minOperands: 0,
  maxOperands: 0,
  options: { agents: { help: 'write a paragraph for coding agents to AGENTS.md instead' } },
  run: async (io, input) => {
    if (switchOption(input, 'agents')) return writeAgents(io);
    const path = join(io.cwd, CONFIG_NAME);
    if (existsSync(path)) {
      io.out(`${CONFIG_NAME} already exists and was not changed.\n`);
      return 0;
    }
    const folders = SOURCE_FOLDERS.filter(name => existsSync(join(io.cwd, name)));
    writeFileSync(path, configText(folders));
    io.out(`wrote ${CONFIG_NAME}${folders.length > 0 ? ` for ${folders.join(', ')}` : ''}.\n\n${nextSteps(io.cwd)}`);
    return 0;
  },
};

const AGENTS_NAME = 'AGENTS.md';
const AGENTS_TITLE = '## Types: Loupe';
const AGENTS_TEXT = `${AGENTS_TITLE}

- After changing Ruby, run \`npx loupe check --format agent\`: one line per problem, with a call that fails. Fix the code, not the contract, unless the contract is wrong.
- Contracts are comments above methods: \`##% (Integer x { x > 0 }) -> Integer r { r >= x }\`. Never weaken one to silence an error, and never add \`loupe:ignore\` without saying why.
- "safe" is a proof. "undecided" and "not modelled" are not: say so, and test those methods.
- \`npx loupe mcp\` serves the same over the Model Context Protocol, and can try a contract without writing it.
`;

/** Adds the paragraph once. */
function writeAgents(io: Io): number {
  const path = join(io.cwd, AGENTS_NAME);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (before.includes(AGENTS_TITLE)) {
    io.out(`${AGENTS_NAME} has this paragraph already and was not changed.\n`);
    return 0;
  }
  appendFileSync(path, before === '' ? AGENTS_TEXT : `${before.endsWith('\n') ? '' : '\n'}\n${AGENTS_TEXT}`);
  io.out(`${before === '' ? 'wrote' : 'added a paragraph to'} ${AGENTS_NAME}.\n`);
  return 0;
}

function configText(folders: readonly string[]): string {
  const include = folders.length === 0 ? ['**/*.rb'] : folders.map(name => `${name}/**/*.rb`);
  return [
    '# Loupe: refinement types for Ruby. The same keys work as loupe.* settings in an editor.',
    'include:',
    ...include.map(glob => `  - "${glob}"`),
    '# check: annotated     # or: labelled, to check only methods that a label selects, as RDL does',
    '# nil: lenient         # or: strict',
    '# severity:',
    '#   LP4101: warning    # could not prove',
    '',
  ].join('\n');
}

function nextSteps(cwd: string): string {
  const hasGemfile = readdirSync(cwd).includes('Gemfile');
  const comment =
    '  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }\n  def incr_sec(x) = x == 59 ? 0 : x + 1';
  return [
    'Next: write an annotation above a method; a comment is enough, the program does not change:',
    '',
    comment,
    '',
    'then run: loupe check',
    ...(hasGemfile ? ["Annotations written as Ruby (type '…') need: require 'loupe' or require 'rdl'."] : []),
    '',
  ].join('\n');
}
