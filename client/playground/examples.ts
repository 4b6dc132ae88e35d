/** Programs to start with: those of the repository, and one without annotations. */
import account from '../../examples/account.rb';
import division from '../../examples/division.rb';
import nothing from '../../examples/nothing.rb';
import clock from '../../examples/time.rb';
import broken from '../../examples/unsafe.rb';
import inferred from './inferred.rb';

export const EXAMPLES: readonly { readonly title: string; readonly code: string }[] = [
  { title: 'A broken clock', code: broken },
  { title: 'A clock', code: clock },
  { title: 'Division', code: division },
  { title: 'nil', code: nothing },
  { title: 'Fields: an account', code: account },
  { title: 'Without annotations', code: inferred },
];
