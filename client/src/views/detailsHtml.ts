/**
 * The details of a method -> HTML. Everything is escaped: parts come from sources. The page may run one script and use
 * one style sheet, by their nonce, and load nothing. Links and buttons carry what to do in `data-` attributes.
 */
import type { DetailLine, DetailPlace, FactLine, FailureDetails, MethodDetails } from '../../../shared/src/protocol';

/** What the page sends back. */
export type DetailsMessage =
  | { readonly kind: 'open'; readonly at: DetailPlace }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'fix'; readonly purpose: 'precondition' | 'test' };

export function detailsHtml(details: MethodDetails, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(details.name)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${detailsBody(details)}
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

/** Without links to anything outside: what is sent is in `data-message`. */
export function detailsBody(details: MethodDetails): string {
  return `<h1>${link(escapeHtml(details.name), details.at)} <small>${escapeHtml(details.title)}</small></h1>
${details.failures.map(failureHtml).join('')}
${section('Obligations', details.obligations.map(obligationHtml))}
${details.here === null ? '' : section(`Known at line ${details.here.line + 1}`, details.here.facts.map(factHtml))}
${section(
  'Loop invariants found',
  details.invariants.map(each => item(code(each.text), each)),
)}
${section('Assumes', [...details.caveats.map(each => `<li>${escapeHtml(each)}</li>`), ...details.assumptions.map(lineHtml)])}
${section('Not modelled', details.notModelled.map(lineHtml))}
${details.effort === '' ? '' : `<p class="effort">${escapeHtml(details.effort)}</p>`}`;
}

function failureHtml({ message, lead, call, outcome, values, steps, advice, isConfirmed }: FailureDetails): string {
  const state = values.map(({ name, value }) => `<tr><th scope="row">${code(name)}</th><td>${code(value)}</td></tr>`);
  const buttons = [
    button('Copy call', { kind: 'copy', text: call }),
    ...(isConfirmed ? [button('Add test', { kind: 'fix', purpose: 'test' })] : []),
    button('Add precondition', { kind: 'fix', purpose: 'precondition' }),
  ];
  return `<section class="failure">
<h2>${escapeHtml(message)}</h2>
<p>${escapeHtml(lead)}</p>
<pre>${escapeHtml(call)}${outcome === '' ? '' : `  <span class="outcome"># ${escapeHtml(outcome)}</span>`}</pre>
${state.length === 0 ? '' : `<table aria-label="Values">${state.join('')}</table>`}
${steps.length === 0 ? '' : `<ol aria-label="Steps">${steps.map(lineHtml).join('')}</ol>`}
${advice === '' ? '' : `<p>${escapeHtml(advice)}</p>`}
<p class="buttons">${buttons.join(' ')}</p>
</section>`;
}

function obligationHtml(each: MethodDetails['obligations'][number]): string {
  const clause = each.clause === null ? '' : `${code(each.clause)} `;
  const text = `<span class="${each.status}">${escapeHtml(each.mark)}</span> ${clause}${escapeHtml(each.text)}`;
  return each.facts.length === 0 ? item(text, each) : item(text, each, factsHtml(each.facts));
}

/** Closed at first: the obligations alone are the overview. */
function factsHtml(facts: readonly FactLine[]): string {
  const used = facts.filter(fact => fact.isUsed).length;
  const count = facts[0]!.isUsed === null ? '' : `, ${used} used`;
  const known = `${facts.length} known ${facts.length === 1 ? 'fact' : 'facts'}${count}`;
  return `<details><summary>${known}</summary><ul>${facts.map(factHtml).join('')}</ul></details>`;
}

function factHtml(fact: FactLine): string {
  const used = fact.isUsed ? ' <b>used</b>' : '';
  return item(`${code(fact.text)} <span class="source">${escapeHtml(fact.source)}</span>${used}`, fact);
}

function section(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<section><h2>${title}</h2><ul>${items.join('')}</ul></section>`;
}

function lineHtml(line: DetailLine): string {
  return item(escapeHtml(line.text), line);
}

function item(html: string, { at }: DetailLine, below = ''): string {
  return `<li>${html}${at === null ? '' : ` ${link(`line ${at.line + 1}`, at)}`}${below}</li>`;
}

function link(html: string, at: DetailPlace): string {
  return `<a href="#" ${sends({ kind: 'open', at })}>${html}</a>`;
}

function button(title: string, message: DetailsMessage): string {
  return `<button type="button" ${sends(message)}>${title}</button>`;
}

function sends(message: DetailsMessage): string {
  return `data-message="${escapeHtml(JSON.stringify(message))}"`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, each => ENTITIES[each] ?? each);
}

const STYLE = `
body { font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); color: var(--vscode-foreground); padding: 0 1.2em 1em; line-height: 1.5; }
h1 { font-size: 1.3em; margin: 0.8em 0; } h1 small { font-size: 0.75em; font-weight: normal; opacity: 0.85; }
h2 { font-size: 1em; margin: 1.2em 0 0.3em; }
code, pre { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
pre { background: var(--vscode-textCodeBlock-background); padding: 0.6em 0.8em; overflow-x: auto; margin: 0.4em 0; }
ul, ol { margin: 0.2em 0; padding-left: 1.4em; } ul { list-style: none; padding-left: 0.2em; } li { margin: 0.15em 0; }
details { padding-left: 1.2em; } summary { cursor: pointer; }
th { text-align: left; font-weight: normal; padding-right: 1em; } table { border-spacing: 0; margin: 0.2em 0 0.2em 0.8em; }
a { color: var(--vscode-textLink-foreground); } a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus, button:focus { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
button { font: inherit; color: var(--vscode-button-foreground); background: var(--vscode-button-background); border: 1px solid var(--vscode-button-border, transparent); padding: 0.25em 0.8em; cursor: pointer; }
button:hover { background: var(--vscode-button-hoverBackground); }
.failure { border-left: 3px solid var(--vscode-editorError-foreground); padding-left: 0.9em; }
.outcome, .effort, .source, summary { color: var(--vscode-descriptionForeground); }
.safe { color: var(--vscode-testing-iconPassed); } .unsafe { color: var(--vscode-testing-iconFailed); } .open { color: var(--vscode-editorWarning-foreground); }
`;

const SCRIPT = `
const vscode = acquireVsCodeApi();
document.addEventListener('click', event => {
  const target = event.target.closest('[data-message]');
  if (!target) return;
  event.preventDefault();
  vscode.postMessage(JSON.parse(target.dataset.message));
});
`;
