/**
 * Hover: on a diagnostic the counterexample and what would help; on a method's name its contract and verdict; on any
 * checked expression its type, and for a call the contract of the callee. Markdown, in blocks.
 */
import type { Settings } from '../../../shared/src/settings';
import { contains, type Location } from '../base/span';
import { type FileSnapshot, locate, type MethodSnapshot, type Snapshot } from '../engine/snapshot';
import { fieldOf, methodByKey } from '../program/lookup';
import type { LearnedDefinition, MethodInfo, SignatureArm } from '../program/program';
import type { Notation } from '../types/annotation';
import { showType } from '../types/show';
import { type Binder, binderAt } from './binders';
import { hasVerificationLens, titleOf } from './codeLens';
import { type Diagnostic, diagnosticsOf } from './diagnostics';
import { type ExpressionAt, expressionAt } from './expressionAt';
import { explainInferred, inferredOf, showInferred } from './inferredHover';
import { showLabels } from './labels';
import { explainLearned } from './learnedText';
import { nestingAt } from './nesting';
import { showSeenCall } from './observedCalls';
import { buildTrace, obligationOf } from './trace';
import { explainTypeName } from './typeNames';
import { typeStringsOf } from './typeStrings';
import { showCaveats } from './verdictSummary';
import { type WordAt, wordAt } from './wordAt';

export interface Hover {
  readonly markdown: string;
  readonly location: Location;
}

export interface HoverOptions {
  readonly settings: Settings;
  /** Repeat the diagnostic's message, for editors that do not show it in the hover. */
  readonly headline: boolean;
  /** What Ruby's documentation says, by method. */
  readonly docs?: ReadonlyMap<string, string>;
}

export function hoverAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
  { settings, headline, docs = NO_DOCS }: HoverOptions,
): Hover | null {
  const file = snapshot.files.get(path);
  if (file === undefined) return null;
  const diagnostics = diagnosticsOf(snapshot, path, settings).filter(each => contains(each.location.span, offset));
  const told = diagnostics.map(each => diagnosticBlock(snapshot, each, headline)).filter(block => block !== '');
  const method = file.methods.find(each => contains(each.nameLocation.span, offset));
  const expression = method === undefined ? expressionAt(snapshot, path, offset) : null;
  const inType = method === undefined && expression === null ? typeStringBlock(snapshot, file, offset) : null;
  const known = method === undefined ? expressionBlock(snapshot, expression, docs) : methodBlock(snapshot, method);
  const seen = showSeenCall(snapshot, path, offset);
  const blocks = [...told, inType?.block ?? '', known, seen].filter(block => block !== '');
  const location = diagnostics[0]?.location ?? method?.nameLocation ?? expression?.location ?? inType?.location;
  return blocks.length === 0 || location === undefined ? null : { markdown: blocks.join('\n\n---\n\n'), location };
}

/** Inside a type string: what the class, alias, field or name under the cursor refers to. */
function typeStringBlock(
  snapshot: Snapshot,
  file: FileSnapshot,
  offset: number,
): { readonly block: string; readonly location: Location } | null {
  const word = wordAt(file.text, offset);
  if (word === null || !isInAnnotation(snapshot, file, offset)) return null;
  const location = { path: file.path, span: word.span };
  const binder = binderAt(snapshot, file, offset);
  const meaning = binder === null ? fieldOrType(snapshot, file, word) : showBinder(binder);
  return meaning === null ? null : { block: fence(meaning), location };
}

function isInAnnotation(snapshot: Snapshot, file: FileSnapshot, offset: number): boolean {
  return (
    typeStringsOf(file.text).some(span => contains(span, offset)) ||
    file.annotations.some(each => {
      const at = locate(snapshot, each.place);
      return at !== null && contains(at.span, offset);
    })
  );
}

function showBinder({ name, type, refinement }: Binder): string {
  const said = refinement === null ? '' : `  # ${refinement}`;
  return `${name}: ${type === '' ? '…' : type}${said}`;
}

function fieldOrType(snapshot: Snapshot, file: FileSnapshot, word: WordAt): string | null {
  if (!word.text.startsWith('@')) return explainTypeName(snapshot, file.path, word);
  const [owner = 'Object'] = nestingAt(snapshot, file.path, word.span.start);
  const field = fieldOf(snapshot.program, owner, word.text);
  return field?.type ? `${word.text}: ${showType(field.type)}` : null;
}

/** Only what the diagnostic's message does not say. */
function diagnosticBlock(snapshot: Snapshot, diagnostic: Diagnostic, headline: boolean): string {
  const obligation = obligationOf(snapshot, diagnostic);
  const trace = obligation === null ? null : buildTrace(snapshot, obligation);
  if (trace === null) return '';
  const lines = [trace.lead, fence(trace.code.join('\n'))];
  if (headline) lines.unshift(`**${escapeMarkdown(diagnostic.message)}**`);
  if (trace.path !== '') lines.push(escapeMarkdown(trace.path));
  if (trace.runs !== '') lines.push(trace.runs);
  if (obligation?.clause) lines.push(`Clause: \`${obligation.clause.text}\``);
  if (trace.advice !== '') lines.push(trace.advice);
  return lines.join('\n\n');
}

function methodBlock(snapshot: Snapshot, method: MethodSnapshot): string {
  const inferred = inferredOf(snapshot, method.info.key);
  const lines = [contractBlock(snapshot, method.info), ...(inferred ? explainInferred(snapshot, inferred) : [])];
  lines.push(hintLine(method.info));
  if (method.info.signature === null) lines.push(...explainLearned(snapshot, method.info.key));
  if (method.annotated || hasVerificationLens(method)) lines.push(titleOf(method));
  const { verdict } = method;
  if (verdict?.status === 'safe') {
    const caveats = showCaveats(verdict);
    lines.push(
      'Proved for every input that meets the precondition (termination not checked).',
      ...(caveats.length > 0 ? [`Limits: ${caveats.join(', ')}.`] : []),
    );
  }
  if (verdict && verdict.mayRaise.length > 0) lines.push(`May raise ${verdict.mayRaise.join(', ')}.`);
  return lines.filter(line => line !== '').join('\n\n');
}

const NO_DOCS: ReadonlyMap<string, string> = new Map();

function expressionBlock(snapshot: Snapshot, found: ExpressionAt | null, docs: ReadonlyMap<string, string>): string {
  if (found === null) return '';
  const text = sourceOf(snapshot, found.location);
  const callees = (found.target?.candidates ?? []).flatMap(candidate => {
    const info = candidate.method === null ? null : methodByKey(snapshot.program, candidate.method);
    return info === null ? [] : [contractBlock(snapshot, info), hintLine(info), docs.get(info.key) ?? ''];
  });
  return [fence(`${text}: ${showType(found.type)}`), ...new Set(callees)].filter(block => block !== '').join('\n\n');
}

/** The annotation as written, with its labels, and what `pre` and `post` add to it; else what is inferred. */
function contractBlock(snapshot: Snapshot, info: MethodInfo): string {
  const arms = info.signature?.arms ?? [];
  if (arms.length === 0 && info.learned) return fence(showLearned(info.key, info.learned));
  if (arms.length === 0) {
    const inferred = inferredOf(snapshot, info.key);
    return fence(inferred ? `# ${info.key}, inferred\n${showInferred(inferred)}` : `${info.key}  # no annotation`);
  }
  return fence([`# ${info.key}${originOf(arms)}`, ...new Set(arms.flatMap(contractLines))].join('\n'));
}

const NOTATIONS: Readonly<Record<Notation, string>> = {
  sorbet: 'a Sorbet sig',
  'rbs-inline': 'an RBS comment',
  rbi: 'an RBI file',
  yard: 'a YARD comment',
};

/** Where the type comes from, if another tool's notation declares it. */
function originOf(arms: readonly SignatureArm[]): string {
  const notations = new Set(arms.flatMap(({ notation }) => (notation === undefined ? [] : NOTATIONS[notation])));
  return notations.size === 0 ? '' : `, from ${[...notations].join(' and ')}`;
}

/** What a comment says about a method: never more than that. */
function hintLine({ hint }: MethodInfo): string {
  if (hint === undefined) return '';
  const raises = hint.labels.raises === null ? '' : `, raises ${hint.labels.raises.join(', ')}`;
  return `Its comment says \`${hint.text}\`${raises} (YARD; not checked).`;
}

const MOST_LINES = 12;

/** What a run showed, and the source that it evaluated. */
function showLearned(key: string, { by, source }: LearnedDefinition): string {
  const lines = (source ?? '').trim().split('\n');
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  const through = by === '' ? '' : `, through ${by}`;
  return [`# ${key}, known only from runs${through}`, ...shown].filter(line => line !== '').join('\n');
}

function contractLines(arm: SignatureArm): readonly string[] {
  const { precondition, resultName, resultRefinement } = arm.type;
  const added = (resultRefinement?.clauses ?? []).filter(
    clause => arm.text === '' || clause.place.anchor !== arm.place?.anchor,
  );
  const postcondition = added.map(clause => clause.text).join(' && ');
  return [
    ...(arm.text === '' ? [] : [`type '${arm.text}'${showLabels(arm.labels)}`]),
    ...(precondition ? [`pre { ${precondition.text} }`] : []),
    ...(postcondition === '' ? [] : [`post { |${resultName ?? '_'}| ${postcondition} }`]),
  ];
}

function sourceOf(snapshot: Snapshot, { path, span }: Location): string {
  const text = snapshot.files.get(path)?.text.slice(span.start, span.end) ?? '';
  const first = text.split('\n', 1)[0]!;
  return first === text ? text : `${first} …`;
}

/** The fence is longer than any run of backquotes in the code, so that the code cannot end it. */
function fence(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}ruby\n${code}\n${marks}`;
}

/** Escapes Markdown outside of backquotes. */
function escapeMarkdown(text: string): string {
  return text.replace(/`[^`]*`|[*_<>[\]]/g, found => (found.startsWith('`') ? found : `\\${found}`));
}
