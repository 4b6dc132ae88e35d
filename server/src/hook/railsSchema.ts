/**
 * db/schema.rb -> the columns of each table, as annotations of the model's methods. A column may be nil in a record that
 * was not saved yet, whatever the database says; only one that is `null: false` with a default never is.
 */
import { demodulize, pluralize, tableize, underscore } from '../program/inflections';
import type { Program } from '../program/program';
import { isSchema } from '../program/rails';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { HookedCall, HookFile } from './findHooks';
import { isName, isTrue, keptLines, type Line, line, literal, option, PURE, positional } from './railsCalls';

export interface Column {
  readonly call: HookedCall;
  readonly names: readonly string[];
  readonly lines: (how: (name: string) => Handling) => readonly Line[];
}

/** Kept in a field of proofs, known by its type only, or changed by something else, so that nothing is known. */
export type Handling = 'kept' | 'typed' | 'unknown';

const TYPES: Readonly<Record<string, string>> = {
  integer: 'Integer',
  bigint: 'Integer',
  smallint: 'Integer',
  float: 'Float',
  decimal: 'BigDecimal',
  numeric: 'BigDecimal',
  string: 'String',
  text: 'String',
  citext: 'String',
  uuid: 'String',
  binary: 'String',
  boolean: '%bool',
  date: 'Date',
};
/** Others are known to exist, and no more: times, JSON, arrays, … */
const OTHERS = /^(datetime|timestamp|timestamptz|time|json|jsonb|hstore|inet|column|virtual|primary_key)$/;
/** What these hold is what was assigned; a decimal is rounded, a float may be NaN. */
const KEPT = new Set(['Integer', 'String', '%bool']);

export function columnsOf(files: readonly HookFile[], program: Program): ReadonlyMap<string, readonly Column[]> {
  const tables = new Map<string, readonly Column[]>();
  for (const file of files.filter(({ path }) => isSchema(path))) {
    for (const declaration of file.ril.declarations) {
      if (declaration.kind !== 'statement') continue;
      const { anchor, at } = declaration;
      const place = { path: file.path, anchor, at, className: null, direct: true };
      for (const table of tablesIn(declaration.expr)) {
        const name = literal(positional(table)[0]);
        if (name !== null)
          tables.set(
            name,
            columnsIn(table).map(call => columnOf(program, table, { ...place, call })),
          );
      }
    }
  }
  return tables;
}

function tablesIn(root: Expr): readonly Call[] {
  const found: Call[] = [];
  walk(root, expr => {
    if (expr.kind === 'call' && expr.method === 'create_table') found.push(expr);
    return true;
  });
  return found;
}

/** The calls on the block's parameter; the table itself stands for its primary key. */
function columnsIn(table: Call): readonly Call[] {
  if (table.block?.type !== 'block') return [table];
  const { params, body } = table.block.block;
  const name = params[0]?.name;
  const statements = body.kind === 'seq' ? body.body : [body];
  const calls = statements.filter(
    (each): each is Call => each.kind === 'call' && each.receiver?.kind === 'var' && each.receiver.name === name,
  );
  return [table, ...calls];
}

function columnOf(program: Program, table: Call, call: HookedCall): Column {
  const typed = typedColumns(program, table, call.call);
  const names = typed.map(column => column.name);
  return { call, names, lines: how => typed.flatMap(column => linesOf(column, how(column.name))) };
}

/** `type`: null where no more is known than that it exists. */
interface TypedColumn {
  readonly name: string;
  readonly type: string | null;
  readonly nilable: boolean;
}

function typedColumns(program: Program, table: Call, call: Call): readonly TypedColumn[] {
  const { method } = call;
  const named = (names: readonly string[], type: string | null, nilable = true): readonly TypedColumn[] =>
    names.filter(isName).map(name => ({ name, type, nilable }));
  if (call === table) return primaryKey(table);
  if (method === 'timestamps') return named(['created_at', 'updated_at'], null);
  const names = positional(call).flatMap(each => literal(each) ?? []);
  if (method === 'references' || method === 'belongs_to') {
    const id = TYPES[literal(option(call, 'type')) ?? 'bigint'] ?? null;
    const isPolymorphic = option(call, 'polymorphic') !== null;
    return names.flatMap(name => [
      ...named([`${name}_id`], id),
      ...(isPolymorphic ? named([`${name}_type`], 'String') : []),
    ]);
  }
  if (!Object.hasOwn(TYPES, method) && !OTHERS.test(method)) return [];
  const type = isTrue(option(call, 'array')) ? undefined : TYPES[method];
  const known = type !== undefined && (!/^[A-Z]/.test(type) || program.classes.has(type)) ? type : null;
  return named(names, known, !(isFalse(option(call, 'null')) && hasDefault(call)));
}

function primaryKey(table: Call): readonly TypedColumn[] {
  const id = option(table, 'id');
  if (isFalse(id) || option(table, 'primary_key') !== null) return [];
  return [{ name: 'id', type: TYPES[literal(id) ?? 'bigint'] ?? null, nilable: true }];
}

/** Saving sets these, or the association does that they belong to: no field of their own tells what they are. */
const SET_BY_OTHERS = /^id$|_(id|type|count|at|on)$|^lock_version$/;

function linesOf({ name, type, nilable }: TypedColumn, how: Handling): readonly Line[] {
  const asked = line(`${name}?`, '() -> %bool', PURE);
  if (type === null || how === 'unknown')
    return [line(name, '() -> %dyn', PURE), line(`${name}=`, '(%dyn) -> %dyn'), asked];
  const whole = nilable ? `${type} or nil` : type;
  if (!KEPT.has(type))
    return [line(name, `() -> ${whole}`, PURE), line(`${name}=`, `(${whole} i) -> ${whole} o`), asked];
  if (how === 'typed' || SET_BY_OTHERS.test(name))
    return [line(name, `() -> ${whole}`, PURE), line(`${name}=`, `(${whole} i) -> ${whole} o { ${name} == i }`), asked];
  const reads = type === 'String' ? `r.equal?(@${name})` : `r == @${name}`;
  return [...keptLines(name, `${type} or nil`, { reads, writes: `@${name} == i` }, whole), asked];
}

function hasDefault(call: Call): boolean {
  const given = option(call, 'default');
  return given?.kind === 'lit' && given.value.type !== 'nil';
}

function isFalse(expr: Expr | null): boolean {
  return expr?.kind === 'lit' && expr.value.type === 'false';
}

/** `self.table_name = 'x'`; `Admin::User` has admin_users, or users. */
export function tableOf(className: string, named: Call | null, exists: (name: string) => boolean): string {
  const given = named && literal(positional(named)[0]);
  if (given) return given;
  const whole = underscore(className).replace(/\//g, '_');
  const long = pluralize(whole);
  return exists(long) ? long : tableize(demodulize(className));
}
