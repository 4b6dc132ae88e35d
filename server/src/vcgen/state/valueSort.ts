/** The sort of boxed values, and that of classes. */
import { namedSort } from '../../logic/sorts';

export const VALUE_SORT = namedSort('Value');
export const CLASS_SORT = namedSort('Class');
