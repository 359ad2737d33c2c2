// `node tools/contract/main.ts` lists the changes of openapi.json that break clients of the last release, and fails if there are any.
// With the word `release`, it makes openapi.json the contract of the release, unless there are such changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { contractFaults } from './contract.ts';

const releasedFile = new URL('../../openapi.released.json', import.meta.url);
const present = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');

const faults = contractFaults(readFileSync(releasedFile, 'utf8'), present);
for (const fault of faults) console.error(fault);

if (faults.length > 0) process.exitCode = 1;
else if (process.argv[2] === 'release') writeFileSync(releasedFile, present);
