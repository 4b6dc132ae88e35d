/**
 * Members of Struct and Data classes in a script that is the whole program: what its calls of `new` and of the writers
 * pass. A class that is filled in another way has unknown members. (engine/wholeScript.ts)
 */
import type { ClosedRun } from '../check/closedRun';
import { WRITTEN_VALUE } from '../program/attributes';
import { findMethod, findSingletonMethod, methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import { workspaceClasses } from '../program/workspace';
import { BOTTOM, DYNAMIC, NIL, type Type } from '../types/type';

export class ScriptMembers {
  private readonly types = new Map<string, Type>();
  /** Classes that unknown code may create or fill. */
  private readonly opened = new Set<string>();
  private readonly makers: readonly MethodInfo[];

  constructor(
    private readonly program: Program,
    /** Tells the script if the type is another one. */
    private readonly joinInto: (before: Type, type: Type) => Type,
  ) {
    this.makers = [...workspaceClasses(program)].flatMap(({ singletonMethods }) => {
      const maker = singletonMethods.get('new');
      return maker?.synthetic?.type === 'structNew' ? [maker] : [];
    });
  }

  /** Null: unknown. */
  typeOf(className: string, member: string): Type | null {
    const maker = findSingletonMethod(this.program, className, 'new');
    if (maker?.synthetic?.type !== 'structNew' || this.opened.has(maker.owner)) return null;
    if (findMethod(this.program, className, 'initialize')?.origin === 'workspace') return null;
    return this.types.get(`${maker.owner}.${member}`) ?? BOTTOM;
  }

  /** `isOutside`: something other than visible calls may run the method. */
  openCalledFromOutside(isOutside: (method: MethodInfo) => boolean): void {
    for (const maker of this.makers)
      if (isOutside(maker) || this.writersOf(maker).some(isOutside)) this.open(maker.owner);
  }

  take({ filled, fillsUnknown, unresolved }: Pick<ClosedRun, 'filled' | 'fillsUnknown' | 'unresolved'>): void {
    for (const maker of this.makers) {
      const names = [maker, ...this.writersOf(maker)].map(({ name }) => name);
      if (fillsUnknown || unresolved.has('[]') || names.some(name => unresolved.has(name))) this.open(maker.owner);
    }
    for (const { callee, args } of filled) {
      const info = methodByKey(this.program, callee);
      if (info?.synthetic?.type === 'structWriter')
        this.pass(info.owner, info.synthetic.member, args.get(WRITTEN_VALUE.name ?? '') ?? DYNAMIC);
      else if (info?.synthetic?.type === 'structNew')
        for (const member of info.synthetic.members) this.pass(info.owner, member, args.get(member) ?? NIL);
    }
  }

  private writersOf({ owner }: MethodInfo): readonly MethodInfo[] {
    const methods = this.program.classes.get(owner)?.methods.values() ?? [];
    return [...methods].filter(({ synthetic }) => synthetic?.type === 'structWriter');
  }

  private pass(owner: string, member: string, type: Type): void {
    const key = `${owner}.${member}`;
    this.types.set(key, this.joinInto(this.types.get(key) ?? BOTTOM, type));
  }

  private open(owner: string): void {
    if (this.opened.has(owner)) return;
    this.opened.add(owner);
    this.joinInto(BOTTOM, DYNAMIC);
  }
}
