/** Files are run side by side: most of them wait for a solver or a Ruby in another thread. */
const { availableParallelism } = require('node:os');

module.exports = {
  'node-option': ['import=tsx'],
  ignore: ['test/editors/**'],
  parallel: true,
  jobs: Math.max(2, availableParallelism() - 1),
  timeout: 300_000,
  reporter: 'dot',
};
