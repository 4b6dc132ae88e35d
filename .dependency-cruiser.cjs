/**
 * The one dependency rule (ARCHITECTURE.md) as data: layers from left to right import only to the left, and layers of one
 * step do not import each other. Beside it: which layers may import which package, and that only the host and the front
 * ends use the operating system.
 */
const STEPS = [
  ['base'],
  ['problems', 'syntax'],
  ['logic', 'ril'],
  ['types'],
  ['program', 'proof'],
  ['typing'],
  ['parse', 'lower', 'resolve', 'hook', 'check', 'infer', 'record', 'vcgen', 'solve', 'judge'],
  ['engine'],
  ['ide', 'host'],
  ['browser'],
  ['lsp', 'cli'],
];

const layer = name => `^server/src/${name}/`;
const layers = names => `^server/src/(${names.join('|')})/`;

/** One rule per layer: it may not import from the other layers of its step, nor from anything to the right. */
const leftOnly = STEPS.flatMap((step, index) =>
  step.flatMap(name => {
    const forbidden = [...step.filter(other => other !== name), ...STEPS.slice(index + 1).flat()];
    if (forbidden.length === 0) return [];
    return [{ name: `${name}-imports-left-only`, severity: 'error', from: { path: layer(name) }, to: { path: layers(forbidden) } }];
  }),
);

/** The same inside large layers: their folders from left to right; the files of the layer itself come last. */
const INSIDE = {
  vcgen: ['state', 'analysis', 'obligations', 'heap', 'clauses', 'fields', 'loops', 'calls', 'library', 'dispatch', 'syntax'],
  check: ['state', 'types', 'facts', 'binding', 'callees', 'library', 'run', 'certain', 'syntax', 'inference', 'setup', 'declarations'],
  'vcgen/calls': ['binding', 'transfer', 'raises', 'blocks', 'modes'],
  'vcgen/library': ['rows', 'numbers', 'equality', 'arrays', 'tables', 'ranges', 'text', 'objects', 'enumerable'],
  engine: ['incremental'],
};
const leftOnlyInside = Object.entries(INSIDE).flatMap(([parent, folders]) =>
  folders.map((folder, index) => ({
    name: `${parent.replaceAll('/', '-')}-${folder}-imports-left-only`,
    severity: 'error',
    from: { path: `^server/src/${parent}/${folder}/` },
    to: { path: [...folders.slice(index + 1).map(later => `^server/src/${parent}/${later}/`), `^server/src/${parent}/[^/]+$`] },
  })),
);

/** A package, and the only layers that may import it. */
const OWNED = [
  { name: 'web-tree-sitter', package: 'web-tree-sitter', layers: [layer('syntax'), layer('parse')] },
  { name: 'z3-solver', package: 'z3-solver', layers: [layer('host')] },
  { name: 'embedded-ruby', package: '(@ruby/|@bjorn3/)', layers: [layer('host')] },
  { name: 'vscode-languageserver', package: 'vscode-languageserver', layers: [layer('lsp')] },
  { name: 'vscode-languageclient', package: 'vscode-languageclient', layers: ['^client/src/'] },
];
const ownedPackages = OWNED.map(owned => ({
  name: `${owned.name}-is-imported-by-its-layers-only`,
  severity: 'error',
  from: { path: '^(server|client|shared)/src/', pathNot: owned.layers },
  to: { path: `node_modules/${owned.package}` },
}));

/**
 * Files whose types may refer to each other; at run time no file may. A declaration is an expression and contains some;
 * a value may be a proc, which has the frame that it was made in, and a frame has values and a state.
 */
const MUTUAL_TYPES = [
  '^server/src/ril/(ril|declarations)[.]ts$',
  '^server/src/vcgen/state/(value|frame|state)[.]ts$',
];

module.exports = {
  forbidden: [
    ...leftOnly,
    ...leftOnlyInside,
    ...ownedPackages,
    {
      name: 'only-host-and-front-ends-use-the-system',
      severity: 'error',
      from: { path: '^server/src/', pathNot: layers(['host', 'browser', 'lsp', 'cli']) },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|path)$' },
    },
    { name: 'shared-imports-nothing', severity: 'error', from: { path: '^shared/src/' }, to: { pathNot: '^shared/src/' } },
    {
      name: 'client-is-thin',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/' },
    },
    {
      name: 'no-circular-imports',
      severity: 'error',
      from: { path: '^(server|client|shared)/src/', pathNot: MUTUAL_TYPES },
      to: { circular: true },
    },
    {
      name: 'no-circular-imports-at-run-time',
      severity: 'error',
      from: { path: MUTUAL_TYPES },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'every-import-is-found', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'require', 'default', 'types'] },
  },
};
