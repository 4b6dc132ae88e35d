/** Methods like `map!`, which replace what a container holds by what their block returns. */
import type { MethodInfo } from '../../program/program';
import type { Type } from '../../types/type';

/** What the block returns; solved with the call. */
export const REPLACED: Extract<Type, { kind: 'variable' }> = { kind: 'variable', name: '?replaced' };

export function replacesContents({ facts, origin }: MethodInfo): boolean {
  return origin !== 'workspace' && facts?.collects === 'results' && facts.returns === 'self';
}
