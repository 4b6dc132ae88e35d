/**
 * The caveats of all verdicts, kept up to date: a new verdict touches those that lean on its method, directly or not,
 * and nothing else. A new program may change who owns what, so then all are settled again.
 */
import { anchorPath } from '../base/span';
import { notVerified } from '../judge/judge';
import { asWriter, type OwnerStatus, settle } from '../judge/settle';
import { allDescendants, ancestors, singletonAncestors } from '../program/ancestors';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import { workspaceClasses } from '../program/workspace';
import type { Assumption, Caveat } from '../proof/obligation';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { equal } from './equal';
import { standing } from './methods';

type Verdicts = ReadonlyMap<MethodKey, Verdict>;

export class SettledCaveats {
  readonly caveats = new Map<MethodKey, readonly Caveat[]>();
  /** By owner: who leans on it. May name methods that no longer do. */
  private readonly leaning = new Map<MethodKey, Set<MethodKey>>();
  private readonly fresh = new Set<MethodKey>();
  private allFresh = true;

  judged(key: MethodKey): void {
    this.fresh.add(key);
  }

  reset(): void {
    this.allFresh = true;
  }

  /** The methods whose caveats are new. A verdict of a method that is not checked any more counts for nothing. */
  update(all: Verdicts, program: Program, isActive: (info: MethodInfo) => boolean): readonly MethodKey[] {
    if (!this.allFresh && this.fresh.size === 0) return [];
    const verdicts = new Map([...all].filter(([key]) => isActiveKey(program, key, isActive)));
    if (this.allFresh) this.leaning.clear();
    if (this.allFresh) for (const key of this.caveats.keys()) if (!verdicts.has(key)) this.caveats.delete(key);
    for (const key of this.allFresh ? verdicts.keys() : this.fresh) this.note(key, verdicts.get(key));
    const affected = this.allFresh ? verdicts : this.affected(verdicts, program);
    const settled = settle(affected, assumption => ownerOf({ verdicts, program, isActive }, assumption), this.caveats);
    this.allFresh = false;
    this.fresh.clear();
    const changed = [...settled].filter(([key, found]) => !equal(this.caveats.get(key), found));
    for (const [key, found] of changed) this.caveats.set(key, found);
    return changed.map(([key]) => key);
  }

  private note(key: MethodKey, verdict: Verdict | undefined): void {
    for (const { owner } of verdict?.assumptions ?? []) {
      const known = this.leaning.get(owner);
      if (known) known.add(key);
      else this.leaning.set(owner, new Set([key]));
    }
  }

  private affected(verdicts: Verdicts, program: Program): Verdicts {
    const found = new Map<MethodKey, Verdict>();
    const open = [...this.fresh];
    const seen = new Set<MethodKey>();
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (seen.has(key)) continue;
      seen.add(key);
      const verdict = verdicts.get(key);
      if (verdict) found.set(key, verdict);
      open.push(...(this.leaning.get(key) ?? []), ...standsInFor(program, key));
    }
    return found;
  }
}

/** The file that shows the method. */
export function homeOf(program: Program, key: MethodKey): string | null {
  const info = methodByKey(program, key);
  const anchor = info?.definition?.anchor ?? info?.place?.anchor;
  return anchor === undefined ? null : anchorPath(anchor);
}

/** The methods of modules whose annotation speaks of this one. */
function standsInFor(program: Program, key: MethodKey): readonly MethodKey[] {
  const info = methodByKey(program, key);
  if (!info) return [];
  const owners = info.singleton
    ? singletonAncestors(program, info.owner)
    : ancestors(program, info.owner).map(name => ({ name, singleton: false }));
  return owners.flatMap(({ name, singleton }) => {
    const above = program.classes.get(name)?.[singleton ? 'singletonMethods' : 'methods'].get(info.name);
    return above && above !== info ? [above.key] : [];
  });
}

function isActiveKey(program: Program, key: MethodKey, isActive: (info: MethodInfo) => boolean): boolean {
  const info = methodByKey(program, key);
  return info !== null && isActive(info);
}

interface Owners {
  readonly verdicts: Verdicts;
  readonly program: Program;
  readonly isActive: (info: MethodInfo) => boolean;
}

function ownerOf({ verdicts, program, isActive }: Owners, assumption: Assumption): OwnerStatus {
  const verdict = verdicts.get(assumption.owner);
  if (verdict) return { kind: 'verdict', verdict: assumption.what === 'field' ? asWriter(verdict) : verdict };
  const info = methodByKey(program, assumption.owner);
  if (assumption.what === 'field' && !info) return { kind: 'no-constructor' };
  if (info?.origin !== 'workspace') return { kind: 'library' };
  if (info.definition) return isActive(info) ? { kind: 'pending' } : { kind: 'verdict', verdict: standing(info) };
  const isModule = program.classes.get(info.owner)?.kind === 'module';
  return isModule ? { kind: 'hosts', verdicts: hostVerdicts(verdicts, program, info) } : { kind: 'no-body' };
}

/**
 * What is known of the methods that stand in for a module's annotation in the classes that mix it in. One that comes from
 * elsewhere (a superclass, another module, an attribute), or is not there at all, was held to nothing.
 */
function hostVerdicts(verdicts: Verdicts, program: Program, info: MethodInfo): readonly Verdict[] {
  const included = allDescendants(program, info.owner).flatMap(name => {
    const host = program.classes.get(name);
    const method = host?.[info.singleton ? 'singletonMethods' : 'methods'].get(info.name);
    const known = !host || host.kind === 'module' || method?.definition || isInherited(program, name, info);
    return verdictOf(verdicts, method, known ? null : `${name}#${info.name}`);
  });
  const extended = [...workspaceClasses(program)]
    .filter(host => host.mixins.some(site => site.how === 'extend' && site.module === info.owner))
    .flatMap(host => {
      const method = host.singletonMethods.get(info.name);
      return verdictOf(verdicts, method, method?.definition ? null : `${host.name}.${info.name}`);
    });
  return [...included, ...extended];
}

/** `otherwise`: who must provide it and was not seen to; null: its verdict will come. */
function verdictOf(verdicts: Verdicts, method: MethodInfo | undefined, otherwise: string | null): readonly Verdict[] {
  const verdict = method && verdicts.get(method.key);
  if (verdict) return [verdict];
  return otherwise === null ? [] : [notVerified(otherwise, 'unchecked')];
}

/** A superclass mixes the module in as well, and is asked itself. */
function isInherited(program: Program, host: string, info: MethodInfo): boolean {
  const above = program.classes.get(host)?.superclass;
  return above != null && allDescendants(program, info.owner).includes(above);
}
