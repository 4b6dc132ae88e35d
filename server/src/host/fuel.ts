/** Work that the embedded Ruby may do: iterations of loops of its WebAssembly (server/build/meterLoops.ts). */

/** The global of the module that says how much is left. */
export const FUEL = 'loupe_fuel';

/** For one job: much more than a million steps take (loupe/work_limit.rb), and seconds of CPU time in an empty loop. */
export const MOST_WORK = 1_000_000_000;
