/** Fetches files of dist/playground that a thread reads, and mounts them where `assetPath` expects them. */
import { mountFile } from './node/fs';

/** Where `assetPath` finds the files of dist/: see `__dirname` in server/build/playground.mjs. */
const ASSETS = '/loupe';

export async function mountAssets(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(async name => mountFile(`${ASSETS}/${name}`, await download(name))));
}

/** A folder of dist/, packed as one file: paths and contents. */
export async function mountFolder(name: string): Promise<void> {
  const contents: unknown = JSON.parse(new TextDecoder().decode(await download(`${name}.json`)));
  for (const [path, text] of Object.entries(contents as Record<string, string>))
    mountFile(`${ASSETS}/${name}/${path}`, new TextEncoder().encode(text));
}

export async function compileAsset(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await download(path.slice(ASSETS.length + 1)));
}

async function download(name: string): Promise<Uint8Array> {
  const response = await fetch(encodeURIComponent(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
