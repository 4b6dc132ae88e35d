/**
 * Names of RBS declarations: which full paths exist, and what a name means where it is written. RBS looks names up from
 * the innermost declaration outwards, not through ancestors. Interfaces and type aliases become our aliases, with a `%`
 * before their last name.
 */
import type { RbsDeclaration, RbsFile, RbsMember, RbsNamespace, RbsTypeAlias, RbsUse } from './rbsSyntax';

export interface Declared<D> {
  readonly declaration: D;
  readonly nesting: readonly string[]; // enclosing declarations, innermost first
  readonly file: RbsFile;
}

export interface RbsNames {
  readonly classes: ReadonlySet<string>;
  readonly interfaces: ReadonlyMap<string, Declared<RbsNamespace>>;
  readonly typeAliases: ReadonlyMap<string, Declared<RbsTypeAlias>>;
  /** `class Mutex = Thread::Mutex`, full path -> the target as written, and where. */
  readonly classAliases: ReadonlyMap<string, { readonly target: string; readonly nesting: readonly string[] }>;
  readonly uses: ReadonlyMap<RbsFile, readonly RbsUse[]>;
}

export function collectNames(
  files: readonly RbsFile[],
  known: (name: string) => boolean,
): RbsNames & { knows(name: string): boolean } {
  const classes = new Set<string>();
  const interfaces = new Map<string, Declared<RbsNamespace>>();
  const typeAliases = new Map<string, Declared<RbsTypeAlias>>();
  const classAliases = new Map<string, { target: string; nesting: readonly string[] }>();
  eachDeclaration(files, ({ declaration, nesting, file }) => {
    const name = fullName(declaration.name, nesting);
    if (declaration.kind === 'interface') interfaces.set(name, interfaces.get(name) ?? { declaration, nesting, file });
    else if (declaration.kind === 'typeAlias')
      typeAliases.set(name, typeAliases.get(name) ?? { declaration, nesting, file });
    else if (declaration.kind === 'classAlias') classAliases.set(name, { target: declaration.target, nesting });
    else if (declaration.kind === 'class' || declaration.kind === 'module') classes.add(name);
  });
  const uses = new Map(files.map(file => [file, file.uses]));
  return { classes, interfaces, typeAliases, classAliases, uses, knows: name => classes.has(name) || known(name) };
}

/** Visits every declaration, outer ones first. */
export function eachDeclaration(files: readonly RbsFile[], visit: (one: Declared<RbsDeclaration>) => void): void {
  const go = (members: readonly RbsMember[], nesting: readonly string[], file: RbsFile) => {
    for (const member of members) {
      if (!isDeclaration(member)) continue;
      visit({ declaration: member, nesting, file });
      if ('members' in member) go(member.members, [fullName(member.name, nesting), ...nesting], file);
    }
  };
  for (const file of files) go(file.declarations, [], file);
}

function isDeclaration(member: RbsMember): member is RbsDeclaration {
  switch (member.kind) {
    case 'class':
    case 'module':
    case 'interface':
    case 'typeAlias':
    case 'constant':
    case 'global':
    case 'classAlias':
      return true;
    default:
      return false;
  }
}

export function fullName(name: string, nesting: readonly string[]): string {
  if (name.startsWith('::')) return name.slice(2);
  return nesting.length === 0 ? name : `${nesting[0]}::${name}`;
}

/** The first path that the name may mean for which `exists` holds. */
export function lookUp(
  name: string,
  nesting: readonly string[],
  uses: readonly RbsUse[],
  exists: (path: string) => boolean,
): string | null {
  if (name.startsWith('::')) return exists(name.slice(2)) ? name.slice(2) : null;
  const [head = '', ...rest] = name.split('::');
  const used = uses.flatMap(use => {
    const path = use.path.replace(/^::/, '');
    return use.as === null ? [[path, name].join('::')] : use.as === head ? [[path, ...rest].join('::')] : [];
  });
  const tried = [...nesting.map(scope => `${scope}::${name}`), ...used, name];
  return tried.find(exists) ?? null;
}
