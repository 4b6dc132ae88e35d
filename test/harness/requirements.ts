/**
 * Tests that need something of the machine: an installed Ruby, a gem, a native solver. They belong to `npm run
 * test:trust`, whatever file they are in (`npm test` leaves out titles with the tag), so no outcome of `npm test`
 * depends on what is installed. If the requirement is not met, the test is skipped and the reason is printed.
 */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Requirement {
  readonly name: string;
  readonly isMet: () => boolean;
}

const runs = (command: string, ...words: readonly string[]): boolean => spawnSync(command, words).status === 0;

export const RUBY: Requirement = { name: 'an installed Ruby', isMet: () => runs('ruby', '-e', '1') };
export const ACTIVE_SUPPORT: Requirement = {
  name: 'Active Support',
  isMet: () => runs('ruby', '-W0', '-e', 'require "active_support/all"'),
};
export const MINITEST: Requirement = { name: 'Minitest', isMet: () => runs('ruby', '-e', 'require "minitest"') };
export const RSPEC: Requirement = { name: 'RSpec', isMet: () => runs('rspec', '--version') };
export const NATIVE_Z3: Requirement = { name: 'an installed z3', isMet: () => runs('z3', '--version') };
export const GIT: Requirement = { name: 'git', isMet: () => runs('git', '--version') };
export const NPM: Requirement = { name: 'npm', isMet: () => runs('npm', '--version') };
export const BUNDLER: Requirement = { name: 'Bundler', isMet: () => runs('bundle', '--version') };
export const RAILTIES: Requirement = {
  name: 'Railties',
  isMet: () => runs('ruby', '-W0', '-e', 'require "rails"; require "rails/generators"'),
};
export const NGINX: Requirement = { name: 'nginx', isMet: () => runs('nginx', '-v') };
export const NOT_ROOT: Requirement = {
  name: 'a user who is not root',
  isMet: () => process.platform !== 'win32' && runsAs(ordinaryUser()),
};

const NOBODY = 65534;

/** Options of spawn: the current user, or for root an unprivileged one. */
export function ordinaryUser(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** The repository may be in a folder that only root can enter. */
function runsAs(user: { readonly uid?: number; readonly gid?: number }): boolean {
  const cli = join(__dirname, '..', '..', 'bin', 'loupe.js');
  return spawnSync(process.execPath, [cli, '--version'], { ...user, cwd: tmpdir() }).status === 0;
}

/** Part of the titles of all such tests: test/tiers/tiers.ts looks for it. */
export const TAG = '[needs ';

function titleOf(requirement: Requirement, title: string): string {
  return `${title} ${TAG}${requirement.name}]`;
}

export function itNeeds(requirement: Requirement, title: string, body: Mocha.AsyncFunc | Mocha.Func): void {
  it(titleOf(requirement, title), function (this: Mocha.Context) {
    skipUnlessMet(this, requirement, title);
    return (body as Mocha.AsyncFunc).call(this);
  });
}

/** All tests of the suite need it. */
export function describeNeeds(requirement: Requirement, title: string, body: () => void): void {
  describe(titleOf(requirement, title), () => {
    before(function () {
      skipUnlessMet(this, requirement, title);
    });
    body();
  });
}

function skipUnlessMet(context: Mocha.Context, requirement: Requirement, title: string): void {
  if (requirement.isMet()) return;
  console.log(`skipped, ${requirement.name} is missing: ${title}`);
  context.skip();
}
