/**
 * Where the remote cache is: `LOUPE_CACHE_URL` and `LOUPE_CACHE_MODE`, otherwise the user's setting `cache`. The token
 * and the secret come from the environment only, so that no file contains them.
 */
import type { Settings } from '../../../shared/src/settings';
import type { RemoteOptions } from './remoteCache';

type Environment = Readonly<Record<string, string | undefined>>;

/** Null: none is wanted. `problems`: what is wrong with the wish, for the user. */
interface ReadRemote {
  readonly remote: RemoteOptions | null;
  readonly problems: readonly string[];
}

export function readRemote(cache: Settings['cache'], environment: Environment): ReadRemote {
  const given = environment.LOUPE_CACHE_URL || cache.remote;
  if (!given) return { remote: null, problems: [] };
  const url = readUrl(given);
  if (url === null) return { remote: null, problems: [`"${given}" is not the http or https URL of a cache`] };
  const mode = environment.LOUPE_CACHE_MODE || cache.mode;
  const token = environment.LOUPE_CACHE_TOKEN || null;
  const secret = environment.LOUPE_CACHE_HMAC || null;
  if (mode !== 'read' && mode !== 'write')
    return { remote: null, problems: [`LOUPE_CACHE_MODE is "${mode}", but must be read or write`] };
  if (mode === 'write' && token === null)
    return {
      remote: { url, mode: 'read', token, secret },
      problems: ['writing to the remote cache needs LOUPE_CACHE_TOKEN; it is only read'],
    };
  return { remote: { url, mode, token, secret }, problems: [] };
}

function readUrl(given: string): URL | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || url.search !== '') return null;
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
