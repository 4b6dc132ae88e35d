/**
 * What the editor and the command line guarantee, row by row, and the test of each part: a file, and the title (or the
 * key in a table of tests). `test/guarantees.test.ts` checks that these tests exist and that every feature has a row.
 */
export interface Guarantee {
  readonly part: string;
  readonly file: string;
  readonly title: string;
}

const shown = (file: string, parts: Readonly<Record<string, string>>): readonly Guarantee[] =>
  Object.entries(parts).map(([part, title]) => ({ part, file, title }));

const CAPABILITIES = 'lsp/capabilities.test.ts';
const LANGUAGE = 'unit/ide/typeStringFeatures.test.ts';
const SHOWN = 'lsp/explanations.test.ts';
const ROBUST = 'lsp/longSessions.test.ts';
const CHECK = 'cli/check.test.ts';
const OPTIONS = 'cli/options.test.ts';
const PROFILE = 'cli/profile.test.ts';
const COMMANDS = 'cli/commands.test.ts';
const IN_VS_CODE = 'editors/vscode.mjs';
const COMMANDS_IN_VS_CODE = 'editors/commands.mjs';

export const FEATURES: Readonly<Record<string, readonly Guarantee[]>> = {
  diagnostics: [
    ...shown(CAPABILITIES, {
      diagnosticProvider: 'diagnosticProvider',
      'pushed where they are not pulled': 'pushes diagnostics only if they are not pulled',
    }),
    ...shown(LANGUAGE, {
      'errors inside type strings': 'reports a problem of a type while it is typed, only there',
    }),
    ...shown('lsp/session.test.ts', {
      'verdicts, and their end':
        'publishes a confirmed counterexample, shows it in the hover, and withdraws it after the fix',
    }),
    ...shown(SHOWN, {
      'pages, clauses, include sites': 'a diagnostic links to its page, to the clause and to the include site',
    }),
    ...shown('lsp/resolveRequests.test.ts', {
      'of closed files':
        'diagnostics of closed files are pushed until they are pulled; then a request waits for a change',
    }),
    ...shown(ROBUST, {
      stale: 'reports the version of its diagnostics, and marks those of an earlier one as stale',
    }),
  ],
  'hover on a squiggle': shown(SHOWN, {
    hoverProvider: 'the hover of a diagnostic shows the call, its clause, whether it was run, and how to fix it',
  }),
  'hover elsewhere': [
    ...shown(SHOWN, {
      'expressions and calls':
        'the hover of an expression shows its type; of a call, its precondition, postcondition and frame',
    }),
    ...shown(LANGUAGE, { 'names in types': 'shows what a name in a type means' }),
  ],
  'code lens': [
    ...shown(CAPABILITIES, { codeLensProvider: 'codeLensProvider' }),
    ...shown('lsp/settingRows.ts', { safe: 'check', bounded: 'arrayBound', undecided: 'rlimit' }),
    ...shown('lsp/verifyCommands.test.ts', {
      queued: 'verifies only the requested method of its file, and reports it',
    }),
    ...shown(ROBUST, {
      'Add inferred signature': 'infers the type of a method from checked calls, at a click on its lens',
    }),
  ],
  'code actions': [
    ...shown(CAPABILITIES, { codeActionProvider: 'codeActionProvider' }),
    ...shown('unit/ide/fixes.test.ts', {
      'each of them, tried': 'offers nothing that it could not verify',
      'type of a callee': 'annotates an unannotated callee, at',
      'loop invariant': 'writes inferred loop invariants, and the proof still holds',
      'closed files': 'counts calls that would break in them, but not existing problems',
    }),
    ...shown('unit/ide/inferredSignature.test.ts', {
      'inferred signatures': 'adds the signature of a method, of a class and of a file',
      'only known ones': 'writes %dyn where a part is unknown; for a class or file, only what is known',
    }),
    ...shown('unit/judge/emitTest.test.ts', { 'failing test': 'a test generated from a counterexample' }),
  ],
  'inlay hints': [
    ...shown(CAPABILITIES, { inlayHintProvider: 'inlayHintProvider' }),
    ...shown(LANGUAGE, {
      locals: 'shows the type of a local once, and not for a literal',
      'parameters and results':
        'shows types of parameters and results of unannotated methods, as checked code calls them',
      'inherited annotations': 'shows the types of an inherited annotation',
    }),
    ...shown(IN_VS_CODE, { 'values of the counterexample': 'askInside' }),
  ],
  completion: [
    ...shown(CAPABILITIES, { completionProvider: 'completionProvider' }),
    ...shown(SHOWN, {
      documentation: 'the hover of a method of the library says what Ruby documents, and completion does so on request',
    }),
    ...shown(LANGUAGE, {
      'inside type strings':
        'completes inside types: classes, aliases, special types; inside refinements binders, fields, members',
      'after a dot': 'completes members after a dot, by type',
    }),
    ...shown('unit/ide/inferredCompletion.test.ts', {
      'after a dot, without annotations': 'completes after a dot in a script, also with a half-typed name',
      'bare names': 'completes bare names: locals first, then methods of self, own class first',
      constants: 'completes constants, those of the enclosing class first, and those of a named class',
      'a whole signature': 'offers the whole inferred signature first after `##% `',
    }),
  ],
  'finding and naming': [
    ...shown(CAPABILITIES, {
      signatureHelpProvider: 'signatureHelpProvider',
      definitionProvider: 'definitionProvider',
      typeDefinitionProvider: 'typeDefinitionProvider',
      implementationProvider: 'implementationProvider',
      callHierarchyProvider: 'callHierarchyProvider',
      typeHierarchyProvider: 'typeHierarchyProvider',
      referencesProvider: 'referencesProvider',
      renameProvider: 'renameProvider',
      linkedEditingRangeProvider: 'linkedEditingRangeProvider',
      declarationProvider: 'declarationProvider',
      documentLinkProvider: 'documentLinkProvider',
      documentSymbolProvider: 'documentSymbolProvider',
      workspaceSymbolProvider: 'workspaceSymbolProvider',
      documentHighlightProvider: 'documentHighlightProvider',
      foldingRangeProvider: 'foldingRangeProvider',
      selectionRangeProvider: 'selectionRangeProvider',
    }),
    ...shown('unit/ide/rename.test.ts', {
      'rename of locals': 'a local, but not a variable that shadows it',
      'rename of fields': 'a field in its class, its subclass and its types, but not in another class',
      'rename of binders': 'a binder and the parameter that it names, in its own annotation only',
      'rename of methods': 'a method with those that override it, and no other of that name',
      'rename of classes': 'a class in code and types, but not another class of that name',
    }),
  ],
  colours: [
    ...shown(CAPABILITIES, { semanticTokensProvider: 'semanticTokensProvider' }),
    ...shown('unit/syntaxes/grammar.test.ts', {
      'injection grammar': 'is not a string to the editor: brackets match inside, and quotes are not completed',
    }),
  ],
  progress: [
    ...shown('lsp/workspace.test.ts', {
      'indexing and verifying': 'shows progress while it reads and verifies a folder',
    }),
    ...shown(ROBUST, {
      cancelled: 'reads 500 files with progress; when cancelled, reports only problems that need no other file',
    }),
  ],
  commands: [
    ...shown(CAPABILITIES, { executeCommandProvider: 'handles every command that it advertises' }),
    ...shown('lsp/verifyCommands.test.ts', {
      'loupe.verifyAll': 'continues with the workspace after an edit in between',
      'loupe.verifyThisFile': 'verifies all of several files that are requested at once',
    }),
    ...shown(COMMANDS_IN_VS_CODE, {
      'loupe.verifyThisMethod': 'Verify This Method',
      'loupe.showCounterexample': 'Show Counterexample of This Method',
      'loupe.showLambda': 'Show the Lambda-I of This Method',
      'loupe.showSmt': 'Show the SMT-LIB of This Method',
      'loupe.copyTest': 'Copy Counterexample as a Test',
      'loupe.restart': 'Restart Server',
      'loupe.showOutput': 'Show Output',
    }),
    ...shown(SHOWN, { 'a test, over plain LSP': 'a counterexample is available as a test' }),
    ...shown('unit/client/learnCommand.test.ts', {
      'loupe.learnFromTests': 'proposes the command that runs the tests, and reads it without a shell',
    }),
    ...shown(IN_VS_CODE, { 'loupe.openWalkthrough': 'Open Walkthrough', 'loupe.openSample': 'Open Sample' }),
  ],
  status: shown(SHOWN, {
    counts: 'the status counts safe methods, those that rely on one which fails, unsafe and undecided ones',
  }),
  'in VS Code only': [
    ...shown(IN_VS_CODE, { 'Testing view': 'testingView', walkthrough: 'firstMinute' }),
    ...shown(COMMANDS_IN_VS_CODE, { gutter: 'async function gutter(' }),
    ...shown('unit/shared/settings.test.ts', {
      settings: 'every setting has a default that it accepts, and a description',
    }),
  ],
};

export const COMMAND_LINE: Readonly<Record<string, readonly Guarantee[]>> = {
  check: [
    ...shown(CHECK, {
      verdicts: 'succeeds if everything is proved',
      'code frames': 'shows the counterexample with its code frame, and fails',
      '--watch': 'watches: runs again when a file or the configuration changes; reports errors and continues',
      '--isolated': 'checks each file as a separate program with --isolated',
      '--baseline': 'hides exactly the problems of a baseline',
      '--update-baseline': 'hides exactly the problems of a baseline',
      '--no-run': 'runs nothing with --no-run, and does not report an error then',
      '--no-cache': 'reports the same verdicts with a cold and a warm cache',
      '--explain': 'explains every obligation',
      '--fail-on': 'fails according to --fail-on',
      '--format': 'prints JSON as documented',
    }),
    ...shown(PROFILE, {
      '--no-profile': '--no-profile does not use what runs have shown',
      '--stale': '--stale error fails if a dynamic call has changed since it ran',
    }),
    ...shown('cli/machineOutput.test.ts', {
      '--format sarif': 'prints valid SARIF, also for odd names and unreadable files',
      '--format github': 'prints GitHub annotations and SARIF',
      '--format junit': 'prints JUnit XML: a suite per file, a case per method, failures, skipped ones and warnings',
      '--format gitlab': 'prints reports for GitLab and reviewdog, also for odd names and unreadable files',
      '--format agent':
        'prints one line per problem for agents, with the counterexample, and nothing that needs no action',
    }),
    ...shown('cli/changes.test.ts', {
      '--changed-since': 'reports changed and new files and what breaks elsewhere, not what was broken before',
      '--staged': 'checks staged contents, not those of the work tree',
      '--shard': 'reports in all parts together what a whole check reports',
    }),
    ...shown(OPTIONS, {
      'progress bar': 'shows progress on a terminal and clears it afterwards',
      '--jobs': '--timeout ends a solver that hangs; --jobs runs several',
      '--timeout': '--timeout ends a solver that hangs; --jobs runs several',
      '--solver': '--timeout ends a solver that hangs; --jobs runs several',
      '--rlimit': '--rlimit limits the effort',
      '--config': '--config reads settings from another file; options take precedence',
      '--ruby':
        '--ruby chooses the Ruby: if it is not installed, nothing is confirmed or audited, and that is reported',
    }),
    ...shown(COMMANDS, { '--emit-tests': 'check --emit-tests writes a failing test' }),
  ],
  lsp: shown(OPTIONS, { '--stdio': 'lsp --stdio is the server' }),
  init: shown(COMMANDS, {
    'written once': 'init writes a configuration that check accepts, once',
    '--agents': 'init --agents adds its paragraph to AGENTS.md once',
  }),
  mcp: shown('cli/mcp.test.ts', {
    check: 'check reports problems with a call that ran, and follows the files on disk',
    'no file is changed': 'try_contract verifies a contract without writing it',
    '--no-run': 'runs nothing with --no-run, and reads the settings of --config',
    '--config': 'runs nothing with --no-run, and reads the settings of --config',
  }),
  'type-of': shown(COMMANDS, { 'a place': 'type-of shows the type at a position' }),
  explain: shown(COMMANDS, { 'codes and names': 'explain accepts codes and names' }),
  print: shown(COMMANDS, { 'each form': 'print shows each intermediate form' }),
  infer: [
    ...shown('cli/infer.test.ts', {
      RBS: 'prints RBS: modules, classes, constants, attributes, singleton and private methods, interfaces',
      '--write': 'writes comments once, updates its own, and leaves those of the user',
      '--update': 'writes comments once, updates its own, and leaves those of the user',
      '--check': 'writes sig/, is checked, and keeps what was changed by hand',
      '--only-known': 'leaves out what is unknown with --only-known, by the settings of --config',
      '--config': 'leaves out what is unknown with --only-known, by the settings of --config',
      'all or nothing': 'changes nothing where a file is read-only',
    }),
    ...shown('ruby/rubydustPrograms.test.ts', {
      '--only': 'infer --only proved and --only complete write these types',
    }),
    ...shown('unit/ide/inferWrite.test.ts', { 'a fixed point': 'adds nothing to its own comments without --update' }),
  ],
  suggest: shown('cli/suggest.test.ts', {
    'what is proved': 'prints what is needed and what is proved, with its reasons',
    'a place': 'takes a line or a name, and says if there is no such method',
    '--write': '--write writes contracts that check proves; fills holes; settings of --config',
    '--config': '--write writes contracts that check proves; fills holes; settings of --config',
  }),
  convert: shown('cli/convert.test.ts', {
    'reads the same': 'exchanges the lines of a declaration',
    '--to': 'prints a diff, and writes only with --write, by the settings of --config',
    '--write': 'prints a diff, and writes only with --write, by the settings of --config',
    '--config': 'prints a diff, and writes only with --write, by the settings of --config',
  }),
  coverage: shown('cli/infer.test.ts', {
    '--format': 'coverage counts per folder, as text, JSON and a page without markup from names',
    '--html': 'coverage counts per folder, as text, JSON and a page without markup from names',
    '--config': 'coverage reads the files that --config includes',
  }),
  audit: [
    ...shown(COMMANDS, {
      '--inputs': 'audit runs proved methods',
      '--inferred': 'audit --inferred compares runs with inferred types',
    }),
    ...shown(OPTIONS, {
      '--ruby':
        '--ruby chooses the Ruby: if it is not installed, nothing is confirmed or audited, and that is reported',
      '--config':
        '--ruby chooses the Ruby: if it is not installed, nothing is confirmed or audited, and that is reported',
    }),
  ],
  run: shown('cli/run.test.ts', {
    'a script': 'checks a script, runs it in the embedded Ruby in spite of errors, and returns its status',
    '--ruby': 'checks a script, runs it in the embedded Ruby in spite of errors, and returns its status',
    '--infer': '--infer logs what contradicts inferred signatures, once, and raises nothing; --no-check checks nothing',
    '--no-check':
      '--infer logs what contradicts inferred signatures, once, and raises nothing; --no-check checks nothing',
    'a command': 'an installed Ruby, or a command, runs with LOUPE=check and its own streams',
    '--config': 'needs a script that exists, or a command; --config names the settings of the check',
  }),
  learn: [
    ...shown('cli/suggest.test.ts', {
      '--values': 'tries what held in runs: proved, needed, or refuted by a call; values of other sources are not used',
    }),
    ...shown(PROFILE, { '--keep-texts': '--keep-texts stores evaluated sources as they are' }),
    ...shown('ruby/learn.test.ts', {
      '--show': 'records classes, results and branches, and passes output and status through',
      '--format': 'records classes, results and branches, and passes output and status through',
      '--merge': 'a second run does not count twice, --merge does; --forget deletes',
      '--forget': 'a second run does not count twice, --merge does; --forget deletes',
      '--missing': '--missing prints calls that take paths which no run took',
      '--config': '--config chooses the files that are shown and recorded',
    }),
  ],
  cache: shown(COMMANDS, { '--stats': 'cache counts and clears', '--clear': 'cache counts and clears' }),
  'exit status': [
    ...shown(CHECK, {
      0: 'succeeds if everything is proved',
      1: 'shows the counterexample with its code frame, and fails',
      stricter: 'fails according to --fail-on',
    }),
    ...shown('cli/badInput.test.ts', { 2: 'an unknown option, command, value' }),
    ...shown(OPTIONS, { 70: 'an internal error is status 70, in two lines' }),
  ],
  'bad input': shown('cli/badInput.test.ts', {
    'missing path': 'a path that does not exist',
    'not UTF-8': 'a file that is not UTF-8',
    'broken type string': 'a broken type string',
    configuration: 'a broken configuration',
  }),
};
