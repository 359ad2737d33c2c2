// npm run proof:cmdb -- --cis 100000 --relations 500000 --incidents 100000 --listed 1000000 --requests 300 --depth 4
import { readOptions } from '../support/options.ts';
import { runProof } from '../support/report.ts';
import { proveCmdb } from './prove.ts';

const defaults = {
  cis: 100_000,
  relations: 500_000,
  incidents: 100_000,
  listed: 1_000_000,
  requests: 300,
  depth: 4,
  compared: 100,
};

await runProof('cmdb', () => proveCmdb(readOptions(defaults), true));
