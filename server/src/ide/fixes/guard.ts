/**
 * A guard at the start of the body: it raises where the obligation would fail, so callers need no stricter contract.
 * Verified before it is offered, like all fixes.
 */
import { type FileSnapshot, locate } from '../../engine/snapshot';
import { findSoleArm } from '../../engine/suggest/annotationEdits';
import { bindersOf, proposePreconditions } from '../../engine/suggest/preconditions';
import { local, namesOf, substituteNames } from '../../engine/suggest/terms';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Call, Expr } from '../../ril/ril';
import { showExpr } from '../../types/showExpr';
import { findDiagnosticTarget } from './diagnosticTarget';
import type { Fix, Fixer } from './fix';

/** Conditions that are tried: each is a proof. */
const MOST_CONDITIONS = 3;

export const guardFixes: Fixer = (ctx, diagnostic) => {
  const { snapshot, file } = ctx;
  const concerned = findDiagnosticTarget(ctx, diagnostic);
  const definition = concerned?.method.info.definition ?? null;
  const arm = concerned && findSoleArm(concerned.method.info);
  if (concerned === null || definition === null || arm === null) return [];
  const at = locate(snapshot, { anchor: definition.anchor, span: definition.span });
  const line = at?.path === file.path ? firstLineOf(file, definition, at.span.start) : null;
  if (line === null) return [];
  const binders = bindersOf(concerned.method.info, arm.type);
  const names = new Map([...binders].map(([param, binder]) => [binder, local(param)]));
  return proposePreconditions(snapshot, concerned.method, concerned.obligation, binders)
    .flatMap(clause => substituteNames(clause, names) ?? [])
    .filter(clause => [...namesOf(clause)].some(name => binders.has(name)))
    .slice(0, MOST_CONDITIONS)
    .map((clause): Fix => {
      const { when, message } = guardFor(clause);
      const indent = /^\s*/.exec(file.lines.lineText(line))![0];
      const said = /['\\]/.test(message) ? '' : `, '${message}'`;
      const start = file.lines.lineStart(line);
      const edits = [{ start, end: start, text: `${indent}raise ArgumentError${said} ${when}\n` }];
      const title = `Raise ArgumentError ${when.replace(' ', ' `')}\``;
      return { title, diagnostic, path: file.path, edits, preferred: false, group: 'guard' };
    });
};

/** The line of the first statement; null: the body has no line of its own, or no `end`. */
function firstLineOf(file: FileSnapshot, definition: MethodDeclaration, start: number): number | null {
  const body = definition.body();
  const first = body.kind === 'seq' ? (body.body[0] ?? body) : body;
  const head = file.lines.position(start).line;
  const line = file.lines.position(start + first.span.start - definition.span.start).line;
  const end = file.lines.position(start + definition.span.end - definition.span.start).line;
  const isBlock = /^\s*end\b/.test(file.lines.lineText(end));
  return isBlock && line > head && !/^\s*(?:rescue|ensure)\b/.test(file.lines.lineText(line)) ? line : null;
}

/** As a Rubyist writes it: `if x.nil?` and `if y == 0`, otherwise `unless` with the condition. */
function guardFor(clause: Expr): { readonly when: string; readonly message: string } {
  if (isCall(clause, '!') && isCall(clause.receiver, 'nil?') && clause.receiver.receiver) {
    const { receiver } = clause.receiver;
    return { when: `if ${showExpr(clause.receiver)}`, message: `${showExpr(receiver)} must not be nil` };
  }
  const [arg] = isCall(clause, '!=') ? clause.args : [];
  if (isCall(clause, '!=') && clause.receiver && arg?.type === 'positional') {
    const message = `${showExpr(clause.receiver)} must not be ${showExpr(arg.value)}`;
    return { when: `if ${showExpr({ ...clause, method: '==' })}`, message };
  }
  return { when: `unless ${showExpr(clause)}`, message: `expected ${showExpr(clause)}` };
}

function isCall(expr: Expr | null, method: string): expr is Call {
  return expr?.kind === 'call' && expr.method === method;
}
