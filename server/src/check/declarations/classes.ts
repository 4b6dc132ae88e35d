/**
 * Checks what a class declares, whether or not one of its methods is checked: its invariants and the refinements of its
 * fields are well-formed, its body assigns variables their declared types, it has the methods that its modules assume,
 * and its annotations of methods without a `def` match them.
 */
import type { Problem } from '../../base/problem';
import type { ClassInfo, FieldInfo } from '../../program/program';
import { nominal } from '../../types/type';
import { checkDeclared } from '../binding/assign';
import { enterClassBody } from '../run/classBodyCode';
import { type CheckInput, newContext } from '../setup/newContext';
import type { Ctx } from '../state/context';
import { newOutput } from '../state/context';
import { EMPTY_ENV } from '../state/env';
import { findBodilessMismatches } from './bodilessMismatches';
import { findMissingInIncludingClasses, findOpenMethods } from './mixinRequirements';
import { checkFields, frameOf } from './refinements';
import { findSealedAncestors } from './sealedClasses';
import { findVarianceProblems } from './variance';

/** Returns null if the class declares nothing that could be wrong. */
export function checkClass(info: ClassInfo, input: CheckInput): readonly Problem[] | null {
  const { program } = input;
  const own = [...info.fields.values()];
  const started = [...own, ...info.singletonFields.values()].filter(field => field.type && field.inBody);
  const isGeneric = info.typeParams.length > 0;
  const missing = [
    ...findMissingInIncludingClasses(info, program),
    ...findOpenMethods(info, program),
    ...findSealedAncestors(info, program),
    ...findBodilessMismatches(info, program),
  ];
  if (info.invariants.length === 0 && started.length === 0 && !isGeneric && !own.some(field => field.type))
    return missing.length > 0 ? missing : null;
  const base = newContext(input);
  const out = newOutput();
  checkFields({ base, out, method: null, silent: false }, info);
  const frame = frameOf(null, nominal(info.name), [info.name]);
  const ctx: Ctx = { ...base, frame, out, jumps: null, lambda: null, silent: false };
  for (const field of started) checkInitialValues(ctx, field);
  return [...out.problems, ...findVarianceProblems(info, base.hierarchy), ...missing];
}

function checkInitialValues(ctx: Ctx, field: FieldInfo): void {
  for (const { value, place, nesting } of field.inBody?.values ?? []) {
    if (value === null || field.type === null) continue;
    const body = enterClassBody(ctx, nesting);
    const { type } = body.rules.expr(body, EMPTY_ENV, value, field.type);
    const said: Ctx = { ...body, frame: { ...body.frame, anchor: place.anchor }, out: ctx.out, silent: false };
    const from = field.place === null ? [] : [{ place: field.place, note: `${field.name} is declared here` }];
    checkDeclared(said, { name: field.name, type: field.type, from }, { type, span: value.span, value });
  }
}
