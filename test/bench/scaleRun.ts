/** One size, in a process of its own: so many lines are indexed, and what it took is written as JSON. */
import { index } from './scale';

void index(Number(process.argv[2])).then(run => process.stdout.write(JSON.stringify(run)));
