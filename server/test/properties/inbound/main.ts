// npm run proof:inbound -- --events 10000 --kills 30 --keys 50 --repeats 100 --forgeries 50000 --cases 100000 --rounds 7 --seed 1
// A part whose number is 0 is skipped.
import { readOptions } from '../../support/options.ts';
import { runProof } from '../../support/report.ts';
import { proveForgeries } from '../../security/webhooks/forge.ts';
import { proveMapping } from './fuzz.ts';
import { proveKeys } from './keys.ts';
import { proveOnce } from '../../faults/inbound/once.ts';
import { proveRatio } from '../../../../bench/inbound/ratio.ts';

const { events, kills, keys, repeats, forgeries, cases, rounds, seed } = readOptions({
  events: 10_000,
  kills: 30,
  keys: 50,
  repeats: 100,
  forgeries: 50_000,
  cases: 100_000,
  rounds: 7,
});

if (events > 0) await runProof('inbound once', () => proveOnce({ events, kills, seed }));
if (keys > 0) await runProof('inbound keys', () => proveKeys({ keys, repeats }));
if (forgeries > 0) await runProof('inbound forgeries', () => proveForgeries({ forgeries, seed }));
if (cases > 0)
  await runProof('inbound mapping', () =>
    proveMapping({ cases, overHttp: Math.ceil(cases / 50), seed }),
  );
if (rounds > 0) await runProof('inbound ratio', () => proveRatio({ rounds, seconds: 3 }));
