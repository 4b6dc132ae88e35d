/** Workspace paths inside the embedded Ruby: everything is mounted below /workspace. */
export function guestPath(path: string): string {
  const parts = path.split(/[\\/]+/).filter(part => part !== '' && part !== '.');
  return `/workspace/${parts.map(part => (part === '..' ? '_' : part.replace(/:$/, ''))).join('/')}`;
}

/** The same, relative to the mount. */
export function mountPath(path: string): string {
  return guestPath(path).slice('/workspace'.length);
}
