// npm run proof:model -- --commands 100000 --clients 8 --seed 1 --family requests
import { readOptions } from '../support/options.ts';
import { runProof } from '../support/report.ts';
import { subjectOf } from './family.session.ts';
import { type ModelOptions, prove, proveModel } from './prove.ts';
import { serviceRequests } from './requests.family.ts';

const families: Record<string, (options: ModelOptions) => ReturnType<typeof proveModel>> = {
  incidents: proveModel,
  requests: (options) => prove(subjectOf(serviceRequests), options),
};

await runProof('model', () => {
  const { family = 'incidents', ...options } = readOptions({ commands: 100_000, clients: 8 }, [
    'family',
  ]);
  const proof = families[family];
  if (!proof) throw new Error(`--family must be one of ${Object.keys(families).join(', ')}`);
  return proof(options);
});
