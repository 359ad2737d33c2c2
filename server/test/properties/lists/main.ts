// npm run proof:lists -- --scans 100 --records 20000 --writers 8 --seed 1
import { readOptions } from '../../support/options.ts';
import { runProof } from '../../support/report.ts';
import { proveLists } from './prove.ts';

await runProof('lists', () => proveLists(readOptions({ scans: 100, records: 20_000, writers: 8 })));
