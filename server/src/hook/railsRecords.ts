/**
 * The methods that every record gets from Active Record itself. Saving runs the model's callbacks: it leaves the
 * record's own values unchanged only if nothing in the model's body can have added a callback.
 */
import type { Program } from '../program/program';
import { isRecordBase } from '../program/rails';
import type { Declaration } from '../ril/declarations';
import type { Call, Expr } from '../ril/ril';
import { findClassBodies, type HookedCall, type HookFile } from './findHooks';
import { type Line, line, PURE } from './railsCalls';

/** All bodies of a class. */
export interface ModelBody {
  readonly className: string;
  readonly declarations: readonly Declaration[];
  /** Where the superclass is written; null if these files do not say. */
  readonly head: HookedCall | null;
}

export function collectModelBodies(
  files: readonly HookFile[],
  wanted: (className: string) => boolean,
): readonly ModelBody[] {
  const bodies = new Map<string, ModelBody>();
  for (const { file, className, declaration } of findClassBodies(files)) {
    if (!wanted(className)) continue;
    const known = bodies.get(className);
    const { anchor, at, superclass } = declaration;
    const head = superclass && { path: file.path, anchor, at, className, call: classCall(superclass), direct: true };
    bodies.set(className, {
      className,
      declarations: [...(known?.declarations ?? []), ...declaration.body],
      head: known?.head ?? head,
    });
  }
  return [...bodies.values()];
}

/** `< ApplicationRecord` as the equivalent call. */
function classCall({ span }: Expr): Call {
  const nothing = { receiver: null, args: [], block: null, safe: false, bare: false, madeBy: 'source' } as const;
  return { kind: 'call', method: 'class', span, methodSpan: span, ...nothing };
}

const HARMLESS =
  /^(belongs_to|has_one|has_many|has_and_belongs_to_many|scope|default_scope|enum|validates|validates_\w+_of|delegate|attr_(reader|writer|accessor)(_type)?|attr|private|public|protected|private_class_method|public_class_method|private_constant|module_function|alias_method|alias_attribute|(table_name|primary_key|abstract_class|inheritance_column)=|primary_abstract_class|(rdl_)?(type|var_type|type_alias|pre|post|do_typecheck|do_verify)|invariant|require|require_relative|extend)$/;
const VALIDATIONS =
  /^(presence|absence|length|numericality|inclusion|exclusion|format|uniqueness|confirmation|acceptance|allow_nil|allow_blank|on|message)$/;
const OWN_MODULE = /^(RDL|Loupe)(::|$)/;

/** Nothing in these bodies can have added a callback or changed how saving works. */
export function hasNoCallbacks(program: Program, { className, declarations }: ModelBody): boolean {
  const info = program.classes.get(className);
  if (!info || info.mixins.some(({ module }) => !OWN_MODULE.test(module))) return false;
  if (info.dynamics.some(({ cause }) => cause.kind !== 'unknown-superclass')) return false;
  return declarations.every(each => {
    if (each.kind === 'method') return !SAVING.test(each.name);
    if (each.kind !== 'statement') return each.kind !== 'singleton';
    const parts = each.expr.kind === 'seq' ? each.expr.body : [each.expr];
    return parts.every(part => isHarmless(part));
  });
}

const SAVING =
  /^(save!?|update!?|valid\?|invalid\?|create_or_update|validate|initialize|method_missing|run_callbacks|_\w+|new|create!?|inherited|instantiate)$/;

function isHarmless(expr: Expr): boolean {
  if (expr.kind !== 'call') return expr.kind === 'lit' || expr.kind === 'define';
  if ((expr.receiver?.kind ?? 'self') !== 'self') return false;
  if (!HARMLESS.test(expr.method)) return false;
  const keys = expr.args.flatMap(arg => (arg.type === 'keyword' ? [arg.name] : arg.type === 'positional' ? [] : ['']));
  if (expr.method.startsWith('validates')) return keys.every(key => VALIDATIONS.test(key));
  return expr.method !== 'belongs_to' || !keys.includes('default');
}

/** `kept`: the values that proofs model as fields. */
export function recordLines(className: string, kept: readonly string[], isCallbackFree: boolean): readonly Line[] {
  const own = kept.map(name => `:@${name}`).join(', ');
  const saving = isCallbackFree && kept.length > 0 ? `, protects: { self: [${own}] }` : '';
  const truth = '-> %bool r { r == true }';
  const predicates = ['new_record?', 'persisted?', 'destroyed?', 'changed?', 'readonly?'];
  return [
    line('save', '(**%any) -> %bool', saving),
    line('save!', `(**%any) ${truth}`, saving),
    line('valid?', '(?%any) -> %bool', saving),
    line('invalid?', '(?%any) -> %bool', saving),
    line('update', '(?%any, **%any) -> %bool'),
    line('update!', `(?%any, **%any) ${truth}`),
    line('reload', `(?%any, **%any) -> ::${className}`),
    line('destroy', '() -> %any'),
    line('destroy!', '() -> %any'),
    ...predicates.map(name => line(name, '() -> %bool', PURE)),
    line(
      'self.new',
      `(?%any, **%any) ?{ (::${className}) -> %any } -> ::${className}`,
      isCallbackFree ? ', modifies: {}' : '',
    ),
    ...['create', 'create!'].map(name =>
      line(`self.${name}`, `(?%any, **%any) ?{ (::${className}) -> %any } -> ::${className}`),
    ),
    line('self.find_by', `(*%any, **%any) -> ::${className} or nil`),
    line('self.find_by!', `(*%any, **%any) -> ::${className}`),
  ];
}

/** A change of this class may affect how others are saved: ancestors and descendants declare callbacks. */
export function affectsOtherModels(program: Program, className: string): boolean {
  if (isRecordBase(className)) return true;
  const info = program.classes.get(className);
  const parent = program.classes.get(info?.superclass ?? '');
  return parent?.origin === 'workspace' && !isRecordBase(parent.name);
}
