/** Which classes completion shows first: users rarely look for `Errno::EXDEV` or for a library that they did not require. */
import { ancestors } from '../program/ancestors';
import type { ClassInfo, Program } from '../program/program';

/** Of the workspace 0, of the core 1, of libraries, and exceptions, 2, nested ones of these 3. */
export function rankOfClass(program: Program, { name, origin }: ClassInfo): number {
  if (origin === 'workspace') return 0;
  if (name.includes('::')) return 3;
  return origin === 'core' && !ancestors(program, name).includes('Exception') ? 1 : 2;
}
