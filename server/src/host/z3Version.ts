import z3Package from 'z3-solver/package.json';

/** Of the bundled solver; part of every cache key. */
export const Z3_VERSION = `z3-solver ${z3Package.version}`;
