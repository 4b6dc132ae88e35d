/** The emscripten factory inside z3-solver. Its own wrapper offers only asynchronous calls, which corrupt data. */
declare module 'z3-solver/build/z3-built.js' {
  export interface Z3Module {
    ccall(
      name: string,
      result: 'string' | 'number' | null,
      argTypes: readonly string[],
      args: readonly unknown[],
    ): unknown;
  }
  interface Overrides {
    print(text: string): void;
    printErr(text: string): void;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
  }
  const initZ3: (overrides: Overrides) => Promise<Z3Module>;
  export = initZ3;
}
