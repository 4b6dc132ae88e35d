/** String: contents in the heap, the solver's text theory for what it decides well. */
import type { Model } from './models';

export const stringModel: Model = () => null;
