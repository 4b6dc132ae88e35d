/**
 * When the JavaScript engine compiles hot functions. The checker's functions meet many shapes of objects: code that is
 * optimised early is thrown away and optimised again, which takes a third of the CPU time of inference (ADR 0077).
 */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function executes before it is optimised; four times what Node 20 has. */
const BUDGET = 528_000;

/** For V8 11 only (Node 20), where it was measured: later versions have another compiler between the two. */
export function optimiseLater(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
