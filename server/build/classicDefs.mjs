/**
 * Ruby source -> the same for Ruby 2.7, which has no endless methods: `def m(x) = e` becomes `def m(x); e; end`. Lines
 * stay where they are. Other syntax that 2.7 lacks is not translated: `newerSyntax` names it.
 */

/** `parse`: of @ruby/prism, given a source. */
export function writeClassicDefs(source, parse) {
  const bytes = Buffer.from(source);
  const edits = [];
  visit(parse(source).value, node => {
    if (node.constructor.name !== 'DefNode' || !node.equalLoc) return;
    const { startOffset, length } = node.equalLoc;
    // `def m = e` may have a space before the sign, which a parameter list or a name must not end with.
    const before = bytes[startOffset - 1] === 0x20 ? startOffset - 1 : startOffset;
    edits.push({ start: before, end: startOffset + length, text: ';' });
    const end = node.location.startOffset + node.location.length;
    edits.push({ start: end, end, text: '; end' });
  });
  edits.sort((a, b) => b.start - a.start);
  let text = bytes;
  for (const { start, end, text: inserted } of edits)
    text = Buffer.concat([text.subarray(0, start), Buffer.from(inserted), text.subarray(end)]);
  return text.toString();
}

/** Syntax of Ruby 3.0 and later, as `line: what`. */
export function newerSyntax(source, parse) {
  const found = [];
  visit(parse(source).value, node => {
    const what = newerIn(node);
    if (what !== null) found.push(`${lineOf(source, node.location.startOffset)}: ${what}`);
  });
  return found;
}

function newerIn(node) {
  switch (node.constructor.name) {
    case 'DefNode':
      return node.equalLoc ? 'endless method' : null;
    case 'ImplicitNode':
      return 'hash without values';
    case 'MatchPredicateNode':
    case 'MatchRequiredNode':
      return 'one-line pattern';
    case 'FindPatternNode':
      return 'find pattern';
    case 'ItLocalVariableReadNode':
    case 'ItParametersNode':
      return 'it';
    case 'BlockParameterNode':
    case 'RestParameterNode':
    case 'KeywordRestParameterNode':
      return node.name === null && node.constructor.name === 'BlockParameterNode' ? 'anonymous block' : null;
    case 'BlockArgumentNode':
    case 'SplatNode':
    case 'AssocSplatNode':
      return isAnonymousArgument(node) ? 'anonymous argument' : null;
    default:
      return null;
  }
}

/** `f(*)` in a call; `a, * = b` and `[x, *]` in a pattern are old. */
function isAnonymousArgument(node) {
  if (node.constructor.name === 'SplatNode') return node.parentKind === 'ArgumentsNode' && node.expression === null;
  return (node.constructor.name === 'AssocSplatNode' ? node.value : node.expression) === null;
}

function visit(node, each) {
  each(node);
  for (const child of node.compactChildNodes()) {
    child.parentKind = node.constructor.name;
    visit(child, each);
  }
}

function lineOf(source, offset) {
  return Buffer.from(source).subarray(0, offset).toString().split('\n').length;
}
