/** The Program as text, for developers (`loupe print program`) and tests: what the workspace declares, no positions. */
import { showDynamicCause } from '../problems/dynamicCauses';
import { showMethodType, showType } from '../types/show';
import type { ClassInfo, FieldInfo, MethodInfo, Program, Signature, SignatureArm, Synthetic } from './program';
import { workspaceClasses } from './workspace';

export function printProgram(program: Program): string {
  const classes = [...workspaceClasses(program)].filter(isOfWorkspace).sort((a, b) => (a.name < b.name ? -1 : 1));
  const aliases = [...program.aliases].map(([name, type]) => `type ${name} = ${showType(type)}`);
  const globals = [...program.globals.values()].filter(global => global.place).map(printField);
  return `${[...aliases, ...globals, ...classes.map(printClass)].join('\n')}\n`;
}

export function printClass(info: ClassInfo): string {
  const superclass = info.superclass ? ` < ${showApplied(info.superclass, info.superclassArgs.map(showType))}` : '';
  const params = info.typeParams.map(param => param.name);
  const lines = [
    ...info.mixins.map(mixin => `${mixin.how} ${showApplied(mixin.module, mixin.args.map(showType))}`),
    ...[...info.constants.keys()].map(name => `${name} = …`),
    ...[...info.fields.values()].map(printField),
    ...[...info.singletonFields.values()].map(field => `self.${printField(field)}`),
    ...info.invariants.map(invariant => `invariant { ${invariant.refinement.text} }`),
    ...[...info.singletonMethods.values(), ...info.methods.values()].filter(isWorkspaceMethod).map(printMethod),
    ...[...info.visibilities].map(([name, visibility]) => `${visibility} ${name}`),
    ...[...info.undefined.keys()].map(name => `undef ${name}`),
    ...info.dynamics.map(dynamic => `dynamic: ${showDynamicCause(dynamic.cause)}`),
  ];
  return [`${info.kind} ${showApplied(info.name, params)}${superclass}`, ...lines.map(line => `  ${line}`)].join('\n');
}

function printMethod(method: MethodInfo): string {
  const visibility = method.visibility === 'public' ? '' : `${method.visibility} `;
  const alias = method.aliasOf ? ` alias of ${method.aliasOf}` : '';
  const body = method.definition ? 'def' : method.synthetic ? printSynthetic(method.synthetic) : 'trusted';
  return `${visibility}${body} ${method.key}${alias}${printSignature(method.signature)}`;
}

function printSynthetic(synthetic: Synthetic): string {
  switch (synthetic.type) {
    case 'attributeReader':
    case 'attributeWriter':
      return `${synthetic.type}(${synthetic.field})`;
    case 'structReader':
    case 'structWriter':
      return `${synthetic.type}(${synthetic.member})`;
    case 'structNew':
      return `${synthetic.data ? 'data' : 'struct'}(${synthetic.members.join(', ')})`;
    case 'delegate':
      return `delegate(${synthetic.to}.${synthetic.method})`;
  }
}

function printSignature(signature: Signature | null): string {
  if (!signature) return '';
  const { pure, exact, modifies } = signature.labels;
  const frame = modifies ? [`modifies(${modifies.map(entry => `${entry.owner}.${entry.field}`).join(', ')})`] : [];
  const labels = [...(pure ? ['pure'] : []), ...(exact ? ['exact'] : []), ...frame].join(' ');
  return `: ${signature.arms.map(printArm).join(' | ')}${labels && ` [${labels}]`}`;
}

function printArm({ type }: SignatureArm): string {
  return showMethodType(type) + (type.precondition ? ` pre { ${type.precondition.text} }` : '');
}

function printField(field: FieldInfo): string {
  const refinement = field.refinement ? ` { ${field.refinement.text} }` : '';
  return field.type ? `${field.name}: ${showType(field.type)}${refinement}` : field.name;
}

function showApplied(name: string, args: readonly string[]): string {
  return args.length === 0 ? name : `${name}<${args.join(', ')}>`;
}

function isOfWorkspace(info: ClassInfo): boolean {
  return (
    info.origin === 'workspace' || [...info.methods.values(), ...info.singletonMethods.values()].some(isWorkspaceMethod)
  );
}

function isWorkspaceMethod(method: MethodInfo): boolean {
  return method.origin === 'workspace';
}
