/**
 * What a field's refinement depends on besides the field's own value: other fields, whose writes require the refinement
 * again, and state that may change without a write to a field (contents, other objects), which a proof must name.
 */
import { factsOf } from '../../program/libraryFacts';
import { fieldOf } from '../../program/lookup';
import type { FieldInfo, Program } from '../../program/program';
import type { Type } from '../../types/type';
import { representationOf, unionMembers } from '../state/representation';
import { forEachExpr } from './writes';

export interface FieldDependencies {
  readonly fields: ReadonlySet<string>;
  /** It reads something other than a field's plain value. */
  readonly beyond: boolean;
}

const PLAIN: ReadonlySet<string> = new Set(['nil', 'bool', 'int', 'real', 'rat', 'sym']);

const NOTHING: FieldDependencies = { fields: new Set(), beyond: false };

export function fieldDependenciesOf(program: Program, className: string, info: FieldInfo): FieldDependencies {
  const { refinement } = info;
  if (!refinement) return NOTHING;
  const fields = new Set<string>();
  let beyond = false;
  const isOpen = (type: Type | null | undefined): boolean => !type || !isPlain(type);
  for (const { expr } of refinement.clauses)
    forEachExpr(expr, each => {
      if (each.kind === 'self' || each.kind === 'opaque') beyond = true;
      if (each.kind === 'var' && each.scope === 'instance' && each.name !== info.name) {
        fields.add(each.name);
        if (isOpen(fieldOf(program, className, each.name)?.type)) beyond = true;
      }
      if (each.kind === 'var' && (each.scope === 'class' || each.scope === 'global')) beyond = true;
      if (each.kind !== 'call') return;
      const on = each.receiver;
      if (on === null) beyond = beyond || !each.bare || each.method !== refinement.binder;
      const isOwn =
        on?.kind === 'var' ? on.name === refinement.binder || on.name === info.name : isBare(on, refinement.binder);
      if (isOwn && isOpen(info.type) && factsOf(program, 'Object', each.method).answers !== 'class') beyond = true;
    });
  return { fields, beyond };
}

function isBare(on: { readonly kind: string } | null, binder: string | null): boolean {
  return on?.kind === 'call' && 'bare' in on && on.bare === true && 'method' in on && on.method === binder;
}

function isPlain(type: Type): boolean {
  return unionMembers(type).every(member => PLAIN.has(representationOf(member)));
}
