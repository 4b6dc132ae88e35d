/**
 * What a class says by itself, whether or not a method of it is checked: refinements of its fields and its invariants make
 * sense, what its body puts into variables has the type that they were declared with, and what its modules assume is there.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import type { ClassInfo, FieldInfo, Program } from '../program/program';
import { nominal } from '../types/type';
import { checkDeclared } from './assign';
import { baseOf } from './base';
import type { Ctx, TypeReader } from './context';
import { newOutput } from './context';
import { EMPTY_ENV } from './env';
import { missingInHosts } from './hosts';
import { checkFields, frameOf } from './refinements';
import { inClassBody } from './starts';
import { varianceProblems } from './variance';

/** Null: it says nothing that could be wrong. */
export function checkClass(
  info: ClassInfo,
  program: Program,
  settings: Settings,
  readType: TypeReader,
): readonly Problem[] | null {
  const own = [...info.fields.values()];
  const started = [...own, ...info.singletonFields.values()].filter(field => field.type && field.inBody);
  const isGeneric = info.typeParams.length > 0;
  const missing = missingInHosts(info, program);
  if (info.invariants.length === 0 && started.length === 0 && !isGeneric && !own.some(field => field.type))
    return missing.length > 0 ? missing : null;
  const base = baseOf(program, settings, readType);
  const out = newOutput();
  checkFields({ base, out, method: null, silent: false }, info);
  const frame = frameOf(null, nominal(info.name), [info.name]);
  const ctx: Ctx = { ...base, frame, out, jumps: null, lambda: null, silent: false, depth: 0 };
  for (const field of started) checkStarts(ctx, field);
  return [...out.problems, ...varianceProblems(info, base.hierarchy), ...missing];
}

function checkStarts(ctx: Ctx, field: FieldInfo): void {
  for (const { value, place, nesting } of field.inBody?.values ?? []) {
    if (value === null || field.type === null) continue;
    const body = inClassBody(ctx, nesting);
    const { type } = body.rules.expr(body, EMPTY_ENV, value, field.type);
    const said: Ctx = { ...body, frame: { ...body.frame, anchor: place.anchor }, out: ctx.out, silent: false };
    const from = field.place === null ? [] : [{ place: field.place, note: `${field.name} is declared here` }];
    checkDeclared(said, field.name, field.type, type, value.span, from, value);
  }
}
