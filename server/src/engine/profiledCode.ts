/**
 * The profile of a workspace: what its runs showed about dynamic calls, as declarations of the current sources. The
 * profile is data from a file; parse/profile.ts has checked its names and sizes.
 */
import type { Profile } from '../../../shared/src/profile';
import {
  type DefinedMethod,
  declareFromProfile,
  findUnits,
  type ProfiledDeclaration,
  type Units,
} from '../hook/profile';
import type { RubyParser } from '../parse/rubyParser';
import type { Program } from '../program/program';
import { readFile } from './pipeline';
import type { SeenCall } from './snapshot';
import type { SourceFile } from './sources';

const NO_UNITS: Units = new Map();

export class ProfiledCode {
  profile: Profile | null = null;
  root = '';
  private paths: ReadonlySet<string> = new Set();
  private readonly units = new WeakMap<SourceFile, Units>();
  private readonly definitions = new Map<string, readonly DefinedMethod[]>();

  constructor(private readonly parser: RubyParser) {}

  /** For a fork of the workspace. */
  fork(): ProfiledCode {
    const fork = new ProfiledCode(this.parser);
    if (this.profile !== null) fork.set(this.profile, this.root);
    return fork;
  }

  /** `root`: the folder that paths in the profile are relative to. */
  set(profile: Profile | null, root: string): void {
    this.profile = profile;
    this.root = root.replace(/[\\/]$/, '');
    const { sites = [], shapes = [] } = profile ?? {};
    const paths = [...sites, ...shapes.flatMap(shape => shape.methods)].map(({ path }) => this.fullPath(path));
    this.paths = new Set(paths);
  }

  get isUnused(): boolean {
    return this.paths.size === 0;
  }

  /** Whether an edit of this file may change what the profile declares. */
  mayAffect(path: string): boolean {
    return this.paths.has(path);
  }

  /** `plain`: the program without what the profile declares. */
  declare(files: ReadonlyMap<string, SourceFile>, plain: Program): readonly ProfiledDeclaration[] {
    const { profile } = this;
    if (profile === null || this.isUnused) return [];
    return declareFromProfile({
      profile,
      program: plain,
      unitsAt: path => this.unitsOf(files.get(this.fullPath(path))),
      definitionsIn: source => this.definitionsIn(source),
    });
  }

  /** The calls that runs have shown, by path, in these files. */
  callsIn(files: ReadonlyMap<string, SourceFile>): (path: string) => readonly SeenCall[] {
    const { profile, paths } = this;
    return path => {
      if (profile === null || !paths.has(path)) return [];
      const units = this.unitsOf(files.get(path));
      return profile.sites.flatMap((site): readonly SeenCall[] => {
        const unit = this.fullPath(site.path) === path ? units.get(site.unit) : undefined;
        return unit === undefined || site.at.end > unit.span.end
          ? []
          : [{ place: { anchor: unit.anchor, span: site.at }, site }];
      });
    };
  }

  private fullPath(path: string): string {
    return `${this.root}/${path}`;
  }

  private unitsOf(file: SourceFile | undefined): Units {
    if (file === undefined) return NO_UNITS;
    const known = this.units.get(file) ?? findUnits(file);
    this.units.set(file, known);
    return known;
  }

  /** Only definitions at the top of the source: others depend on what it runs. */
  private definitionsIn(source: string): readonly DefinedMethod[] {
    const known = this.definitions.get(source);
    if (known) return known;
    const document = this.parser.open('evaluated', source);
    const { ril } = readFile(document.outline(), null);
    document.close();
    const found = ril.declarations.flatMap((each): readonly DefinedMethod[] => {
      if (each.kind !== 'method' || each.broken) return [];
      if (each.singleton !== null && each.singleton.kind !== 'self') return [];
      return [{ name: each.name, singleton: each.singleton !== null }];
    });
    this.definitions.set(source, found);
    return found;
  }
}
