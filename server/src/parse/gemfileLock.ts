/** Gemfile.lock -> the gems that the workspace runs with. Sections that do not list installed gems are ignored. */
export interface LockedGem {
  readonly name: string;
  readonly version: string;
  /** The folder relative to the lock file for gems of a PATH section; null for other gems. */
  readonly folder: string | null;
}

export function parseGemfileLock(text: string): readonly LockedGem[] {
  const gems: LockedGem[] = [];
  let section = '';
  let folder: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) {
      section = line;
      folder = null;
    } else if (/^ {2}remote: /.test(line)) {
      folder = section === 'PATH' ? line.slice('  remote: '.length).trim() : null;
    } else {
      const spec = /^ {4}([A-Za-z0-9._-]+) \(([^)]+)\)$/.exec(line);
      if (spec && (section === 'GEM' || section === 'GIT' || section === 'PATH')) {
        gems.push({ name: spec[1]!, version: spec[2]!, folder });
      }
    }
  }
  return gems;
}
