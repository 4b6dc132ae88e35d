/** The sorts, datatypes and functions that a method's formulas mention. */
import type { DatatypeDeclaration, FunctionDeclaration, Signature } from '../../logic/formula';
import type { Run } from './context';
import { VALUE_DATATYPE } from './value';

export function collectSmtSignature(runs: readonly Run[]): Signature {
  const functions = new Map<string, FunctionDeclaration>();
  for (const run of runs) for (const [name, declaration] of run.hypotheses.functions) functions.set(name, declaration);
  const classes = [...new Set(runs.flatMap(run => [...run.hypotheses.classes]))].sort();
  return { sorts: [], datatypes: [classDatatype(classes), VALUE_DATATYPE], functions: [...functions.values()] };
}

/** `c-other` stands for every class that the method does not name. */
function classDatatype(names: readonly string[]): DatatypeDeclaration {
  return {
    name: 'Class',
    constructors: [...names.map(name => ({ name: `c:${name}`, fields: [] })), { name: 'c-other', fields: [] }],
  };
}
