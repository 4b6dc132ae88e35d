/**
 * The one dependency rule (ARCHITECTURE.md) as data: rooms from left to right, import only to the left, rooms of one
 * step do not know each other. Beside it: who may know which package, and that only the faces touch the outside.
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

const room = name => `^server/src/${name}/`;
const rooms = names => `^server/src/(${names.join('|')})/`;

/** One rule per room: it may not import from its own step's other rooms, nor from anything to the right. */
const leftOnly = STEPS.flatMap((step, index) =>
  step.flatMap(name => {
    const forbidden = [...step.filter(other => other !== name), ...STEPS.slice(index + 1).flat()];
    if (forbidden.length === 0) return [];
    return [{ name: `${name}-imports-left-only`, severity: 'error', from: { path: room(name) }, to: { path: rooms(forbidden) } }];
  }),
);

/** The same inside large layers: their folders from left to right; the files of the layer itself come last. */
const INSIDE = {
  vcgen: ['state', 'analysis', 'obligations', 'heap', 'clauses', 'fields', 'loops', 'calls', 'library', 'dispatch', 'syntax'],
  check: ['state', 'types', 'facts', 'binding', 'callees', 'library', 'run', 'certain', 'syntax', 'inference', 'setup', 'declarations'],
  engine: ['incremental'],
};
const leftOnlyInside = Object.entries(INSIDE).flatMap(([layer, folders]) =>
  folders.map((folder, index) => ({
    name: `${layer}-${folder}-imports-left-only`,
    severity: 'error',
    from: { path: `^server/src/${layer}/${folder}/` },
    to: { path: [...folders.slice(index + 1).map(later => `^server/src/${layer}/${later}/`), `^server/src/${layer}/[^/]+$`] },
  })),
);

/** A package, and the only rooms that may import it. */
const OWNED = [
  { name: 'web-tree-sitter', package: 'web-tree-sitter', rooms: [room('syntax'), room('parse')] },
  { name: 'z3-solver', package: 'z3-solver', rooms: [room('host')] },
  { name: 'embedded-ruby', package: '(@ruby/|@bjorn3/)', rooms: [room('host')] },
  { name: 'vscode-languageserver', package: 'vscode-languageserver', rooms: [room('lsp')] },
  { name: 'vscode-languageclient', package: 'vscode-languageclient', rooms: ['^client/src/'] },
];
const ownedPackages = OWNED.map(owned => ({
  name: `${owned.name}-is-known-to-its-rooms-only`,
  severity: 'error',
  from: { path: '^(server|client|shared)/src/', pathNot: owned.rooms },
  to: { path: `node_modules/${owned.package}` },
}));

module.exports = {
  forbidden: [
    ...leftOnly,
    ...leftOnlyInside,
    ...ownedPackages,
    {
      name: 'the-outside-is-behind-host-and-faces',
      severity: 'error',
      from: { path: '^server/src/', pathNot: rooms(['host', 'browser', 'lsp', 'cli']) },
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
      from: { path: '^(server|client|shared)/src/' },
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
