/** `loupe learn --forget` and `--merge`: changes of the profile without a run. */
import { relative, resolve } from 'node:path';
import type { Profile } from '../../../../shared/src/profile';
import { profileOfObserved } from '../../engine/learn/observedProfile';
import { mergeProfiles } from '../../engine/learn/profiles';
import { profilePath, readProfileText, removeProfile } from '../../host/profileFile';
import { isObserved, type Observed, parseObserved } from '../../parse/observed';
import { loadSettings } from '../session';
import { type CommandInput, type Io, textOption, UsageError } from '../usage';
import { pathFilter } from './show';
import { recordWorkspace } from './sources';
import { loadProfile, storeProfile } from './storedProfile';
import { showCount } from './storeTraces';

export async function forgetLearned(io: Io, { operands }: CommandInput): Promise<number> {
  if (operands.length === 0) {
    const why = removeProfile(profilePath(io.cwd));
    if (why !== null) {
      io.err(`loupe: cannot delete ${relative(io.cwd, profilePath(io.cwd))}: ${why}\n`);
      return 2;
    }
    io.err('loupe: everything that was learned is deleted\n');
    return 0;
  }
  const profile = loadProfile(io);
  if (profile === null) return 0;
  const isForgotten = pathFilter(io, operands);
  const methods = profile.methods.filter(method => !isForgotten(method.path));
  const sites = profile.sites.filter(site => !isForgotten(site.path));
  const shapes = profile.shapes
    .filter(shape => !isForgotten(profile.classes[shape.name] ?? ''))
    .map(shape => ({ ...shape, methods: shape.methods.filter(method => !isForgotten(method.path)) }));
  if (!storeProfile(io, { ...profile, methods, sites, shapes })) return 2;
  io.err(`loupe: what was learned of ${profile.methods.length - methods.length} methods is deleted\n`);
  return 0;
}

export async function mergeLearned(io: Io, input: CommandInput): Promise<number> {
  const { operands } = input;
  if (operands.length === 0) throw new UsageError('name the profiles to add: loupe learn --merge a.json b.json');
  const others: Profile[] = [];
  for (const operand of operands) others.push(await readOther(io, input, operand));
  const own = loadProfile(io);
  const all: readonly Profile[] = own === null ? others : [own, ...others];
  const merged = mergeProfiles(all, 'add');
  if (!storeProfile(io, merged)) return 2;
  io.err(`loupe: ${merged.methods.length} methods of ${operands.length} profiles are known\n`);
  return 0;
}

/** A profile, or what a process with LOUPE=observe wrote. */
async function readOther(io: Io, input: CommandInput, operand: string): Promise<Profile> {
  const path = resolve(io.cwd, operand);
  const content = readProfileText(path);
  const observed = content.kind === 'text' && isObserved(content.text) ? parseObserved(content.text) : null;
  if (observed !== null) {
    reportBroken(io, operand, observed);
    return profileOfObserved(await recordWorkspace(io, loadSettings(io, textOption(input, 'config')), ''), observed);
  }
  const profile = loadProfile(io, path);
  if (profile === null) throw new UsageError(`cannot use ${operand}; nothing was merged`);
  return profile;
}

const MOST_BROKEN = 20;

function reportBroken(io: Io, operand: string, { broken, badLines, more }: Observed): void {
  for (const { method, blames, place, type, count } of broken.slice(0, MOST_BROKEN)) {
    const who = blames === 'caller' ? 'the caller' : 'the method';
    io.err(`loupe: ${showCount(count, 'call')} of ${method} broke ${type}; ${who} is to blame (${place})\n`);
  }
  if (broken.length > MOST_BROKEN) io.err(`loupe: … and ${broken.length - MOST_BROKEN} more broken contracts\n`);
  if (more > 0) io.err(`loupe: ${operand}: ${showCount(more, 'call')} too many to be told apart\n`);
  if (badLines > 0) io.err(`loupe: ${operand}: ${showCount(badLines, 'line')} not understood\n`);
}
