/** One item of completion. */
import type { MethodKey } from '../types/typedMethod';

export interface Completion {
  readonly label: string;
  readonly kind: 'class' | 'keyword' | 'variable' | 'field' | 'alias' | 'label' | 'method';
  readonly detail: string;
  /** Lower ranks come first. */
  readonly rank?: number;
  /** Where there are too many, only shown once its beginning is typed. */
  readonly isRare?: boolean;
  /** For a method: what its documentation is found by. */
  readonly method?: MethodKey;
}
