/** One size in a separate process: indexes this many lines and prints the cost as JSON. */
import { index } from './scale';

void index(Number(process.argv[2])).then(run => process.stdout.write(JSON.stringify(run)));
