/**
 * Names of declarations that are stable when other code moves: `path|kind|Class#name|ordinal`. The ordinal counts equal
 * names from the top. A declaration without a name takes that of the next method, so that a new annotation elsewhere
 * does not rename it.
 */
import type { AnchorId } from '../base/span';
import type { FileContext } from './context';

export function anchorFor(file: FileContext, kind: string, name: string): AnchorId {
  const stem = `${file.path}|${kind}|${name}`;
  const ordinal = file.anchorCounts.get(stem) ?? 0;
  file.anchorCounts.set(stem, ordinal + 1);
  return `${stem}|${ordinal}`;
}

export function memberName(owner: string, name: string, isSingleton: boolean): string {
  return `${owner}${isSingleton ? '.' : '#'}${name}`;
}

export function nestedName(owner: string, name: string): string {
  return owner === '' ? name : `${owner}::${name}`;
}
