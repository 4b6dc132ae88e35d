/**
 * What the signatures of Ruby's library say about each method: the first paragraph and the first example of the comment
 * above it, as Markdown, by `String#upcase` and `Integer.sqrt`. For hovers and completion.
 */

const OPENS = /^\s*(?:class|module|interface)\s+([\w:]+)/;
const METHOD =
  /^\s*(?:(?:public|private)\s+)?(?:def|alias)\s+(self\.|self\?\.)?(`[^`]+`|[^\s:(]+[?!=]?|[^\s\w]+)(?=\s|:)/;
const LONGEST = 900;
/** A sentence that is indented like an example. */
const PROSE = /^ {4}[A-Z][a-z]+ [^#=(]*[:.]$/;

/** `texts`: RBS files by path. Of a method that several files describe, the first one counts. */
export function documentMethods(texts) {
  const docs = {};
  for (const text of Object.values(texts)) for (const [key, doc] of documentFile(text)) docs[key] ??= doc;
  return docs;
}

function* documentFile(text) {
  const open = [];
  let comment = [];
  for (const line of text.split('\n')) {
    const said = /^\s*# ?(.*)$/.exec(line);
    if (said) {
      comment.push(said[1]);
      continue;
    }
    const opened = OPENS.exec(line);
    if (opened && !/\bend\s*$/.test(line)) open.push(opened[1].replace(/^::/, ''));
    else if (/^\s*end\b/.test(line)) open.pop();
    const method = METHOD.exec(line);
    const doc = method && open.length > 0 ? excerpt(comment) : '';
    if (doc !== '') for (const key of keysOf(open.join('::'), method)) yield [key, doc];
    comment = [];
  }
}

function keysOf(owner, [, self, quoted]) {
  const name = quoted.replace(/^`|`$/g, '').replace(/:$/, '');
  if (self === 'self?.') return [`${owner}#${name}`, `${owner}.${name}`];
  return [self === undefined ? `${owner}#${name}` : `${owner}.${name}`];
}

/** Without what rdoc generates, up to the second paragraph or the end of the first example. */
function excerpt(comment) {
  const lines = withoutGenerated(comment);
  const first = lines.findIndex(line => line.trim() !== '');
  if (first === -1) return '';
  let at = first;
  while (at < lines.length && lines[at].trim() !== '' && !lines[at].startsWith('    ')) at++;
  const words = lines.slice(first, at).join('\n');
  while (at < lines.length && lines[at].trim() === '') at++;
  const example = [];
  while (at < lines.length && (lines[at].startsWith('    ') || lines[at].trim() === '') && !PROSE.test(lines[at]))
    example.push(lines[at++].slice(4));
  const code = example.join('\n').trimEnd();
  const said = asMarkdown(words);
  const text = code === '' ? said : `${said}\n\n\`\`\`ruby\n${code}\n\`\`\``;
  return text.length <= LONGEST ? text : said.slice(0, LONGEST);
}

function withoutGenerated(comment) {
  const start = comment.findIndex(line => line.startsWith('<!--'));
  const end = comment.findIndex(line => line.trimEnd().endsWith('-->'));
  return start === -1 || end < start ? comment : [...comment.slice(0, start), ...comment.slice(end + 1)];
}

/** Without links into Ruby's own documentation, which lead nowhere here; `+name+` is RDoc's way to write code. */
function asMarkdown(text) {
  return text.replace(/\[([^\]]*)\]\(rdoc-ref:[^)]*\)/g, '$1').replace(/(?<![\w+])\+(\w[\w?!.:]*)\+(?![\w+])/g, '`$1`');
}
