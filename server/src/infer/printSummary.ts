/** Summaries for developers and for comparison: complete; equal strings for equal summaries. */
import { mapFields } from '../types/allocatedTypes';
import { flexibleName, mapDynamics } from '../types/flexible';
import { printType } from '../types/print';
import type { FieldSummary, FieldWrite, OutgoingCall, PlacedConstraint, Summary } from '../types/summary';
import type { Type } from '../types/type';

/** Flexible types by their names, members of unions in a fixed order. */
export function printScheme(type: Type): string {
  const named = mapDynamics(type, one => {
    const name = flexibleName(one);
    return name === null ? one : { kind: 'variable', name };
  });
  return printType(sortUnions(named));
}

function sortUnions(type: Type): Type {
  switch (type.kind) {
    case 'union': {
      const members = type.members.map(sortUnions);
      const texts = new Map(members.map(member => [member, printType(member)]));
      const order = (a: Type, b: Type): number => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1);
      return { ...type, members: [...members].sort(order) };
    }
    case 'nominal':
      return type.args.length === 0 ? mapFields(type, sortUnions) : { ...type, args: type.args.map(sortUnions) };
    case 'tuple':
      return { ...type, elements: type.elements.map(sortUnions) };
    default:
      return type;
  }
}

export function printWrite({ name, type, place, how }: FieldWrite): string {
  return `${how} ${name} ${printScheme(type)} ${place.anchor} ${place.span.start}`;
}

export function printCall({ callee, args, isHidden, place }: OutgoingCall): string {
  return `${callee}(${isHidden ? '*' : printTypes(args)}) ${place.anchor} ${place.span.start}`;
}

export function printTypes(types: ReadonlyMap<string, Type>): string {
  return [...types].map(([name, type]) => `${name}: ${printScheme(type)}`).join(', ');
}

export function printConstraint({ requires, must }: PlacedConstraint): string {
  const { on } = requires;
  const what =
    requires.kind === 'bound'
      ? `<= ${printScheme(requires.type)}`
      : `.${requires.name}(${requires.args.map(printScheme).join(', ')})${requires.hasBlock ? ' { … }' : ''}`;
  return `${must ? 'must' : 'may'} ${on} ${what}`;
}

/** What callers compute with. */
export function printResult({
  result,
  splits,
  dependsOnSelf,
}: Pick<Summary, 'result' | 'splits' | 'dependsOnSelf'>): string {
  return `${printScheme(result)} ${splits.join(' ')}${dependsOnSelf ? ' self' : ''}`;
}

export function printSummary(summary: Summary): string {
  const { key, params, constraints, block, effect, writes, calls, unknown } = summary;
  const lines = [
    `params ${params.map(({ name, kind, default: type }) => `${kind} ${name}${type ? ` = ${printScheme(type)}` : ''}`).join(', ')}`,
    ...constraints.map(constraint => `requires ${printConstraint(constraint)}`),
    `result ${printResult(summary)}`,
    ...(block ? [`block ${block.must ? 'must' : 'may'} (${block.args.map(printScheme).join(', ')})`] : []),
    `effect ${effect === null ? 'anything' : effect.join(' ')}`,
    ...writes.map(write => `write ${printWrite(write)}`),
    ...calls.map(call => `call ${printCall(call)}`),
    ...unknown.map(cause => `unknown ${JSON.stringify(cause)}`),
  ];
  return [key, ...lines.map(line => `  ${line}`)].join('\n');
}

export function printField(field: FieldSummary): string {
  const { name, type, shown, declared, mayBeUnset, isShared, unknown } = field;
  return `${name} ${printScheme(type)} ${printScheme(shown)}${declared ? ` declared ${printScheme(declared)}` : ''}${mayBeUnset ? ' unset' : ''}${isShared ? ' shared' : ''} ${JSON.stringify(unknown)}`;
}
