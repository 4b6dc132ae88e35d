// Runs inside the real extension host: asks through the public API what every extension could ask, and writes it down.
const fs = require('node:fs');
const vscode = require('vscode');

const OUT = process.env.LOUPE_DRIVER_OUT;
const FILE = process.env.LOUPE_DRIVER_FILE;

async function until(what, milliseconds, question) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`timeout: ${what}`);
    await new Promise(done => setTimeout(done, 100));
  }
}

const ask = (command, ...args) => vscode.commands.executeCommand(command, ...args);

async function run() {
  const uri = vscode.Uri.file(FILE);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  const ours = () => vscode.languages.getDiagnostics(uri).filter(each => each.source === 'loupe');
  const withCode = code => ours().find(each => each.code === code || each.code?.value === code);
  const unsafe = await until('the counterexample', 90000, () => {
    const found = withCode('LP4001');
    return found?.message.includes('has not been run yet') ? undefined : found;
  });
  const missing = await until('the missing var_type', 30000, () => withCode('LP3006'));
  const hovers = await ask('vscode.executeHoverProvider', uri, unsafe.range.start);
  const lenses = await until('lenses', 30000, async () => {
    const found = await ask('vscode.executeCodeLensProvider', uri, 100);
    return found.some(lens => lens.command?.title.includes('✓')) && found;
  });
  const hints = await ask('vscode.executeInlayHintProvider', uri, new vscode.Range(0, 0, document.lineCount, 0));
  const tokens = await ask('vscode.provideDocumentSemanticTokens', uri);
  const symbols = await ask('vscode.executeDocumentSymbolProvider', uri);
  const completions = await ask('vscode.executeCompletionItemProvider', uri, document.positionAt(document.getText().indexOf('x < 60')));
  const actions = await ask('vscode.executeCodeActionProvider', uri, missing.range, undefined, 20);
  const proofs = await ask('vscode.executeCodeActionProvider', uri, unsafe.range);
  const details = await ask('loupe.showDetails', uri.toString(), 'Clock#incr_sec');
  const panel = await until('the details beside', 30000, () =>
    vscode.window.tabGroups.all.flatMap(group => group.tabs).find(tab => tab.label === 'Loupe: Clock#incr_sec'),
  );
  const fix = actions.find(action => action.title.startsWith('Declare'));
  await vscode.workspace.applyEdit(fix.edit);
  await until('the missing var_type to go', 30000, () => !withCode('LP3006'));
  const at = document.positionAt(document.getText().indexOf('58'));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(at, at.translate(0, 2)), '59');
  await vscode.workspace.applyEdit(edit);
  await until('the counterexample to go', 60000, () => !withCode('LP4001'));
  const after = await until('every verdict', 60000, async () => {
    const found = await ask('vscode.executeCodeLensProvider', uri, 100);
    return found.every(lens => lens.command?.title.includes('✓')) && found;
  });
  return {
    trusted: vscode.workspace.isTrusted,
    unsafe: { message: unsafe.message, severity: unsafe.severity, line: unsafe.range.start.line },
    hover: hovers.flatMap(hover => hover.contents.map(content => content.value)).join('\n'),
    lenses: lenses.map(lens => lens.command.title),
    lensesAfter: after.map(lens => lens.command.title),
    hints: hints.map(hint => (typeof hint.label === 'string' ? hint.label : hint.label.map(part => part.value).join(''))),
    tokens: tokens.data.length / 5,
    symbols: symbols.map(symbol => symbol.name),
    completions: completions.items.map(item => (typeof item.label === 'string' ? item.label : item.label.label)),
    actions: actions.map(action => action.title),
    proofs: proofs.map(action => action.title),
    details,
    isPanel: panel.input instanceof vscode.TabInputWebview,
    text: document.getText(),
  };
}

exports.activate = () => {
  if (!OUT) return;
  const write = result => fs.writeFileSync(OUT, JSON.stringify(result, null, 1));
  run().then(
    result => write({ ok: true, ...result }),
    error => write({ ok: false, error: error.stack, seen: vscode.languages.getDiagnostics().flatMap(([uri, all]) => all.map(each => `${uri.path} ${each.source} ${each.message}`)) }),
  );
};
