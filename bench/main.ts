// Runs one benchmark: `npm run bench -- NAME`, with its sizes as options; see benchmarks.ts.
import { runScaled } from '../server/test/support/scaled-tests.ts';
import { benchmarks } from './benchmarks.ts';

await runScaled('bench', benchmarks);
