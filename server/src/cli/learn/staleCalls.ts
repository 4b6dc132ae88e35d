/** `loupe check --stale error`: dynamic calls that have changed since `loupe learn` saw them. */
import type { Settings } from '../../../../shared/src/settings';
import type { Io } from '../usage';
import { recordWorkspace } from './sources';
import { loadProfile } from './storedProfile';

/** Returns how many there are. Without a profile, every dynamic call is unknown. */
export async function reportStale(io: Io, settings: Settings): Promise<number> {
  const profile = loadProfile(io);
  const { sites, units } = await recordWorkspace(io, settings, '');
  if (profile === null) {
    if (sites.length > 0)
      io.err('loupe: no profile of the dynamic calls; run the tests with: loupe learn -- COMMAND\n');
    return sites.length;
  }
  const isCurrent = (path: string, unit: string): boolean =>
    units.get(path)?.some(each => each.fingerprint === unit) ?? false;
  const stale = profile.sites.filter(({ path, unit }) => !isCurrent(path, unit));
  for (const { path, line, method } of stale)
    io.err(`loupe: ${path}:${line + 1}: ${method} has changed since loupe learn saw it; run the tests with it again\n`);
  return stale.length;
}
