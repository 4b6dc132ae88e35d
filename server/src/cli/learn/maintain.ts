/** `loupe learn --forget` and `--merge`: changes of the profile without a run. */
import { resolve } from 'node:path';
import type { Profile } from '../../../../shared/src/profile';
import { mergeProfiles } from '../../engine/learn/profiles';
import { profilePath, removeProfile } from '../../host/profileFile';
import { type CommandInput, type Io, UsageError } from '../usage';
import { pathFilter } from './show';
import { loadProfile, storeProfile } from './stored';

export async function forgetLearned(io: Io, { operands }: CommandInput): Promise<number> {
  if (operands.length === 0) {
    removeProfile(profilePath(io.cwd));
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

export async function mergeLearned(io: Io, { operands }: CommandInput): Promise<number> {
  if (operands.length === 0) throw new UsageError('name the profiles to add: loupe learn --merge a.json b.json');
  const others = operands.map(operand => {
    const profile = loadProfile(io, resolve(io.cwd, operand));
    if (profile === null) throw new UsageError(`cannot use ${operand}; nothing was merged`);
    return profile;
  });
  const own = loadProfile(io);
  const all: readonly Profile[] = own === null ? others : [own, ...others];
  const merged = mergeProfiles(all, 'add');
  if (!storeProfile(io, merged)) return 2;
  io.err(`loupe: ${merged.methods.length} methods of ${operands.length} profiles are known\n`);
  return 0;
}
