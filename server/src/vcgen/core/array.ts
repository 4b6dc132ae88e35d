/** Array: contents in the heap; see arrays.ts. */
import type { Model } from './models';

export const arrayModel: Model = () => null;
