/**
 * Words for verdicts. A broken obligation has one code per kind; its severity depends on the counterexample (an error
 * only when it was run). `headline` is the sentence that judge/words.ts makes from the values.
 */
import type { ProblemDefinition } from './definition';

function broken(name: string): ProblemDefinition {
  return { name, kind: 'verify', severity: 'warning', message: args => args.headline ?? '' };
}

export const VERIFY_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP4001: broken('postcondition'),
  LP4002: broken('precondition'),
  LP4003: broken('non-nil'),
  LP4004: broken('core-precondition'),
  LP4005: broken('frame'),
  LP4006: broken('purity'),
  LP4007: broken('override'),
  LP4008: broken('field-refinement'),
  LP4009: broken('class-invariant'),
  LP4010: broken('loop-invariant-entry'),
  LP4011: broken('loop-invariant-preserved'),
  LP4012: broken('mixin-guarantee'),
  LP4013: broken('exception'),
  LP4101: {
    name: 'undecided',
    kind: 'verify',
    severity: 'information',
    message: args => `${args.method} is undecided: ${args.about} could not be proved or refuted (${args.reason})`,
  },
  LP4102: {
    name: 'not-modelled',
    kind: 'verify',
    severity: 'information',
    message: args => `${args.method} is not verified: ${args.construct} is not modelled`,
  },
  LP4103: {
    name: 'vacuous',
    kind: 'verify',
    severity: 'warning',
    message: args => `${args.method} is vacuous: ${args.about}`,
  },
  LP9002: {
    name: 'unsound-proof',
    kind: 'verify',
    severity: 'error',
    message: args => `${args.method} was proved safe, but ${args.call} breaks it: ${args.what}. This is a bug in Loupe`,
  },
  LP9001: {
    name: 'internal-error',
    kind: 'verify',
    severity: 'warning',
    message: args =>
      `Loupe failed on ${args.method}: ${args.message}. This is a bug in Loupe; the rest is not affected`,
  },
};
