// npm run proof:totals -- --writes 10000 --records 5000 --writers 8 --seed 1
import { readOptions } from '../../support/options.ts';
import { runProof } from '../../support/report.ts';
import { proveTotals } from './prove.ts';

await runProof('totals', () =>
  proveTotals(readOptions({ writes: 10_000, records: 5000, writers: 8 })),
);
