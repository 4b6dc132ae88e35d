/** The third part of the fixtures: see test/harness/mutants.ts. */
import { describeMutants } from '../harness/mutants';

describeMutants(2);
