/**
 * The result of parsing a file, as it is sent from one thread to another: plain data, with bodies as text at most, but
 * with the facts about bodies that are needed without reading them.
 */
import type { Memos } from '../../program/memos';
import { type BodyFacts, factsOf, keepFacts } from '../../resolve/bodyFacts';
import type {
  BodySource,
  ClassDeclaration,
  Declaration,
  MethodDeclaration,
  ModuleDeclaration,
  RilFile,
  SingletonDeclaration,
} from '../../ril/declarations';
import { knownBody, withLazyBody } from '../../ril/lazyBody';
import type { Expr } from '../../ril/ril';
import type { FileReading } from './fileReading';
import { packBodies } from './packedBodies';

type PackedMethod = Omit<MethodDeclaration, 'body' | 'bodySource'>;

type Namespace = ClassDeclaration | ModuleDeclaration | SingletonDeclaration;

type PackedDeclaration = PackedMethod | PackedNamespace | Exclude<Declaration, MethodDeclaration | Namespace>;

type PackedNamespace = Packed<ClassDeclaration> | Packed<ModuleDeclaration> | Packed<SingletonDeclaration>;

type Packed<D extends Namespace> = Omit<D, 'body'> & PackedBody;

/** An interface, so that the type of declarations may be recursive. */
interface PackedBody {
  readonly body: readonly PackedDeclaration[];
}

export interface PackedFile {
  readonly reading: Omit<FileReading, 'ril'> & {
    readonly ril: Omit<RilFile, 'declarations'> & { readonly declarations: readonly PackedDeclaration[] };
  };
  /** In the order of the methods. */
  readonly facts: readonly BodyFacts[];
  /** Methods are defined inside expressions. Their bodies are included, as data. */
  readonly hasInner: boolean;
  /** The bodies of methods, as text; null: to be parsed again. */
  readonly bodies: string | null;
}

export function packFile(reading: FileReading, memos: Memos, withBodies = true): PackedFile {
  const facts: BodyFacts[] = [];
  const pack = ({ body, bodySource: _, ...method }: MethodDeclaration): PackedMethod => {
    facts.push(factsOf(memos, body(), true));
    return method;
  };
  const declarations = packDeclarations(reading.ril.declarations, pack);
  const bodies = withBodies ? packBodies(reading.ril.declarations) : null;
  const packed = { reading: { ...reading, ril: { ...reading.ril, declarations } }, facts, bodies };
  const plain = changeInnerBodies(packed, (body, inside) => inside((body as MethodDeclaration['body'])()));
  return { ...plain, hasInner: plain !== packed };
}

export function unpackFile(file: PackedFile, memos: Memos, sourceOf: (anchor: string) => BodySource): FileReading {
  const { reading, facts } = file.hasInner
    ? changeInnerBodies(file, (body, inside) => knownBody(inside(body) as Expr))
    : file;
  let next = 0;
  const unpack = (method: PackedMethod): MethodDeclaration => {
    const source = sourceOf(method.anchor);
    keepFacts(memos, source, facts[next++]!);
    return withLazyBody(method, source);
  };
  return { ...reading, ril: { ...reading.ril, declarations: unpackDeclarations(reading.ril.declarations, unpack) } };
}

/** Maps the methods of classes and modules; methods defined inside expressions stay as they are. */
export function mapMethods(
  declarations: readonly Declaration[],
  change: (method: MethodDeclaration) => MethodDeclaration,
): readonly Declaration[] {
  return declarations.map(declaration => {
    if (isNamespace(declaration)) return { ...declaration, body: mapMethods(declaration.body, change) };
    return declaration.kind === 'method' ? change(declaration) : declaration;
  });
}

function packDeclarations(
  declarations: readonly Declaration[],
  pack: (method: MethodDeclaration) => PackedMethod,
): readonly PackedDeclaration[] {
  return declarations.map(declaration => {
    if (isNamespace(declaration)) return { ...declaration, body: packDeclarations(declaration.body, pack) };
    return declaration.kind === 'method' ? pack(declaration) : declaration;
  });
}

function unpackDeclarations(
  declarations: readonly PackedDeclaration[],
  unpack: (method: PackedMethod) => MethodDeclaration,
): readonly Declaration[] {
  return declarations.map(declaration => {
    if (isNamespace(declaration)) return { ...declaration, body: unpackDeclarations(declaration.body, unpack) };
    return declaration.kind === 'method' ? unpack(declaration) : declaration;
  });
}

function isNamespace<D extends Declaration | PackedDeclaration>(
  declaration: D,
): declaration is Extract<D, { readonly kind: 'class' | 'module' | 'singleton' }> {
  return declaration.kind === 'class' || declaration.kind === 'module' || declaration.kind === 'singleton';
}

/** `inside` changes the methods that are defined inside the body. */
type ChangeBody = (body: unknown, inside: (part: unknown) => unknown) => unknown;

/** Returns the same object if no expression defines a method; shared parts stay shared. */
function changeInnerBodies<T>(root: T, change: ChangeBody): T {
  const known = new Map<object, object>();
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const result = known.get(value) ?? (Array.isArray(value) ? visitList(value) : visitNode(value));
    known.set(value, result);
    return result;
  };
  const visitList = (list: readonly unknown[]): readonly unknown[] => {
    const changed = list.map(visit);
    return changed.every((each, i) => each === list[i]) ? list : changed;
  };
  const visitNode = (node: object): object => {
    if (Object.getPrototypeOf(node) !== Object.prototype) return node;
    const isMethod = 'textHash' in node && 'body' in node;
    let same = true;
    const changed = Object.entries(node).map(([key, part]) => {
      const now = isMethod && key === 'body' ? change(part, visit) : visit(part);
      same &&= now === part;
      return [key, now];
    });
    return same ? node : Object.fromEntries(changed);
  };
  return visit(root) as T;
}
