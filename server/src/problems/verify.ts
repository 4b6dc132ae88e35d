/**
 * Messages of verdicts. A failed obligation has one code per kind; its severity depends on the counterexample (an error
 * only if it ran). judge/verdictText.ts builds `headline` from the values.
 */
import type { ProblemDefinition } from './definition';

function failedObligation(name: string): ProblemDefinition {
  return { name, kind: 'verify', severity: 'warning', message: args => args.headline ?? '' };
}

export const VERIFY_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP4001: failedObligation('postcondition'),
  LP4002: failedObligation('precondition'),
  LP4003: failedObligation('non-nil'),
  LP4004: failedObligation('core-precondition'),
  LP4005: failedObligation('frame'),
  LP4006: failedObligation('purity'),
  LP4007: failedObligation('override'),
  LP4008: failedObligation('field-refinement'),
  LP4009: failedObligation('class-invariant'),
  LP4010: failedObligation('loop-invariant-entry'),
  LP4011: failedObligation('loop-invariant-preserved'),
  LP4012: failedObligation('mixin-guarantee'),
  LP4013: failedObligation('exception'),
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
  LP9003: {
    name: 'file-not-read',
    kind: 'syntax',
    severity: 'error',
    message: args =>
      `Loupe failed to read this file: ${args.message}. This is a bug in Loupe; nothing in it is checked`,
  },
  LP9004: {
    name: 'nothing-verified',
    kind: 'verify',
    severity: 'error',
    message: args => `Loupe failed here: ${args.message}. This is a bug in Loupe; no method of this file has a verdict`,
  },
};
