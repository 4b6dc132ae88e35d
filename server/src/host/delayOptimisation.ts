/**
 * When the JavaScript engine compiles hot functions. The checker's functions meet many shapes of objects: code that is
 * optimised early is thrown away and optimised again, which takes a third of the CPU time of inference (ADR 0077). Z3
 * and Ruby have tens of thousands of functions, and most processes end before the optimised ones have paid off.
 */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function executes before it is optimised; four times what Node 20 has. */
const BUDGET = 528_000;
/** The same for a function of WebAssembly; 28 times what Node 20 has. */
const WASM_BUDGET = 50_000_000;

/** For V8 11 only (Node 20), where it was measured: later versions have another compiler between the two. */
export function optimiseLater(): void {
  if (!process.versions.v8.startsWith('11.')) return;
  setFlagsFromString(`--interrupt-budget=${BUDGET}`);
  setFlagsFromString(`--wasm-tiering-budget=${WASM_BUDGET}`);
}
