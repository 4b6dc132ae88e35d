/** What a proof may use, in words. */
import type { FactLine } from '../../../shared/src/protocol';
import type { ProofFact } from '../engine/proofFacts';
import { shortName } from '../judge/verdictText';
import type { FactSource } from '../proof/obligation';
import { lineAt, type PlaceContext } from './detailPlaces';

export function describeFacts(ctx: PlaceContext, facts: readonly ProofFact[]): readonly FactLine[] {
  return facts.map(({ fact, isUsed }) => ({
    ...lineAt(ctx, fact.text, fact.place),
    source: showSource(fact.source),
    isUsed,
  }));
}

function showSource(source: FactSource): string {
  switch (source.kind) {
    case 'precondition':
      return 'precondition';
    case 'postcondition':
      return `postcondition of ${shortName(source.method)}`;
    case 'condition':
      return source.holds ? 'true here' : 'false here';
    case 'class-invariant':
      return 'class invariant';
    case 'field':
      return 'type of the field';
    case 'loop-invariant':
      return 'loop invariant';
    case 'proved':
      return 'proved before';
  }
}
