/** `loupe init`: a `.loupe.yml` with the folders found here, and what to do next. Never overwrites. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAME } from '../session';
import type { CommandSpec } from '../usage';

const SOURCE_FOLDERS = ['app', 'lib', 'src', 'examples'];

export const initCommand: CommandSpec = {
  name: 'init',
  operands: '',
  summary: `Writes ${CONFIG_NAME} for this folder.`,
  minOperands: 0,
  maxOperands: 0,
  options: {},
  run: async io => {
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
