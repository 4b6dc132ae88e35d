/**
 * db/schema.rb -> the columns of each table, as annotations of the model's methods. A column may be nil in an unsaved
 * record, whatever the database says; only a `null: false` column with a default never is.
 */
import { demodulize, pluralize, tableize, underscore } from '../program/inflections';
import type { Program } from '../program/program';
import { isSchema } from '../program/rails';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { HookedCall, HookFile } from './findHooks';
import {
  findOption,
  isName,
  isTrue,
  type Line,
  line,
  linesOfStoredValue,
  literalName,
  PURE,
  positionalArguments,
} from './railsCalls';

export interface Column {
  readonly call: HookedCall;
  readonly names: readonly string[];
  readonly lines: (how: (name: string) => Handling) => readonly Line[];
}

/** Modelled as a field in proofs, known only by its type, or changed by other code, so that nothing is known. */
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
/** Other columns are only known to exist: times, JSON, arrays, … */
const OTHERS = /^(datetime|timestamp|timestamptz|time|json|jsonb|hstore|inet|column|virtual|primary_key)$/;
/** These hold exactly the assigned value; a decimal is rounded, a float may be NaN. */
const KEPT = new Set(['Integer', 'String', '%bool']);

export function columnsOf(files: readonly HookFile[], program: Program): ReadonlyMap<string, readonly Column[]> {
  const tables = new Map<string, readonly Column[]>();
  for (const file of files.filter(({ path }) => isSchema(path))) {
    for (const declaration of file.ril.declarations) {
      if (declaration.kind !== 'statement') continue;
      const { anchor, at } = declaration;
      const place = { path: file.path, anchor, at, className: null, direct: true };
      for (const table of tablesIn(declaration.expr)) {
        const name = literalName(positionalArguments(table)[0]);
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

/** The calls on the block's parameter; the table call itself declares the primary key. */
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

/** `type` is null if only the existence is known. */
interface TypedColumn {
  readonly name: string;
  readonly type: string | null;
  readonly nilable: boolean;
}

function typedColumns(program: Program, table: Call, call: Call): readonly TypedColumn[] {
  const { method } = call;
  const columnsNamed = (names: readonly string[], type: string | null, nilable = true): readonly TypedColumn[] =>
    names.filter(isName).map(name => ({ name, type, nilable }));
  if (call === table) return primaryKey(table);
  if (method === 'timestamps') return columnsNamed(['created_at', 'updated_at'], null);
  const names = positionalArguments(call).flatMap(each => literalName(each) ?? []);
  if (method === 'references' || method === 'belongs_to') {
    const id = TYPES[literalName(findOption(call, 'type')) ?? 'bigint'] ?? null;
    const isPolymorphic = findOption(call, 'polymorphic') !== null;
    return names.flatMap(name => [
      ...columnsNamed([`${name}_id`], id),
      ...(isPolymorphic ? columnsNamed([`${name}_type`], 'String') : []),
    ]);
  }
  if (!Object.hasOwn(TYPES, method) && !OTHERS.test(method)) return [];
  const type = isTrue(findOption(call, 'array')) ? undefined : TYPES[method];
  const known = type !== undefined && (!/^[A-Z]/.test(type) || program.classes.has(type)) ? type : null;
  return columnsNamed(names, known, !(isFalse(findOption(call, 'null')) && hasDefault(call)));
}

function primaryKey(table: Call): readonly TypedColumn[] {
  const id = findOption(table, 'id');
  if (isFalse(id) || findOption(table, 'primary_key') !== null) return [];
  return [{ name: 'id', type: TYPES[literalName(id) ?? 'bigint'] ?? null, nilable: true }];
}

/** Saving or the association assigns these, so a field of their own cannot model them. */
const SET_BY_OTHERS = /^id$|_(id|type|count|at|on)$|^lock_version$/;

function linesOf({ name, type, nilable }: TypedColumn, how: Handling): readonly Line[] {
  const predicate = line(`${name}?`, '() -> %bool', PURE);
  if (type === null || how === 'unknown')
    return [line(name, '() -> %dyn', PURE), line(`${name}=`, '(%dyn) -> %dyn'), predicate];
  const whole = nilable ? `${type} or nil` : type;
  if (!KEPT.has(type))
    return [line(name, `() -> ${whole}`, PURE), line(`${name}=`, `(${whole} i) -> ${whole} o`), predicate];
  if (how === 'typed' || SET_BY_OTHERS.test(name))
    return [
      line(name, `() -> ${whole}`, PURE),
      line(`${name}=`, `(${whole} i) -> ${whole} o { ${name} == i }`),
      predicate,
    ];
  const reads = type === 'String' ? `r.equal?(@${name})` : `r == @${name}`;
  return [...linesOfStoredValue(name, `${type} or nil`, { reads, writes: `@${name} == i` }, whole), predicate];
}

function hasDefault(call: Call): boolean {
  const given = findOption(call, 'default');
  return given?.kind === 'lit' && given.value.type !== 'nil';
}

function isFalse(expr: Expr | null): boolean {
  return expr?.kind === 'lit' && expr.value.type === 'false';
}

/** `self.table_name = 'x'`; `Admin::User` has admin_users, or users. */
export function tableNameOf(className: string, named: Call | null, exists: (name: string) => boolean): string {
  const given = named && literalName(positionalArguments(named)[0]);
  if (given) return given;
  const whole = underscore(className).replace(/\//g, '_');
  const long = pluralize(whole);
  return exists(long) ? long : tableize(demodulize(className));
}
