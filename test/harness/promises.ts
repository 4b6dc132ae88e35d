/**
 * What the editor and the command line promise, row by row, and the test that shows each part of it: a file, and the
 * title (or the key in a table of tests) there. `test/promises.test.ts` looks whether they exist and whether something
 * that the product has is promised by no row.
 */
export interface Promised {
  readonly part: string;
  readonly file: string;
  readonly title: string;
}

const shown = (file: string, parts: Readonly<Record<string, string>>): readonly Promised[] =>
  Object.entries(parts).map(([part, title]) => ({ part, file, title }));

const CAPABILITIES = 'lsp/capabilities.test.ts';
const LANGUAGE = 'unit/ide/language.test.ts';
const SHOWN = 'lsp/shown.test.ts';
const ROBUST = 'lsp/robust.test.ts';
const CHECK = 'cli/check.test.ts';
const OPTIONS = 'cli/options.test.ts';
const COMMANDS = 'cli/commands.test.ts';
const IN_VS_CODE = 'editors/vscode.mjs';
const COMMANDS_IN_VS_CODE = 'editors/commands.mjs';

export const FEATURES: Readonly<Record<string, readonly Promised[]>> = {
  diagnostics: [
    ...shown(CAPABILITIES, {
      diagnosticProvider: 'diagnosticProvider',
      'pushed where they are not pulled': 'pushes diagnostics only where they are not pulled',
    }),
    ...shown(LANGUAGE, {
      'errors inside type strings': 'shows what is wrong with a type while it is typed there, and nowhere else',
    }),
    ...shown('lsp/session.test.ts', {
      'verdicts, and their end':
        'publishes a confirmed counterexample, tells it in the hover, and withdraws it after the fix',
    }),
    ...shown(SHOWN, {
      'pages, clauses, include sites':
        'a diagnostic leads to its page, to the clause and to where the module is included',
    }),
    ...shown(ROBUST, {
      stale: 'says to which version its diagnostics belong, and marks those of an earlier one as stale',
    }),
  ],
  'hover on a squiggle': shown(SHOWN, {
    hoverProvider: 'the hover of a squiggle tells the call, its clause, whether it was run, and how to mend it',
  }),
  'hover elsewhere': [
    ...shown(SHOWN, {
      'expressions and calls':
        'the hover of an expression is its type; of a call, what it demands, promises and writes',
    }),
    ...shown(LANGUAGE, { 'names in types': 'shows what a name in a type stands for' }),
  ],
  'code lens': [
    ...shown(CAPABILITIES, { codeLensProvider: 'codeLensProvider' }),
    ...shown('lsp/settingRows.ts', { safe: 'check', bounded: 'arrayBound', undecided: 'rlimit' }),
    ...shown('lsp/verifyCommands.test.ts', { queued: 'verifies one method and no other of its file, and says so' }),
    ...shown(ROBUST, { 'infer type': 'infers the type of a method that checked code calls, at a click on its lens' }),
  ],
  'code actions': [
    ...shown(CAPABILITIES, { codeActionProvider: 'codeActionProvider' }),
    ...shown('unit/fixes.test.ts', {
      'each of them, tried': 'offers nothing that it could not try',
      'type of a callee': 'annotates an unannotated callee, at',
      'loop invariant': 'writes down the loop invariants that were guessed, and the proof stands on them',
      'closed files': 'counts the calls that would break in them, and not what is broken already',
    }),
    ...shown('ruby/emitTest.test.ts', { 'failing test': 'a test written from a counterexample' }),
  ],
  'inlay hints': [
    ...shown(CAPABILITIES, { inlayHintProvider: 'inlayHintProvider' }),
    ...shown(LANGUAGE, {
      locals: 'hints at the type of a local once, and not where a literal says it',
      'parameters and results':
        'hints at parameters and results of methods without annotation, as checked code calls them',
      'inherited annotations': 'hints at what the annotation above a method says of it',
    }),
    ...shown(IN_VS_CODE, { 'values of the counterexample': 'askInside' }),
  ],
  completion: [
    ...shown(CAPABILITIES, { completionProvider: 'completionProvider' }),
    ...shown(LANGUAGE, {
      'inside type strings':
        'completes inside types: classes, aliases, special types; inside refinements binders, fields, members',
      'after a dot': 'completes members after a dot, by type',
    }),
  ],
  'finding and naming': [
    ...shown(CAPABILITIES, {
      signatureHelpProvider: 'signatureHelpProvider',
      definitionProvider: 'definitionProvider',
      typeDefinitionProvider: 'typeDefinitionProvider',
      referencesProvider: 'referencesProvider',
      renameProvider: 'renameProvider',
      documentSymbolProvider: 'documentSymbolProvider',
      workspaceSymbolProvider: 'workspaceSymbolProvider',
      documentHighlightProvider: 'documentHighlightProvider',
      foldingRangeProvider: 'foldingRangeProvider',
      selectionRangeProvider: 'selectionRangeProvider',
    }),
    ...shown('unit/ide/rename.test.ts', {
      'rename of locals': 'a local, not what a block hides it with',
      'rename of fields': 'a field in its class, its subclass and its types, not in another class',
      'rename of binders': 'a binder, in its own annotation only',
    }),
  ],
  colours: [
    ...shown(CAPABILITIES, { semanticTokensProvider: 'semanticTokensProvider' }),
    ...shown('unit/grammar.test.ts', {
      'injection grammar':
        'is no string to the editor: brackets match inside, and quotes are not completed as in prose',
    }),
  ],
  progress: [
    ...shown('lsp/workspace.test.ts', {
      'indexing and verifying': 'shows progress while it reads a folder and while it verifies one',
    }),
    ...shown(ROBUST, {
      cancelled: 'reads 500 files with progress; when that is cancelled, says only what a file says by itself',
    }),
  ],
  commands: [
    ...shown(CAPABILITIES, { executeCommandProvider: 'answers every command that it advertises' }),
    ...shown('lsp/verifyCommands.test.ts', {
      'loupe.verifyAll': 'goes on with the workspace when somebody types meanwhile',
      'loupe.verifyThisFile': 'verifies several files that are asked for at once, each of them',
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
    ...shown(SHOWN, { 'a test, over plain LSP': 'a counterexample is given as a test' }),
    ...shown(IN_VS_CODE, { 'loupe.openWalkthrough': 'Open Walkthrough', 'loupe.openSample': 'Open Sample' }),
  ],
  status: shown(SHOWN, { counts: 'the status counts what is verified, unsafe and undecided' }),
  'in VS Code only': [
    ...shown(IN_VS_CODE, { 'Testing view': 'testingView', walkthrough: 'firstMinute' }),
    ...shown(COMMANDS_IN_VS_CODE, { gutter: 'async function gutter(' }),
    ...shown('unit/settings.test.ts', { settings: 'every setting has a default and a description' }),
  ],
};

export const COMMAND_LINE: Readonly<Record<string, readonly Promised[]>> = {
  check: [
    ...shown(CHECK, {
      verdicts: 'succeeds and says so when everything is proved',
      'code frames': 'shows the counterexample with its code frame, and fails',
      '--watch': 'watches: runs again when a file, or the configuration, changes; says what is wrong and goes on',
      '--isolated': 'reads each file as a program of its own with --isolated',
      '--baseline': 'forgets what a baseline knows, and nothing else',
      '--update-baseline': 'forgets what a baseline knows, and nothing else',
      '--no-run': 'runs nothing with --no-run, and then does not call it an error',
      '--no-cache': 'gives the same verdicts with a cold and a warm cache',
      '--explain': 'explains every obligation',
      '--fail-on': 'fails as strictly as it is told',
      '--format': 'prints JSON as documented',
    }),
    ...shown('cli/machineOutput.test.ts', {
      '--format sarif': 'prints SARIF as the standard demands, also for odd names and files that cannot be read',
      '--format github': 'prints GitHub annotations and SARIF',
    }),
    ...shown(OPTIONS, {
      'progress bar': 'shows on a terminal how far it is, and cleans up behind itself',
      '--jobs': '--timeout ends a solver that hangs; --jobs lets several work at once',
      '--timeout': '--timeout ends a solver that hangs; --jobs lets several work at once',
      '--rlimit': '--rlimit bounds the effort',
      '--config': '--config takes settings from elsewhere, and what the line says comes first',
      '--ruby':
        '--ruby chooses what runs: without an installed one, nothing is confirmed and nothing audited, which is said',
    }),
    ...shown(COMMANDS, { '--emit-tests': 'check --emit-tests writes a test that fails' }),
  ],
  lsp: shown(OPTIONS, { '--stdio': 'lsp --stdio is the server' }),
  init: shown(COMMANDS, { 'written once': 'init writes a configuration that check accepts, once' }),
  'type-of': shown(COMMANDS, { 'a place': 'type-of shows the type at a place' }),
  explain: shown(COMMANDS, { 'codes and names': 'explain knows codes and names' }),
  print: shown(COMMANDS, { 'each form': 'print shows each intermediate form' }),
  audit: [
    ...shown(COMMANDS, { '--inputs': 'audit runs what was proved' }),
    ...shown(OPTIONS, {
      '--ruby':
        '--ruby chooses what runs: without an installed one, nothing is confirmed and nothing audited, which is said',
      '--config':
        '--ruby chooses what runs: without an installed one, nothing is confirmed and nothing audited, which is said',
    }),
  ],
  cache: shown(COMMANDS, { '--stats': 'cache counts and clears', '--clear': 'cache counts and clears' }),
  'exit status': [
    ...shown(CHECK, {
      0: 'succeeds and says so when everything is proved',
      1: 'shows the counterexample with its code frame, and fails',
      stricter: 'fails as strictly as it is told',
    }),
    ...shown('cli/badInput.test.ts', { 2: 'an unknown option, command, value' }),
    ...shown(OPTIONS, { 70: 'a bug of Loupe is status 70, in two lines' }),
  ],
  'bad input': shown('cli/badInput.test.ts', {
    'missing path': 'a path that does not exist',
    'not UTF-8': 'a file that is not UTF-8',
    'broken type string': 'a broken type string',
    configuration: 'a broken configuration',
  }),
};
