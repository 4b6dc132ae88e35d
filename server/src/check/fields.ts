/** Instance, class and global variables: declared by `var_type`; one without a declaration is reported with the type that would do. */
import type { RelatedPlace } from '../base/problem';
import { fieldOf, fieldOwner, singletonFieldOf } from '../program/lookup';
import type { FieldInfo } from '../program/program';
import type { Var } from '../ril/ril';
import { boundedVariables } from '../types/bounds';
import { showType } from '../types/show';
import { substituteType } from '../types/substitute';
import type { Type } from '../types/type';
import { DYNAMIC, NIL, STRING } from '../types/type';
import type { Ctx, Typed } from './context';
import { use } from './context';
import type { Env } from './env';
import { joined, resolved } from './relations';
import { report } from './report';

export interface DeclaredVariable {
  readonly type: Type;
  readonly from: readonly RelatedPlace[];
}

export function checkVariable(ctx: Ctx, env: Env, variable: Var): Typed {
  if (variable.scope === 'local') return { type: env.locals.get(variable.name) ?? unknownLocal(ctx, variable), env };
  const fact = env.facts.get(variable.name);
  if (fact !== undefined) return { type: fact, env };
  return { type: declaredVariable(ctx, variable, true)?.type ?? DYNAMIC, env };
}

/** A local that is not assigned yet is nil; in a refinement there is no such thing. */
function unknownLocal(ctx: Ctx, variable: Var): Type {
  const scope = ctx.frame.clause;
  if (scope === null) return NIL;
  const known = [...scope.names].map(name => `\`${name}\``).join(', ');
  report(ctx, 'LP3030', variable.span, { name: variable.name, known: known || 'no names', hint: '' });
  return DYNAMIC;
}

/** Null: not declared, so nothing is known of it; with `complain` that is reported, with the type that would do. */
export function declaredVariable(ctx: Ctx, variable: Var, complain: boolean): DeclaredVariable | null {
  if (variable.scope === 'global') return declaredGlobal(ctx, variable, complain);
  const self = ctx.frame.selfType;
  if (self.kind !== 'nominal' && self.kind !== 'classOf') return null;
  use(ctx, { kind: 'field', className: self.name, name: variable.name });
  const ofClass = self.kind === 'classOf';
  const field = (ofClass ? singletonFieldOf : fieldOf)(ctx.program, self.name, variable.name);
  if (field?.type) return { type: boundedType(ctx, self.name, field.type), from: declaredBy(field) };
  if (!complain || ctx.silent) return null;
  const found = ctx.rules.suggestedFieldType(ctx, self.name, variable.name, ofClass);
  const owner = fieldOwner(ctx.program, self.name, variable.name) ?? self.name;
  reportOnce(ctx, variable, owner, suggestionFor(ctx, variable.name, found));
  return null;
}

/** A field of a generic class is what its parameter's bound says. */
function boundedType(ctx: Ctx, className: string, type: Type): Type {
  const params = ctx.hierarchy.typeParams(className);
  return params.some(param => param.bound !== null) ? substituteType(type, boundedVariables(params)) : type;
}

/** The `var_type` that would fit every write; empty where the writes do not tell. */
function suggestionFor(ctx: Ctx, name: string, found: Type | null): string {
  if (found === null || found.kind === 'dynamic' || found.kind === 'nil' || found.kind === 'bottom') return '';
  return `var_type :${name}, '${showType(resolved(ctx, found)).replaceAll('%bot', '%any')}'`;
}

/** One message per field and method, at its first use. */
function reportOnce(ctx: Ctx, variable: Var, owner: string, suggestion: string): void {
  const identity = `LP3006 ${variable.name}`;
  if (ctx.silent || ctx.out.reported.has(identity)) return;
  ctx.out.reported.add(identity);
  report(ctx, 'LP3006', variable.span, { name: variable.name, suggestion, owner });
}

function declaredBy(field: FieldInfo): readonly RelatedPlace[] {
  return field.place === null ? [] : [{ place: field.place, note: `${field.name} is declared here` }];
}

function declaredGlobal(ctx: Ctx, variable: Var, complain: boolean): DeclaredVariable | null {
  const field = ctx.program.globals.get(variable.name);
  use(ctx, { kind: 'field', className: '$', name: variable.name });
  if (field?.type) return { type: field.type, from: declaredBy(field) };
  if (/^\$([1-9]\d*|[&`'+])$/.test(variable.name)) return { type: joined(ctx, STRING, NIL), from: [] };
  if (complain && /^\$[a-z_]\w*$/.test(variable.name)) {
    const identity = `LP3024 ${variable.name}`;
    if (!ctx.silent && !ctx.out.reported.has(identity)) {
      ctx.out.reported.add(identity);
      report(ctx, 'LP3024', variable.span, { name: variable.name, suggestion: '…' });
    }
  }
  return null;
}
