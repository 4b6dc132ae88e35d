/** Recognises annotation calls in every spelling of RDL, RTR and Loupe, and dispatches each to its reader. */
import type { Call, Expr } from '../ril/ril';
import type { AnnotationCall, AnnotationContext } from './annotationContext';
import { readContractCall, readInvariantCall, readRunCall } from './annotationContracts';
import { looksLikeMethodType, readTypeCall } from './annotationMethods';
import { readAliasCall, readAttributeCall, readTypeParamsCall, readVariableCall } from './annotationVariables';
import { readRequiredAncestor, readRestriction } from './sorbetClass';
import { readSig } from './sorbetSig';
import { constantPath, literalName, literalParts } from './staticString';

/** Returns true if the call is an annotation, even one that could not be read. */
type Reader = (ctx: AnnotationContext, call: AnnotationCall) => boolean;

const READERS: Readonly<Record<string, Reader>> = {
  type: readTypeCall,
  define_method: (ctx, call) => call.certain && readTypeCall(ctx, call),
  var_type: readVariableCall,
  attr_accessor_type: readAttributeCall,
  attr_reader_type: readAttributeCall,
  attr_type: readAttributeCall,
  attr_writer_type: readAttributeCall,
  type_params: readTypeParamsCall,
  type_alias: readAliasCall,
  pre: readContractCall,
  post: readContractCall,
  invariant: readInvariantCall,
  do_typecheck: (ctx, call) => call.certain && readRunCall(ctx, call),
  do_verify: (ctx, call) => call.certain && readRunCall(ctx, call),
};

/** Sorbet's calls, which have no prefix. */
const SORBET: ReadonlyMap<string, (ctx: AnnotationContext, call: Call) => boolean> = new Map([
  ['sig', readSig],
  ['requires_ancestor', readRequiredAncestor],
  ['abstract!', readRestriction('abstract')],
  ['interface!', readRestriction('abstract')],
  ['final!', readRestriction('final')],
  ['sealed!', readRestriction('sealed')],
]);

/** The names without their prefixes. */
export const ANNOTATION_CALLS: readonly string[] = Object.keys(READERS);

/** Names that the annotation library defines, which does not run in every program that uses annotations. */
export function isAnnotationName(name: string): boolean {
  return isAnnotationLibrary(name) || Object.hasOwn(READERS, name.replace(/^rdl_/, ''));
}

export function readAnnotationCall(ctx: AnnotationContext, call: Call): boolean {
  const sorbet = SORBET.get(call.method);
  if (sorbet !== undefined) return sorbet(ctx, call);
  const annotation = matchAnnotationCall(call);
  return annotation === null ? false : READERS[annotation.name]!(ctx, annotation);
}

/** `type`, `rdl_type`, `RDL.type`, `Loupe.type`. */
function matchAnnotationCall(call: Call): AnnotationCall | null {
  const owner = call.receiver === null || call.receiver.kind === 'self' ? null : constantPath(call.receiver);
  if (call.receiver !== null && call.receiver.kind !== 'self' && !isAnnotationLibrary(owner)) return null;
  const prefixed = call.method.startsWith('rdl_');
  const name = prefixed ? call.method.slice('rdl_'.length) : call.method;
  if (!Object.hasOwn(READERS, name)) return null;
  return { name, call, certain: prefixed || owner !== null };
}

function isAnnotationLibrary(path: string | null): boolean {
  return path !== null && /^(::)?(RDL|Loupe)$/.test(path);
}

/** `require 'rdl'`, `extend RDL::Annotate` */
export function loadsAnnotations(expr: Expr): boolean {
  if (expr.kind !== 'call') return false;
  const first = expr.args[0]?.type === 'positional' ? expr.args[0].value : null;
  if (expr.method === 'require' || expr.method === 'require_relative') {
    return /^(rdl|rdl_disable|loupe|types\/core)$/.test((first && literalName(first)) ?? '');
  }
  if (expr.method !== 'extend' && expr.method !== 'include') return false;
  return /^(::)?(RDL|Loupe)(::|$)/.test((first && constantPath(first)) ?? '');
}

/** A statement that can only be an annotation: `RDL.type …`, or a plain `type` with a method type. */
export function isCertainAnnotation(expr: Expr): boolean {
  const annotation = expr.kind === 'call' ? matchAnnotationCall(expr) : null;
  if (annotation === null) return false;
  if (annotation.certain || annotation.name === 'var_type') return true;
  const { args } = annotation.call;
  return (
    annotation.name === 'type' &&
    args.some(arg => arg.type === 'positional' && looksLikeMethodType(literalParts(arg.value)))
  );
}
