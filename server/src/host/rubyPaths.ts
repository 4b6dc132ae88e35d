/** Workspace paths inside the embedded Ruby: everything stands below /workspace, wherever it stands outside. */
export function guestPath(path: string): string {
  const parts = path.split(/[\\/]+/).filter(part => part !== '' && part !== '.');
  return `/workspace/${parts.map(part => (part === '..' ? '_' : part.replace(/:$/, ''))).join('/')}`;
}

/** The same, below the mount itself. */
export function mountPath(path: string): string {
  return guestPath(path).slice('/workspace'.length);
}
