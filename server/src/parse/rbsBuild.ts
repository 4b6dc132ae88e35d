/** What reading RBS files into a program collects. */
import type { FieldInfo, MethodInfo, Origin, Program } from '../program/program';
import type { RbsClassDraft } from './rbsDraft';
import type { RbsNamesContext } from './rbsTypeNames';

export interface RbsBuild extends RbsNamesContext {
  readonly library: Program;
  readonly origin: (path: string) => Origin;
  /** False for the product's own signatures, which have no places to show. */
  readonly places: boolean;
  readonly drafts: Map<string, RbsClassDraft>;
  readonly globals: Map<string, FieldInfo>;
  /** Methods of which only `| ...` overloads have been read so far. */
  readonly placeholders: Set<MethodInfo>;
  /** Classes whose superclass has been read, with the origin of the files. */
  readonly superclassed: Set<string>;
}
