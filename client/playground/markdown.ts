/**
 * The Markdown of hovers -> elements: fences, inline code, emphasis, lists and links as text. Nodes are built one by one,
 * so parts that come from sources stay text.
 */
export function renderMarkdown(text: string): HTMLElement {
  const root = document.createElement('div');
  root.className = 'markdown';
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const fence = /^(`{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      const end = lines.findIndex((each, at) => at > i && each.startsWith(fence));
      const last = end < 0 ? lines.length : end;
      root.append(element('pre', lines.slice(i + 1, last).join('\n')));
      i = last;
    } else if (/^---+$/.test(line)) root.append(document.createElement('hr'));
    else if (line.trim() !== '') root.append(paragraph(line));
  }
  return root;
}

function paragraph(line: string): HTMLElement {
  const item = /^\s*[-*] (.*)$/.exec(line)?.[1];
  const block = element(item === undefined ? 'p' : 'li', '');
  block.append(...inline(item ?? line));
  return block;
}

const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\([^)]*\)/g;

function inline(text: string): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, , code, strong, emphasis, link] = match;
    parts.push(plain(text.slice(from, match.index)));
    if (code !== undefined) parts.push(element('code', code));
    else if (strong !== undefined) parts.push(element('strong', plain(strong)));
    else if (emphasis !== undefined) parts.push(element('em', plain(emphasis)));
    else parts.push(plain(link ?? ''));
    from = match.index + whole.length;
  }
  return [...parts, plain(text.slice(from))];
}

function plain(text: string): string {
  return text.replace(/\\([\\`*_{}[\]()#+\-.!<>|~])/g, '$1');
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
