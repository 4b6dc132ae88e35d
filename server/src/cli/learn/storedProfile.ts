/** The profile of the working folder, with messages about whatever is wrong with it. */
import { relative } from 'node:path';
import type { Profile } from '../../../../shared/src/profile';
import { printProfile } from '../../engine/learn/profiles';
import { profilePath, readProfileText, setAside, writeProfileText } from '../../host/profileFile';
import { parseProfile } from '../../parse/profile';
import { showProfileProblem } from '../../problems/learn';
import type { Io } from '../usage';

/** Null: there is none, or it cannot be used. */
export function loadProfile(io: Io, path = profilePath(io.cwd)): Profile | null {
  const content = readProfileText(path);
  if (content.kind === 'missing') return null;
  if (content.kind === 'unreadable') {
    io.err(`loupe: cannot read ${relative(io.cwd, path)}: ${content.why}\n`);
    return null;
  }
  const { profile, problems } = parseProfile(content.text);
  for (const problem of problems) io.err(`loupe: ${relative(io.cwd, path)}: ${showProfileProblem(problem)}\n`);
  return profile;
}

/** Whether it was written. */
export function storeProfile(io: Io, profile: Profile): boolean {
  const path = profilePath(io.cwd);
  const why = writeProfileText(path, printProfile(profile));
  if (why !== null) io.err(`loupe: cannot write ${relative(io.cwd, path)}: ${why}; nothing was learned\n`);
  return why === null;
}

/** A profile that could not be used, perhaps of a later version of Loupe, is kept under another name. */
export function setAsideProfile(io: Io): void {
  const moved = setAside(profilePath(io.cwd));
  if (moved !== null) io.err(`loupe: the profile that could not be used is now ${relative(io.cwd, moved)}\n`);
}
