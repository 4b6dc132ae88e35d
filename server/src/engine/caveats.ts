/**
 * The caveats of all verdicts, kept up to date. A new verdict affects only the verdicts that depend on its method,
 * directly or not. A new program may change the owners of assumptions, so then all caveats are computed again.
 */

import { equal } from '../base/equal';
import { anchorPath } from '../base/span';
import { applyCaveats, type OwnerStatus, type SettledMethod, verdictAsWriter } from '../judge/applyCaveats';
import { notVerified } from '../judge/judge';
import { allDescendants, ancestors, singletonAncestors } from '../program/ancestors';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, PackageFile, Program } from '../program/program';
import { extendersOf } from '../program/workspace';
import type { Assumption, Caveat } from '../proof/obligation';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { verdictWithoutVerification } from './methods';

type Verdicts = ReadonlyMap<MethodKey, Verdict>;

/** The verdict of a method that is checked. A verdict of any other method counts for nothing. */
type VerdictOf = (key: MethodKey) => Verdict | undefined;

export class SettledCaveats {
  readonly caveats = new Map<MethodKey, readonly Caveat[]>();
  private readonly settled = new Map<MethodKey, SettledMethod>();
  /** By owner: the methods that depend on it. May contain methods that no longer do. */
  private readonly dependents = new Map<MethodKey, Set<MethodKey>>();
  private readonly fresh = new Set<MethodKey>();
  private allFresh = true;

  addVerdict(key: MethodKey): void {
    this.fresh.add(key);
  }

  reset(): void {
    this.allFresh = true;
  }

  /** Some classes were rebuilt: methods in them and in their descendants may have other owners. */
  invalidateClasses(before: Program, now: Program, classes: ReadonlySet<string>): void {
    for (const name of classes) if (now.classes.get(name)?.origin !== 'workspace') this.allFresh = true;
    if (this.allFresh) return;
    for (const program of [before, now]) {
      for (const name of withDescendants(program, classes)) {
        const info = program.classes.get(name);
        for (const { key } of [...(info?.methods.values() ?? []), ...(info?.singletonMethods.values() ?? [])]) {
          this.fresh.add(key);
          for (const above of moduleMethodsOf(program, key)) this.fresh.add(above);
        }
      }
    }
  }

  /** Returns the methods whose caveats changed. */
  update(all: Verdicts, program: Program, isActive: (info: MethodInfo) => boolean): readonly MethodKey[] {
    if (!this.allFresh && this.fresh.size === 0) return [];
    if (this.allFresh) this.dependents.clear();
    const verdictOf = activeVerdicts(all, program, isActive);
    const fresh = this.allFresh ? new Set([...this.caveats.keys(), ...all.keys()]) : this.fresh;
    for (const key of fresh) {
      const verdict = verdictOf(key);
      if (verdict) this.note(key, verdict);
      else {
        this.caveats.delete(key);
        this.settled.delete(key);
      }
    }
    const affected = this.affected(fresh, verdictOf, program);
    const settled = applyCaveats(
      affected,
      assumption => ownerOf({ verdictOf, program, isActive }, assumption),
      this.settled,
    );
    this.allFresh = false;
    this.fresh.clear();
    for (const [key, found] of settled) this.settled.set(key, found);
    const changed = [...settled].filter(([key, { caveats }]) => !equal(this.caveats.get(key), caveats));
    for (const [key, { caveats }] of changed) this.caveats.set(key, caveats);
    return changed.map(([key]) => key);
  }

  private note(key: MethodKey, verdict: Verdict): void {
    for (const { owner } of verdict.assumptions) {
      const known = this.dependents.get(owner);
      if (known) known.add(key);
      else this.dependents.set(owner, new Set([key]));
    }
  }

  private affected(fresh: ReadonlySet<MethodKey>, verdictOf: VerdictOf, program: Program): Verdicts {
    const found = new Map<MethodKey, Verdict>();
    if (this.allFresh) {
      for (const key of fresh) {
        const verdict = verdictOf(key);
        if (verdict) found.set(key, verdict);
      }
      return found;
    }
    const open = [...fresh];
    const seen = new Set<MethodKey>();
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (seen.has(key)) continue;
      seen.add(key);
      const verdict = verdictOf(key);
      if (verdict) found.set(key, verdict);
      open.push(...(this.dependents.get(key) ?? []), ...moduleMethodsOf(program, key));
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

/** The methods of modules whose annotation describes this method. */
function moduleMethodsOf(program: Program, key: MethodKey): readonly MethodKey[] {
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

/** The classes themselves and the classes that inherit methods from them. */
function withDescendants(program: Program, classes: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...classes];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(program.descendants.get(name) ?? []), ...extendersOf(program, name));
  }
  return found;
}

function activeVerdicts(all: Verdicts, program: Program, isActive: (info: MethodInfo) => boolean): VerdictOf {
  const known = new Map<MethodKey, Verdict | undefined>();
  return key => {
    if (known.has(key)) return known.get(key);
    const verdict = all.get(key);
    const info = verdict && methodByKey(program, key);
    const active = info && isActive(info) ? verdict : undefined;
    known.set(key, active);
    return active;
  };
}

interface Owners {
  readonly verdictOf: VerdictOf;
  readonly program: Program;
  readonly isActive: (info: MethodInfo) => boolean;
}

/** `loupe/paint.rb`; for a gem with its folder: `paint-2.3.0/loupe/paint.rb`. */
function showPackage({ path, of }: PackageFile): string {
  const names = path.split(/[\\/]/);
  const folder = Math.max(names.lastIndexOf('loupe'), names.lastIndexOf('sig'));
  return names.slice(Math.max(0, of === 'gem' ? folder - 1 : folder)).join('/');
}

function ownerOf({ verdictOf, program, isActive }: Owners, assumption: Assumption): OwnerStatus {
  const verdict = verdictOf(assumption.owner);
  if (verdict) return { kind: 'verdict', verdict: assumption.what === 'field' ? verdictAsWriter(verdict) : verdict };
  const info = methodByKey(program, assumption.owner);
  if (assumption.what === 'field' && !info) return { kind: 'no-constructor' };
  if (info?.packaged && info.packaged.of !== 'loupe') return { kind: 'package', path: showPackage(info.packaged) };
  if (info?.origin !== 'workspace') return { kind: 'library' };
  if (info.learned) return { kind: 'learned' };
  if (info.definition)
    return isActive(info) ? { kind: 'pending' } : { kind: 'verdict', verdict: verdictWithoutVerification(info) };
  const isModule = program.classes.get(info.owner)?.kind === 'module';
  return isModule ? { kind: 'hosts', verdicts: hostVerdicts(verdictOf, program, info) } : { kind: 'no-body' };
}

/**
 * The verdicts of the methods that implement a module's annotation in the classes that include it. A method that comes
 * from elsewhere (a superclass, another module, an attribute), or does not exist, was not verified against that
 * annotation.
 */
function hostVerdicts(verdictOf: VerdictOf, program: Program, info: MethodInfo): readonly Verdict[] {
  const hosts = allDescendants(program, info.owner);
  const among = new Set(hosts);
  const included = hosts.flatMap(name => {
    const host = program.classes.get(name);
    const method = host?.[info.singleton ? 'singletonMethods' : 'methods'].get(info.name);
    const known = !host || host.kind === 'module' || method?.definition || isInherited(program, name, among);
    return hostVerdict(verdictOf, method, known ? null : `${name}#${info.name}`);
  });
  const extended = extendersOf(program, info.owner).flatMap(host => {
    const method = program.classes.get(host)?.singletonMethods.get(info.name);
    return hostVerdict(verdictOf, method, method?.definition ? null : `${host}.${info.name}`);
  });
  return [...included, ...extended];
}

/**
 * `otherwise`: the class that must provide the method and was not seen to do so; null: its verdict is still to come.
 */
function hostVerdict(
  verdictOf: VerdictOf,
  method: MethodInfo | undefined,
  otherwise: string | null,
): readonly Verdict[] {
  const verdict = method && verdictOf(method.key);
  if (verdict) return [verdict];
  return otherwise === null ? [] : [notVerified(otherwise, 'unchecked')];
}

/** A superclass includes the module as well, and is checked itself. */
function isInherited(program: Program, host: string, among: ReadonlySet<string>): boolean {
  const above = program.classes.get(host)?.superclass;
  return above != null && among.has(above);
}
