/**
 * Annotations of methods without a `def` in the class itself: members of Struct and Data classes, and methods that only
 * an ancestor defines. They are trusted, but a call that follows them must not raise ArgumentError.
 */
import type { Problem } from '../../base/problem';
import { superMethod } from '../../program/lookup';
import type { ClassInfo, MethodInfo, Program, Synthetic } from '../../program/program';
import { withBody } from '../../program/synthetic';
import type { Param } from '../../ril/ril';
import { findDefinitionMismatch, mismatchProblem } from '../binding/definitionMismatch';

export function findBodilessMismatches(info: ClassInfo, program: Program): readonly Problem[] {
  return [...info.methods.values(), ...info.singletonMethods.values()].flatMap(method =>
    findMismatchOf(method, program),
  );
}

function findMismatchOf(method: MethodInfo, program: Program): readonly Problem[] {
  if (method.origin !== 'workspace' || !method.signature || withBody(program, method).definition) return [];
  // A class that defines methods by computed names may well define this one.
  const isOpen = program.classes.get(method.owner)?.dynamics.length !== 0;
  const made = method.synthetic ? method : isOpen ? null : superMethod(program, method);
  const params = made?.origin === 'workspace' ? paramsOf(program, made) : null;
  if (made === null || params === null) return [];
  return method.signature.arms.flatMap(arm => {
    const why = arm.broken || arm.builtIn ? null : findDefinitionMismatch(params, arm.type);
    return (why !== null && mismatchProblem({ ...method, place: made.place }, arm, why, false)) || [];
  });
}

/** Null: not known. */
function paramsOf(program: Program, method: MethodInfo): readonly Param[] | null {
  const { definition, synthetic } = withBody(program, method);
  if (definition) return definition.broken ? null : definition.params;
  return synthetic === null ? null : memberParams(method, synthetic);
}

function memberParams({ place }: MethodInfo, synthetic: Synthetic): readonly Param[] | null {
  if (synthetic.type === 'structReader') return [];
  if (synthetic.type !== 'structWriter' || place === null) return null;
  return [{ kind: 'required', span: place.span, name: 'value', default: null, destructure: null }];
}
