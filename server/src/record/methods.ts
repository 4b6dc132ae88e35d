/**
 * One method -> the same method with probes:
 *
 *     def m(a, b) body end
 *     def m(a, b) k=L.e2(17,a,b);v=o=nil;d=0;begin;v=(body);o=1;v;ensure;o ? L.x(k,v,d) : L.z(k,d);end end
 *
 * The key `k` identifies the classes of the arguments, `d` is the path, `v` the result. The body is not an argument of
 * a call, because Ruby 3.1 rejects a `return` there.
 */
import { hash } from '../base/hash';
import { childOf, type SyntaxNode } from '../syntax/node';
import { mayComplete } from './completion';
import { codeIn, endOf, type MethodScope, NAMES, type Owner, type RecordContext, textOf } from './context';
import { MISSING_HANDLERS } from './dynamicCalls';
import { findFieldsRead } from './fields';
import { readParameters, recordDefaults } from './parameters';
import { addSite } from './sites';
import type { RecordedParameter } from './units';

/** Visits a body; the visitor adds the probes of branches and returns. */
type VisitBody = (scope: MethodScope, body: SyntaxNode) => void;

export function recordMethod(ctx: RecordContext, node: SyntaxNode, owner: Owner, visitBody: VisitBody): void {
  const nameNode = childOf(node, 'name');
  if (nameNode === null || nameNode.missing) return;
  const id = ctx.firstId + ctx.methods.length;
  const parameterNode = childOf(node, 'parameters');
  const parameters = readParameters(ctx, parameterNode);
  const body = childOf(node, 'body');
  const fields = body === null ? [] : findFieldsRead(ctx, body);
  const temporary = `${NAMES.temporary}${++ctx.temporaries}`;
  const scope: MethodScope = {
    start: node.start,
    outcomes: [],
    returns: 'method',
    temporary,
    seen: { returnsInBlock: false },
  };
  const measured = ctx.values && body !== null ? measuredParameters(parameters) : null;
  ctx.methods.push({
    name: `${nameOfOwner(ctx, node, owner)}${textOf(ctx, nameNode)}`,
    span: { start: node.start, end: node.end },
    fingerprint: hash(textOf(ctx, node)),
    parameters,
    fields,
    outcomes: scope.outcomes,
    measured,
  });
  const path = recordDefaults(ctx, scope, parameterNode);
  const [firstParameter] = parameters;
  const missing =
    MISSING_HANDLERS.has(textOf(ctx, nameNode)) && firstParameter?.kind === 'required' ? firstParameter : null;
  const positions = [
    ...parameters.flatMap(parameter => {
      if (!parameter.recorded) return [];
      return [parameter === missing ? recordMissing(ctx, node, nameNode, missing.name) : readParameterValue(parameter)];
    }),
    // Ruby 2.7 warns about an undefined field.
    ...fields.map(field => `(defined?(${field})&&${field})`),
  ];
  const entry = `${NAMES.library}.${probeFor(positions.length)}(${[id, ...positions].join(',')})`;
  if (body === null || (body.type === 'body_statement' && codeIn(body).length === 0)) {
    recordEmptyBody(ctx, node, entry, path);
    return;
  }
  visitBody(scope, body);
  const measure = measured && { id, call: `${NAMES.library}.t(${[id, ...measured].join(',')})` };
  wrapBody(ctx, node, body, { entry, path, measure, returnsInBlock: scope.seen.returnsInBlock });
}

/** The name that was not found, recorded where its class is. */
function recordMissing(ctx: RecordContext, node: SyntaxNode, nameNode: SyntaxNode, parameter: string): string {
  const method = textOf(ctx, nameNode);
  const id = addSite(ctx, { kind: 'missing', method, span: { start: node.start, end: nameNode.end }, from: null });
  return `${NAMES.library}.m(${id},self,${parameter})`;
}

/** Reading a block parameter would allocate a Proc, which a method that only passes it on does not need. */
function readParameterValue({ kind, name }: RecordedParameter): string {
  return kind === 'block' ? `(defined?(yield)&&${NAMES.library}.b)` : name;
}

/** More parameters would be too many to compare with each other. */
const MOST_MEASURED = 4;

function measuredParameters(parameters: readonly RecordedParameter[]): readonly string[] {
  const plain = parameters.filter(({ kind, recorded }) => recorded && MEASURED.has(kind));
  return plain.slice(0, MOST_MEASURED).map(({ name }) => name);
}

const MEASURED = new Set(['required', 'optional', 'key', 'optionalKey']);

/** Probes of the library with a fixed number of values. */
const MOST_FIXED = 12;

function probeFor(positions: number): string {
  return positions > MOST_FIXED ? 'en' : `e${positions}`;
}

function nameOfOwner(ctx: RecordContext, node: SyntaxNode, owner: Owner): string {
  const object = childOf(node, 'object');
  if (object === null) return `${owner.name ?? '(block)'}${owner.singleton ? '.' : '#'}`;
  return object.type === 'self' ? `${owner.name ?? '(block)'}.` : `${textOf(ctx, object)}.`;
}

function recordEmptyBody(ctx: RecordContext, node: SyntaxNode, entry: string, path: string): void {
  const end = endOf(node);
  if (end !== null) ctx.insertions.insertBefore(end.start, `;${NAMES.library}.x(${entry},nil,${path});nil `);
}

interface Frame {
  readonly entry: string;
  readonly path: string;
  readonly returnsInBlock: boolean;
  readonly measure: { readonly id: number; readonly call: string } | null;
}

function wrapBody(ctx: RecordContext, node: SyntaxNode, body: SyntaxNode, frame: Frame): void {
  const { library, key, path, value, returned, error, measures } = NAMES;
  const { measure } = frame;
  const isEndless = body.type !== 'body_statement';
  const start = (isEndless ? body : (codeIn(body)[0] ?? body)).start;
  const end = isEndless ? body.end : (endOf(node)?.start ?? body.end);
  const hasClauses = !isEndless && codeIn(body).some(part => CLAUSES.has(part.type));
  const completes = mayComplete(body);
  // An exception that was already being handled on entry does not count.
  const remember = frame.returnsInBlock ? `${error}=$!;` : '';
  const isNormal = frame.returnsInBlock ? `${returned}&&${error}.equal?($!)` : returned;
  const take = measure ? `${measures}=${measure.call};` : '';
  const keep = `${library}.x(${key},${value},${path})`;
  const leave = measure ? `(${measures}&&${library}.w(${measure.id},${measures},${value});${keep})` : keep;
  const enter = `${key}=${frame.entry};${take}${remember}${value}=${returned}=nil;${path}=${frame.path};begin;`;
  const exit = `;ensure;${isNormal} ? ${leave} : ${library}.z(${key},${path});end`;
  const [open, close] = hasClauses ? ['begin;', 'end'] : ['(', ')'];
  const before = completes ? `${enter}${value}=${open}` : `${enter}${hasClauses ? 'begin;' : ''}`;
  const after = completes ? `${close};${returned}=1;${value}${exit}` : `${hasClauses ? ';end' : ''}${exit}`;
  const span = { start, end };
  if (isEndless) ctx.insertions.wrap(span, `(${before}`, `${after})`);
  else ctx.insertions.wrap(span, before, `${after} `);
}

const CLAUSES = new Set(['rescue', 'else', 'ensure']);
