/** Which values a site of each kind may have: names that are names, paths without a root. Sources are kept elsewhere. */
import type { SiteKind } from '../../../shared/src/profile';
import { isCallName, isClassName, isLoadName, isVariableName } from './profileNames';

/** More than any reasonable source: the limit of the recording library. */
const LONGEST_SOURCE = 20_000;

export function isSiteValue(kind: SiteKind, value: string): boolean {
  switch (kind) {
    case 'eval':
      return value.length <= LONGEST_SOURCE && !value.includes('\0');
    case 'define':
    case 'send':
      return isCallName(value);
    case 'missing':
      return isCallName(value) || isClassName(value);
    case 'variable':
      return value.startsWith('@') && isVariableName(value);
    case 'constant':
    case 'mixin':
      return isClassName(value);
    case 'load':
      return isLoadName(value);
  }
}

const KINDS: ReadonlySet<string> = new Set<SiteKind>([
  'eval',
  'define',
  'send',
  'missing',
  'variable',
  'constant',
  'load',
  'mixin',
]);

export function isSiteKind(text: unknown): text is SiteKind {
  return typeof text === 'string' && KINDS.has(text);
}
