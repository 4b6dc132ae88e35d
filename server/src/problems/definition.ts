/**
 * Codes: LP0xxx configuration, LP1xxx syntax, LP2xxx annotations, LP3xxx types, LP4xxx verification, LP5xxx inference,
 * LP9xxx bugs in Loupe.
 */
export type ProblemKind = 'syntax' | 'annotation' | 'type' | 'inference' | 'verify' | 'config';
export type ProblemSeverity = 'error' | 'warning' | 'information' | 'hint';

export interface ProblemDefinition {
  /** A readable name, accepted wherever the code is: `loupe explain broken-type`. */
  readonly name: string;
  readonly kind: ProblemKind;
  readonly severity: ProblemSeverity;
  readonly message: (args: Readonly<Record<string, string>>) => string;
}
