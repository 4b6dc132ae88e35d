/**
 * The playground: the editor on the left, what is known about a method on the right. Nothing starts before the user acts
 * if the code came with the link; examples are checked at once.
 */
import type { EditorView } from '@codemirror/view';
import type { FixPurpose, MethodDetails, PresentMethod } from '../../shared/src/protocol';
import { type DetailsMessage, detailsBody } from '../src/views/detailsHtml';
import { createEditor, showDiagnostics } from './editor';
import { EXAMPLES } from './examples';
import type { TextEdit } from './languageClient';
import { renderMarkdown } from './markdown';
import { type Marks, setMarks } from './marks';
import { editorDiagnostic, offsetOf, positionOf, Session } from './session';
import { decodeShared, encodeShared } from './share';

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const status = byId('status');
const panel = byId('details');
const banner = byId('banner');

/** Time after the last edit before the code is verified with the full budget. */
const PAUSE_MS = 800;

class Playground {
  private readonly editor: EditorView;
  private session: Session | null = null;
  private methods: readonly PresentMethod[] = [];
  private shown: MethodDetails | null = null;
  /** The method or line that the user looks at; null: the first one that fails. */
  private wanted: string | number | null = null;
  private timer = 0;

  constructor(code: string) {
    this.editor = createEditor(byId('editor'), code, {
      changed: () => this.changed(),
      moved: line => {
        this.wanted = line;
        void this.showDetails();
      },
      hover: offset => this.hover(offset),
      complete: async context => (await this.session?.complete(context)) ?? null,
    });
    byId('editor').addEventListener('click', ({ target }) => {
      const method = target instanceof HTMLElement ? target.dataset.method : undefined;
      if (method === undefined) return;
      this.wanted = method;
      void this.showDetails();
    });
    panel.addEventListener('click', event => this.obey(event));
  }

  get code(): string {
    return this.editor.state.doc.toString();
  }

  replace(code: string): void {
    this.wanted = null;
    this.editor.dispatch({
      changes: { from: 0, to: this.editor.state.doc.length, insert: code },
      selection: { anchor: 0 },
    });
    this.wanted = null;
  }

  start(): void {
    if (this.session !== null) return;
    status.textContent = 'Starting…';
    this.session = new Session({
      ready: () => {
        status.textContent = showStatus(this.methods);
        this.session!.update(this.code);
        void this.draw();
      },
      diagnostics: found =>
        showDiagnostics(
          this.editor,
          found.map(each => editorDiagnostic(this.editor.state.doc, each)),
        ),
      methods: methods => {
        this.methods = methods;
        status.textContent = showStatus(methods);
        void this.draw();
        void this.showDetails();
      },
      edit: edits => this.edit(edits),
      tell: message => {
        status.textContent = message;
      },
    });
  }

  private changed(): void {
    this.start();
    this.session!.update(this.code);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.session!.save();
      void this.draw();
    }, PAUSE_MS);
  }

  /** Marks of an earlier text are dropped. */
  private async draw(): Promise<void> {
    const { doc } = this.editor.state;
    const tokens = (await this.session?.tokens(doc)) ?? [];
    if (this.editor.state.doc !== doc) return;
    const marks: Marks = { tokens, methods: this.methods };
    this.editor.dispatch({ effects: setMarks.of(marks) });
  }

  private async hover(offset: number): Promise<{ from: number; dom: HTMLElement } | null> {
    const { doc } = this.editor.state;
    const found = await this.session?.hover(positionOf(doc, offset));
    return found ? { from: offsetOf(doc, found.range.start), dom: renderMarkdown(found.markdown) } : null;
  }

  private async showDetails(): Promise<void> {
    const first = this.methods.find(({ presence }) => presence === 'unsafe') ?? this.methods[0];
    const wanted = this.wanted ?? first?.name;
    if (wanted === undefined) return;
    const details = await this.session?.details(wanted);
    if (!details) return;
    this.shown = details;
    panel.innerHTML = detailsBody(details); // escapes everything that comes from the code
  }

  private obey(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-message]') : null;
    if (target === null || this.shown === null) return;
    event.preventDefault();
    const message = JSON.parse(target.dataset.message!) as DetailsMessage;
    if (message.kind === 'copy') void copy(message.text, 'Call copied.');
    else if (message.kind === 'fix') void this.fix(this.shown.name, message.purpose);
    else this.goTo(offsetOf(this.editor.state.doc, message.at));
  }

  /** There is no file for a test. */
  private async fix(method: string, purpose: FixPurpose): Promise<void> {
    if (purpose !== 'test') return this.session?.fix(method, purpose);
    const test = await this.session?.test(method);
    if (test) await copy(test, 'Test copied.');
  }

  private goTo(offset: number): void {
    this.editor.dispatch({ selection: { anchor: offset }, scrollIntoView: true });
    this.editor.focus();
  }

  private edit(edits: readonly TextEdit[]): void {
    const { doc } = this.editor.state;
    const changes = edits.map(({ range, newText }) => ({
      from: offsetOf(doc, range.start),
      to: offsetOf(doc, range.end),
      insert: newText,
    }));
    this.editor.dispatch({ changes });
  }
}

function showStatus(methods: readonly PresentMethod[]): string {
  const count = (...wanted: readonly string[]): number =>
    methods.filter(({ presence }) => wanted.includes(presence)).length;
  const open = count('queued', 'verifying', 'stale');
  const counts = [`✓ ${count('safe')}`, `✗ ${count('unsafe')}`, `? ${count('undecided')}`].join('   ');
  return open > 0 ? `${counts}   checking ${open}…` : counts;
}

async function copy(text: string, message: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  status.textContent = message;
}

function listenToButtons(playground: Playground): void {
  const examples = byId<HTMLSelectElement>('examples');
  for (const { title } of EXAMPLES) examples.add(new Option(title));
  examples.addEventListener('change', () => {
    history.replaceState(null, '', location.pathname);
    playground.replace(EXAMPLES[examples.selectedIndex]!.code);
  });
  byId('share').addEventListener('click', async () => {
    history.replaceState(null, '', await encodeShared(playground.code));
    await copy(location.href, 'Link copied: it contains the code.');
  });
  byId('check').addEventListener('click', () => {
    banner.hidden = true;
    playground.start();
  });
}

/** Z3 needs shared memory, which browsers allow only to isolated pages: by headers, or by the service worker. */
async function isolate(): Promise<boolean> {
  if (crossOriginIsolated) return true;
  const isTried = sessionStorage.getItem('isolated') !== null;
  if (isTried || !('serviceWorker' in navigator)) {
    status.textContent = 'This page needs the headers of the file _headers: its server does not send them.';
    return false;
  }
  sessionStorage.setItem('isolated', 'tried');
  await navigator.serviceWorker.register('isolate.js');
  await navigator.serviceWorker.ready;
  location.reload();
  return false;
}

async function main(): Promise<void> {
  if (!(await isolate())) return;
  const shared = await decodeShared(location.hash);
  const playground = new Playground(shared.kind === 'code' ? shared.code : EXAMPLES[0]!.code);
  listenToButtons(playground);
  if (shared.kind === 'none') return playground.start();
  byId('message').textContent =
    shared.kind === 'code'
      ? 'This code came with the link. It is not checked until you say so.'
      : `The link cannot be read: ${shared.why}.`;
  banner.hidden = false;
}

void main();
