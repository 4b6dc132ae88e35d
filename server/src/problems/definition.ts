/** Codes: LP0xxx configuration, LP1xxx syntax, LP2xxx annotations, LP3xxx types, LP4xxx verification, LP9xxx bugs of ours. */
export type ProblemKind = 'syntax' | 'annotation' | 'type' | 'verify' | 'config';
export type ProblemSeverity = 'error' | 'warning' | 'information' | 'hint';

export interface ProblemDefinition {
  /** A readable name, accepted wherever the code is: `loupe explain broken-type`. */
  readonly name: string;
  readonly kind: ProblemKind;
  readonly severity: ProblemSeverity;
  readonly message: (args: Readonly<Record<string, string>>) => string;
}
