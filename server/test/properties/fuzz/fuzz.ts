// The fuzzer tries every attack on every operation once, then combinations, until the requested number is reached.
import { useSameVector } from '../ai/same-vector.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import type { Attack } from './attack.ts';
import { attacksOn } from './attacks.ts';
import { type Operation, operationsOf } from './document.ts';
import { type Draft, validDraft } from './draft.ts';
import { InputValidator } from './input.ts';
import { Documented } from './expectations.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { Worker } from './worker.ts';

const WORKERS = 4;
/** Combinations keep at least this share, however many operations there will be. */
const SHARE_OF_SINGLE_ATTACKS = 0.8;
const MAX_ATTACKS = 4;
/** Failures that differ only in numbers and names are one kind; the first of each is reported. */
const MAX_FAILURES = 300;

interface Aim {
  operation: Operation;
  attacks: Attack[];
}

function corrupt({ operation }: Aim, attacks: readonly Attack[], random: Random): Draft {
  const draft = validDraft(operation, random);
  for (const { name, apply } of attacks) {
    draft.story.push(name);
    apply(draft, random);
  }
  return draft;
}

/** The drafts are generated one by one: a hundred thousand bodies would not fit in memory. */
function* drafts(aims: readonly Aim[], requests: number, random: Random): Generator<Draft> {
  const singles = aims.flatMap((aim) => aim.attacks.map((attack) => ({ aim, attack })));
  const taken = random.shuffle(singles).slice(0, Math.floor(requests * SHARE_OF_SINGLE_ATTACKS));
  for (const { aim, attack } of taken) yield corrupt(aim, [attack], random);
  for (let made = taken.length; made < requests; made += 1) {
    const aim = random.pick(aims);
    const count = random.below(MAX_ATTACKS + 1);
    const attacks = Array.from({ length: count }, () => random.pick(aim.attacks));
    yield corrupt(aim, attacks, random);
  }
}

const kindOf = (violation: string): string =>
  violation
    .split('\n')
    .slice(1, 2)
    .join('')
    .slice(0, 120)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]+|\d{4,}|"[^"]*"/g, '…');

async function fuzzInstance(instance: Instance, requests: number, seed: number): Promise<Report> {
  const document = instance.app.swagger();
  const operations = operationsOf(document);
  const aims = operations.map((operation) => ({
    operation,
    attacks: attacksOn(operation, operations),
  }));
  const validators = {
    input: new InputValidator(operations),
    documented: new Documented(document),
  };
  const queue = drafts(aims, requests, randomFrom(seed));
  const failures = new Map<string, { count: number; first: string }>();
  let failed = 0;
  let done = 0;
  const work = async () => {
    const worker = new Worker(instance, validators);
    for (const draft of queue) {
      if (failed >= MAX_FAILURES) break;
      await worker.run(draft).catch(({ message }: Error) => {
        const { count = 0, first = message } = failures.get(kindOf(message)) ?? {};
        failures.set(kindOf(message), { count: count + 1, first });
        failed += 1;
      });
      done += 1;
    }
    worker.stop();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const faults = [...failures.values()].map(({ count, first }) => `${count} × ${first}`);
  if (done !== requests && failed < MAX_FAILURES) faults.push(`${done} of ${requests} were sent`);
  return {
    figures: {
      seed,
      requests: done,
      operations: operations.length,
      single_attacks: aims.reduce((sum, { attacks }) => sum + attacks.length, 0),
      kinds_of_failure: failures.size,
    },
    faults,
  };
}

/** The short form has no model, which is unavailable for a moment when other work takes the processor. */
export async function proveFuzz(
  { requests, seed }: { requests: number; seed: number },
  isShort: boolean,
): Promise<Report> {
  const instance = await startInstance();
  if (isShort) useSameVector(instance);
  try {
    return await fuzzInstance(instance, requests, seed);
  } finally {
    await instance.stop();
  }
}
