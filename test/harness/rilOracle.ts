/**
 * Facts about a source from CRuby's parser (Prism) and from RIL: reads of locals, calls with receiver, arguments and
 * block, values of strings and integers, each with its span. Prism's offsets are UTF-8 bytes.
 */
import type { RilFile } from '../../server/src/ril/declarations';
import type { Call, Expr } from '../../server/src/ril/ril';
import { walk } from '../../server/src/ril/walk';
import { declarationsIn, expressionsOf } from './lowerRuby';
import { loadPrismParser } from './prism';

/** `kind start-end detail`, sorted; two parsers agree when their facts are equal. */
export type Facts = readonly string[];

export interface Oracle {
  /** Null: not valid Ruby. */
  readonly factsOf: (source: string) => Facts | null;
}

interface PrismNode {
  readonly location: { readonly startOffset: number; readonly length: number };
  childNodes(): (PrismNode | null)[];
}

export async function loadRilOracle(): Promise<Oracle> {
  const nodes = await import('@ruby/prism/src/nodes.js');
  const parse = await loadPrismParser();
  return {
    factsOf: source => {
      const result = parse(source);
      if (result.errors.length > 0) return null;
      return prismFacts(source, result.value as unknown as PrismNode, nodes);
    },
  };
}

type Nodes = typeof import('@ruby/prism/src/nodes.js');

function prismFacts(source: string, root: PrismNode, nodes: Nodes): Facts {
  const bytes = Buffer.from(source);
  const unit = (byte: number) => bytes.subarray(0, byte).toString().length;
  const facts: string[] = [];
  // What RIL represents differently: a local as the subject of a case is not read again, and adjacent literals are one.
  const skipped = new Set<unknown>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { startOffset, length } = node.location;
    const place = `${unit(startOffset)}-${unit(startOffset + length)}`;
    if (node instanceof nodes.CaseNode || node instanceof nodes.CaseMatchNode) skipped.add(node.predicate);
    if (node instanceof nodes.InterpolatedStringNode) for (const part of node.parts) skipped.add(part);
    const fact = skipped.has(node) ? null : prismFact(node, nodes);
    if (fact) facts.push(`${place} ${fact}`);
    for (const child of node.childNodes()) if (child !== null) open.push(child);
  }
  return facts.sort();
}

function prismFact(node: PrismNode, nodes: Nodes): string | null {
  if (node instanceof nodes.LocalVariableReadNode) return `local ${node.name}`;
  if (node instanceof nodes.ItLocalVariableReadNode) return 'local it';
  if (node instanceof nodes.IntegerNode) return `integer ${node.value}`;
  if (node instanceof nodes.StringNode && node.openingLoc)
    return node.unescaped.validEncoding ? `string ${JSON.stringify(node.unescaped.value)}` : null;
  if (node instanceof nodes.InterpolatedStringNode) return stringFact(node, nodes);
  if (!(node instanceof nodes.CallNode)) return null;
  const args = (node.arguments_?.arguments_ ?? []).flatMap(arg =>
    arg instanceof nodes.KeywordHashNode ? arg.elements : [arg],
  );
  const marks = [node.receiver && 'receiver', node.block && 'block', node.isSafeNavigation() && 'safe'];
  return `call ${[node.name, args.length, ...marks.filter(Boolean)].join(' ')}`;
}

/** A literal of several parts without interpolation. */
function stringFact(node: InstanceType<Nodes['InterpolatedStringNode']>, nodes: Nodes): string | null {
  const texts = node.parts.map(part =>
    part instanceof nodes.StringNode && part.unescaped.validEncoding ? part.unescaped.value : null,
  );
  return texts.includes(null) ? null : `string ${JSON.stringify(texts.join(''))}`;
}

/** The facts of a RIL file; `opaque`: the spans that it does not describe. */
export function rilFacts(file: RilFile): { facts: Facts; opaque: readonly (readonly [number, number])[] } {
  const facts: string[] = [];
  const opaque: [number, number][] = [];
  for (const declaration of declarationsIn(file.declarations))
    for (const root of expressionsOf(declaration))
      walk(root, expr => {
        const start = expr.span.start + declaration.at;
        const end = expr.span.end + declaration.at;
        if (expr.kind === 'opaque') opaque.push([start, end]);
        const fact = rilFact(expr);
        if (fact) facts.push(`${start}-${end} ${fact}`);
        return true;
      });
  return { facts: facts.sort(), opaque };
}

function rilFact(expr: Expr): string | null {
  if (expr.kind === 'var') return expr.scope === 'local' ? `local ${expr.name}` : null;
  if (expr.kind === 'call') return callFact(expr);
  if (expr.kind !== 'lit') return null;
  if (expr.value.type === 'integer') return `integer ${expr.value.value}`;
  return expr.value.type === 'string' ? `string ${JSON.stringify(expr.value.value)}` : null;
}

function callFact(expr: Call): string {
  const marks = [expr.receiver && 'receiver', expr.block && 'block', expr.safe && 'safe'];
  return `call ${[expr.method, expr.args.length, ...marks.filter(Boolean)].join(' ')}`;
}

/** Facts of Prism that RIL lacks, outside of opaque spans. */
export function missingFacts(said: Facts, file: RilFile): Facts {
  const { facts, opaque } = rilFacts(file);
  const known = new Set(facts);
  const isOpaque = (fact: string) => {
    const start = Number(fact.slice(0, fact.indexOf('-')));
    return opaque.some(([from, to]) => from <= start && start < to);
  };
  return said.filter(fact => !known.has(fact) && !isOpaque(fact));
}
