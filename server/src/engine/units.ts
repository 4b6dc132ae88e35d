/** The units of a file: its methods without annotation, its script, and the bodies of its classes and modules. */
import { equal } from '../base/equal';
import { findConstant } from '../program/constants';
import type { MethodInfo, Nesting, Program } from '../program/program';
import type { BodyUnit, Unit } from '../program/unit';
import type { ClassDeclaration, Declaration, ModuleDeclaration } from '../ril/declarations';
import type { Type } from '../types/type';
import { DYNAMIC, nominal } from '../types/type';
import type { SourceFile } from './sources';

export function unitsOf(program: Program, source: SourceFile, methods: readonly MethodInfo[]): readonly Unit[] {
  const annotated = new Set(source.annotations.map(annotation => annotation.anchor));
  const counts = new Map<string, number>();
  const bodies: BodyUnit[] = [];
  const add = (unit: Omit<BodyUnit, 'key'>, name: string): void => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const declarations = unit.declarations.filter(each => each.kind !== 'statement' || !annotated.has(each.anchor));
    bodies.push({ ...unit, declarations, key: `${source.path}|${name}${count === 0 ? '' : ` ${count}`}` });
  };
  const addNested = (declarations: readonly Declaration[], nesting: Nesting): void => {
    for (const each of declarations) {
      if (each.kind === 'singleton') {
        add({ kind: 'body', self: DYNAMIC, nesting, declarations: each.body }, `singleton ${nesting[0] ?? ''}`);
        addNested(each.body, nesting);
      }
      if (each.kind !== 'class' && each.kind !== 'module') continue;
      const name = fullName(program, nesting, each.path);
      const self: Type = name === null ? DYNAMIC : { kind: 'classOf', name };
      const inner = name === null ? nesting : [name, ...nesting];
      add({ kind: 'body', self, nesting: inner, declarations: each.body }, `body ${name ?? ''}`);
      addNested(each.body, inner);
    }
  };
  add({ kind: 'script', self: nominal('Object'), nesting: [], declarations: source.ril.declarations }, 'script');
  addNested(source.ril.declarations, []);
  return [...bodies, ...methods.map((info): Unit => ({ kind: 'method', key: info.key, info }))];
}

function fullName(
  program: Program,
  nesting: Nesting,
  path: { readonly names: readonly string[]; readonly root: boolean },
): string | null {
  const written = path.names.join('::');
  const [outer] = nesting;
  const own = path.root || outer === undefined ? written : `${outer}::${written}`;
  if (program.classes.has(own)) return own;
  return findConstant(program, path.root ? [] : nesting, path.root ? `::${written}` : written)?.classInfo?.name ?? null;
}

/** Whether both run the same code. What a definition in a body contains is a unit of its own. */
export function isSameUnit(a: Unit, b: Unit): boolean {
  if (a.kind === 'method') return b.kind === 'method' && a.info === b.info;
  return b.kind === a.kind && haveSameCode(a.declarations, b.declarations);
}

function haveSameCode(a: readonly Declaration[], b: readonly Declaration[]): boolean {
  return a.length === b.length && a.every((each, i) => isSameCode(each, b[i]));
}

function isSameCode(a: Declaration, b: Declaration | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.kind !== b.kind || a.anchor !== b.anchor || a.span.start !== b.span.start) return false;
  if (a.kind === 'method') return true;
  if (a.kind === 'singleton' && b.kind === 'singleton')
    return equal(a.target, b.target) && haveSameCode(a.body, b.body);
  if ((a.kind === 'class' || a.kind === 'module') && (b.kind === 'class' || b.kind === 'module'))
    return equal(headOf(a), headOf(b));
  return equal({ ...a, at: 0 }, { ...b, at: 0 });
}

function headOf({ body: _, at: __, span: ___, ...head }: ClassDeclaration | ModuleDeclaration): unknown {
  return head;
}
