// npm run proof:identity -- <part>, with the part's parameters as options.
import { readOptions } from '../../support/options.ts';
import { type Report, runProof } from '../../support/report.ts';
import { proveCache } from '../../../../bench/identity/cache.ts';
import { proveCanaries } from './canaries.ts';
import { proveGuesses } from './guesses.ts';
import { proveMatrix } from './matrix.ts';
import { provePages } from './pages.ts';
import { proveRfc9700 } from './rfc9700.ts';
import { proveRotation } from './rotation.ts';
import { proveSwaps } from './swaps.ts';
import { proveTokens } from './tokens.ts';

const proofs: Record<string, () => Promise<Report>> = {
  matrix: () => proveMatrix(readOptions({ every: 1 }).every),
  tokens: () => proveTokens(readOptions({ every: 1 }).every),
  rfc9700: () => proveRfc9700(1),
  swaps: () => {
    const { swaps, seed } = readOptions({ swaps: 10_000 });
    return proveSwaps(swaps, seed);
  },
  rotation: () => {
    const { rotations, unknown } = readOptions({ rotations: 10, unknown: 10_000 });
    return proveRotation(rotations, unknown);
  },
  cache: () => proveCache(readOptions({ tokens: 1000 }).tokens),
  canaries: () => proveCanaries(),
  pages: () => {
    const { screens, shots } = readOptions({ screens: 4 }, ['shots']);
    return provePages(screens, shots);
  },
  guesses: () => proveGuesses(readOptions({ count: 1000 }).count),
};

const [name = ''] = process.argv.splice(2, 1);
const prove = proofs[name];
if (!prove) throw new Error(`say which proof: ${Object.keys(proofs).join(', ')}`);
await runProof(name, prove);
process.exit();
