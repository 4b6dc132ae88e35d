/** A method's declared type as the lines of another notation; refinements become `# loupe:` comments where it has none. */
import type { Snapshot } from '../../engine/snapshot';
import { hasMessage } from '../../engine/suggest/annotationEdits';
import { showRbsMethod } from '../../infer/write/rbsTypes';
import { showSig } from '../../infer/write/sorbetTypes';
import type { SignatureArm } from '../../program/program';
import type { MethodDeclaration } from '../../ril/declarations';
import { isNamedKeyword } from '../../types/keywordsAsHash';
import { showMethodType } from '../../types/show';
import type { MethodType } from '../../types/type';

export const CONVERT_TARGETS = ['rbs', 'rbs-inline', 'sorbet', 'rdl', 'comments'] as const;
export type ConvertTarget = (typeof CONVERT_TARGETS)[number];

/** Null: the notation cannot express it. */
export function writeDeclaration(
  snapshot: Snapshot,
  arm: SignatureArm,
  definition: MethodDeclaration,
  target: ConvertTarget,
): readonly string[] | null {
  const { type } = arm;
  const { pure, exact, modular, modifies, protects, raises } = arm.labels;
  if (pure || exact || modular || modifies || protects || raises) return null;
  const keepsRefinements = target === 'rdl' || target === 'comments';
  const written = ownRefinements(type);
  const isRefined = written.pre.length > 0 || written.post.length > 0;
  if (keepsRefinements) {
    const text = showNotation(snapshot, isRefined ? withoutContracts(type) : withoutNames(type), definition, target);
    return text === null ? null : [text];
  }
  const isBound = type.params.every(({ name }, i) => name === null || name === definition.params[i]?.name);
  const isResult = type.resultName === null || /^(r|result)$/.test(type.resultName);
  if (isRefined && !(isBound && isResult && !hasMessages(type))) return null;
  // The type itself goes into a file of its own.
  if (target === 'rbs') return isRefined ? [showRefinement(written)] : [];
  const text = showNotation(snapshot, withoutNames(type), definition, target);
  if (text === null) return null;
  return isRefined ? [showRefinement(written), text] : [text];
}

interface Written {
  readonly pre: readonly string[];
  readonly post: readonly string[];
}

/** The clauses in the type itself: those of `pre`, `post` and `# loupe:` stay where they are. */
function ownRefinements({ params, resultRefinement }: MethodType): Written {
  const post = (resultRefinement?.clauses ?? []).filter(clause => !clause.isRuby);
  return {
    pre: params.flatMap(({ refinement }) => refinement?.clauses.map(({ text }) => text) ?? []),
    post: post.map(({ text }) => text),
  };
}

/** `# loupe:` comments have no messages. */
function hasMessages({ params, resultRefinement }: MethodType): boolean {
  const refinements = [resultRefinement, ...params.map(({ refinement }) => refinement)];
  return refinements.some(each => each && hasMessage(each));
}

function showRefinement({ pre, post }: Written): string {
  const parts = [pre.length > 0 ? `(${pre.join(' && ')})` : '', post.length > 0 ? `-> (${post.join(' && ')})` : ''];
  return `# loupe: ${parts.filter(part => part !== '').join(' ')}`;
}

function withoutContracts(type: MethodType): MethodType {
  const { precondition: _, resultRefinement, ...rest } = type;
  const clauses = (resultRefinement?.clauses ?? []).filter(clause => !clause.isRuby);
  const message = clauses.find(clause => clause.message !== undefined)?.message;
  const text = clauses.map(clause => clause.text).join(' && ') + (message ? `, ${JSON.stringify(message)}` : '');
  return {
    ...rest,
    resultRefinement: resultRefinement && clauses.length > 0 ? { ...resultRefinement, clauses, text } : null,
  };
}

function showNotation(
  snapshot: Snapshot,
  type: MethodType,
  { params }: MethodDeclaration,
  target: Exclude<ConvertTarget, 'rbs'>,
): string | null {
  switch (target) {
    case 'sorbet':
      return showSig(type, [
        ...params.filter(({ kind }) => kind !== 'block').map(({ name }) => name ?? ''),
        ...params.filter(({ kind }) => kind === 'block').map(({ name }) => name ?? ''),
      ]);
    case 'rbs-inline': {
      const arity = (name: string): number => snapshot.program.classes.get(name)?.typeParams.length ?? 0;
      const context = { nameOf: (name: string) => name, arity, interfaceOf: () => 'untyped' };
      return `#: ${showRbsMethod(context, type)}`;
    }
    case 'comments':
      return type.typeParams.length > 0 ? null : `##% ${showMethodType(type)}`;
    case 'rdl': {
      const text = showMethodType(type);
      return type.typeParams.length > 0 || /['\\]/.test(text) ? null : `type '${text}'`;
    }
  }
}

/** Names of positional parameters are in the definition. */
export function withoutNames(type: MethodType): MethodType {
  const { precondition: _, ...rest } = type;
  const params = type.params.map(param => ({
    ...param,
    refinement: null,
    name: isNamedKeyword(param) ? param.name : null,
  }));
  return { ...rest, params, resultName: null, resultRefinement: null };
}
