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
    message: args => `${args.method} ${args.about}`,
  },
  LP4104: {
    name: 'hole',
    kind: 'verify',
    severity: 'information',
    message: args => `${args.method} is not verified: ${args.filling ?? 'its contract has a hole'}`,
  },
  LP9002: {
    name: 'unsound-proof',
    kind: 'verify',
    severity: 'error',
    message: args => `${args.method} was proved safe, but ${args.call} breaks it: ${args.what} (internal error)`,
  },
  LP9001: {
    name: 'internal-error',
    kind: 'verify',
    severity: 'warning',
    message: args => `internal error in ${args.method}: ${args.message}; other methods are not affected`,
  },
  LP9003: {
    name: 'file-not-read',
    kind: 'syntax',
    severity: 'error',
    message: args => `internal error while reading this file: ${args.message}; nothing in it is checked`,
  },
  LP9004: {
    name: 'nothing-verified',
    kind: 'verify',
    severity: 'error',
    message: args => `internal error: ${args.message}; no method of this file has a verdict`,
  },
};
