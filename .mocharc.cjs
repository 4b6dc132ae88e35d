/** Files are run side by side: most of them wait for a solver or a Ruby in another thread. */
const { availableParallelism } = require('node:os');

/** As host/delayOptimisation.ts does for the product (ADR 0077): a quarter less of the CPU time where tests infer types. */
const OPTIMISE_LATER = process.versions.v8.startsWith('11.') ? ['interrupt-budget=528000'] : [];

module.exports = {
  'node-option': ['import=tsx', ...OPTIMISE_LATER],
  require: ['./test/tiers/compile.cjs'],
  ignore: ['test/editors/**'],
  parallel: true,
  jobs: Math.max(2, availableParallelism() - 1),
  timeout: 300_000,
  reporter: 'dot',
};
