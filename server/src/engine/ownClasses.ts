/**
 * Which classes code that is not visible may open. A class is the program's own if the program gives it a superclass or a
 * constructor, or defines it in the file that is named after it; a patch of a library's class does none of these. Own
 * classes are opened by files of the program alone, and where such a file is not visible, its path tells which: by
 * Ruby's conventions `shop/order_item` belongs to Shop::OrderItem, and the library `shop-api` to Shop::Api. (0250)
 */
import { anchorPath } from '../base/span';
import type { ClassInfo, Program } from '../program/program';
import type { Load } from '../resolve/loadCalls';
import type { Files } from './visibility';

export class OwnClasses {
  private readonly hidden: readonly HiddenFile[];
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly program: Program,
    private readonly files: Files,
    loads: readonly Load[],
  ) {
    this.hidden = loads.map(hiddenFile);
  }

  mayBeOpened(name: string): boolean {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const parts = name.split('::').map(plainName);
    const answer = !this.isOwn(name) || this.hidden.some(file => mayOpen(file, parts));
    this.known.set(name, answer);
    return answer;
  }

  /** What is nested in an own class or module is the program's own, too. */
  private isOwn(name: string): boolean {
    const info = this.program.classes.get(name);
    if (info?.origin !== 'workspace') return false;
    const outer = name.lastIndexOf('::');
    return isAllocatedHere(info) || this.hasFileOfItsName(info) || (outer > 0 && this.isOwn(name.slice(0, outer)));
  }

  private hasFileOfItsName({ name, places }: ClassInfo): boolean {
    const parts = name.split('::').map(plainName);
    return places.some(({ anchor }) => {
      const path = anchorPath(anchor);
      const segments = path.replace(/\.rb$/, '').split(/[\\/]/).map(plainName);
      return this.files.has(path) && parts.every((part, i) => part === segments[segments.length - parts.length + i]);
    });
  }
}

function isAllocatedHere({ kind, superclass, methods }: ClassInfo): boolean {
  if (kind !== 'class') return false;
  const isBelow = superclass !== null && superclass !== 'Object' && superclass !== 'BasicObject';
  return isBelow || methods.get('initialize')?.definition?.kind === 'method';
}

interface HiddenFile {
  /** Of its path, or only its first part, which names the library that it is in; null: a file of the program itself. */
  readonly parts: readonly string[] | null;
  /** The name of a library, which says all about where its classes are. */
  readonly isLibrary: boolean;
}

function hiddenFile({ path, words, relative }: Load): HiddenFile {
  if (path === null) return { parts: words.flatMap(partsOf), isLibrary: false };
  if (relative) return { parts: null, isLibrary: false };
  const isLibrary = path.includes('-') && !path.includes('/');
  return { parts: isLibrary ? partsOf(path) : partsOf(path).slice(0, 1), isLibrary };
}

function partsOf(path: string): readonly string[] {
  return path
    .replace(/\.\w+$/, '')
    .split(/[-/\\]/)
    .map(plainName)
    .filter(part => part !== '');
}

function mayOpen({ parts, isLibrary }: HiddenFile, name: readonly string[]): boolean {
  if (parts === null) return true;
  if (isLibrary) return parts.every((part, i) => i >= name.length || mayName(part, name[i] ?? ''));
  return parts.some(part => name.some(each => mayName(part, each)));
}

/** `bcrypt_ext` and `BCrypt`, `ruby_http_parser` and `HTTP`. */
function mayName(part: string, name: string): boolean {
  if (part === name || (name.length > 1 && part.startsWith(name))) return true;
  return Math.min(part.length, name.length) > 2 && (part.includes(name) || name.includes(part));
}

/** `HTTPClient`, `http_client` -> `httpclient`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
