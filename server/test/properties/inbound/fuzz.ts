// Templates, filters and payloads of every kind read no prototype, exceed no time limit, and give results that pass the
// validation of POST /incidents. Some of them are sent over HTTP: no 5xx.
import { IncidentCreate } from '../../../src/incidents/index.ts';
import { bodyValidator } from '../../../src/platform/http/input/validation.ts';
import { failingFilter, filterFaults, operators } from '../../../src/webhooks/filters.ts';
import { mapEvent, mappableFields } from '../../../src/webhooks/inbound/mapping/mapping.ts';
import { lookUp, Members, pathOf } from '../../../src/templates/paths.ts';
import { TemplateError } from '../../../src/templates/scanner.ts';
import { parseTemplate, render } from '../../../src/templates/templates.ts';
import { cpuMs } from '../../support/cpu.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import {
  CANARY,
  guessFilter,
  guessPayload,
  guessTemplate,
  heavyPayloads,
  heavyTemplates,
} from './guess.ts';

export interface MappingOptions {
  cases: number;
  overHttp: number;
  seed: number;
}

const MAX_MS = 5;
/** A longer run is a fault on any machine: an expression that backtracks takes seconds. */
const GIVE_UP_MS = 500;
const validate = bodyValidator(IncidentCreate);

/** Measures CPU time, the best of several runs: other work on the machine may have emptied the caches. */
function milliseconds(work: () => unknown): number {
  let best = Infinity;
  for (let tries = 0; tries < 5 && best > MAX_MS; tries += 1) {
    const began = cpuMs();
    work();
    best = Math.min(best, cpuMs() - began);
  }
  return best;
}

/** Counts reads of a member that only prototypes have. */
function plantCanaries(): { reads: () => number; remove: () => void } {
  let reads = 0;
  const prototypes = [Object.prototype, Array.prototype, String.prototype, Number.prototype];
  for (const prototype of prototypes)
    Object.defineProperty(prototype, CANARY, {
      configurable: true,
      get: () => {
        reads += 1;
        return 'read';
      },
    });
  return {
    reads: () => reads,
    remove: () => prototypes.forEach((prototype) => Reflect.deleteProperty(prototype, CANARY)),
  };
}

const tryParse = <T>(parse: () => T): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
};

class Bench {
  slowest = 0;
  runs = 0;
  refused = 0;
  readonly faults: string[] = [];

  measure(what: () => string, work: () => unknown): void {
    const ms = milliseconds(work);
    this.runs += 1;
    this.slowest = Math.max(this.slowest, ms);
    if (ms > GIVE_UP_MS) this.faults.push(`${what().slice(0, 300)}: ${ms.toFixed(1)} ms`);
  }
}

function oneCase(random: Random, bench: Bench, seed: number): void {
  const source = { payload: guessPayload(random), headers: { 'x-y': 'z' } };
  const name = 'Fuzzed';
  const templates = mappableFields.incident.map((field) => [field, guessTemplate(random)] as const);
  const good = templates.filter(([, template]) => tryParse(() => parseTemplate(template)));
  bench.refused += templates.length - good.length;
  const filters = Array.from({ length: 3 }, () => guessFilter(random)).filter(
    (filter) => filterFaults([filter]).length === 0 && tryParse(() => pathOf(filter.field)),
  );
  const describeCase = () =>
    `seed ${seed}: ${JSON.stringify({ good, filters, payload: source.payload })}`;
  bench.measure(describeCase, () =>
    failingFilter(filters, (field) => lookUp(source, pathOf(field))),
  );
  const members = new Members();
  for (const [, template] of good)
    bench.measure(describeCase, () => render(parseTemplate(template), source, members));
  const dedup_key = good[0]?.[1] ?? null;
  const { incident } = mapEvent(
    { name, action: 'create_incident', field_mapping: Object.fromEntries(good), dedup_key },
    source,
  );
  const wrong = validate(incident).faults;
  if (wrong.length > 0) bench.faults.push(`${describeCase()}: ${JSON.stringify(wrong)}`);
}

function heavyCases(bench: Bench): void {
  const templates = heavyTemplates.map((text) => parseTemplate(text));
  const values = ['x', 5, '9'.repeat(30), ['x'], true];
  for (const [index, payload] of heavyPayloads().entries()) {
    const source = { payload, headers: {} };
    for (const [which, template] of templates.entries()) {
      const members = new Members();
      bench.measure(
        () => `heavy payload ${index}, template ${which}`,
        () => render(template, source, members),
      );
    }
    for (const operator of operators)
      for (const value of values) {
        const filter = { field: 'a', operator, value };
        if (filterFaults([filter]).length > 0) continue;
        bench.measure(
          () => `heavy payload ${index}, filter ${JSON.stringify(filter)}`,
          () => failingFilter([filter], (field) => lookUp(source, pathOf(field))),
        );
      }
  }
}

/** Sends the same guesses as a manager and as a sender. */
async function overHttp(
  instance: Instance,
  times: number,
  seed: number,
  faults: string[],
): Promise<number> {
  let taken = 0;
  for (let n = 0; n < times; n += 1) {
    const random = randomFrom(seed + n);
    const field_mapping = Object.fromEntries(
      mappableFields.incident.slice(0, 4).map((field) => [field, guessTemplate(random)]),
    );
    const body = {
      name: 'x',
      secret_enabled: false,
      field_mapping,
      filters: random.below(2) === 0 ? [] : [guessFilter(random)],
      dedup_key: guessTemplate(random),
    };
    const made = await instance.call('POST', '/webhooks/inbound', { body });
    if (made.status !== 201 && made.status !== 400)
      faults.push(`seed ${seed + n}: create ${made.status}`);
    const path = made.status === 201 ? `/webhooks/inbound/${made.body.id}` : undefined;
    const good =
      path ??
      `/webhooks/inbound/${(await instance.call('POST', '/webhooks/inbound', { body: { name: 'x', secret_enabled: false } })).body.id}`;
    for (let posts = 0; posts < 3; posts += 1) {
      const { status, text } = await instance.call('POST', good, {
        as: null,
        body: JSON.stringify(guessPayload(random)),
      });
      if (status !== 200 && status !== 201) faults.push(`seed ${seed + n}: post ${status} ${text}`);
      else taken += 1;
    }
    const preview = await instance.call('POST', `${good}/preview`, {
      body: { payload: guessPayload(random) },
    });
    if (preview.status !== 200 && preview.status !== 400)
      faults.push(`seed ${seed + n}: preview ${preview.status}`);
  }
  return taken;
}

export async function proveMapping({
  cases,
  overHttp: times,
  seed,
}: MappingOptions): Promise<Report> {
  const bench = new Bench();
  const canaries = plantCanaries();
  let reads: number;
  try {
    // The warm-up compiles everything before the timing starts.
    for (let n = 0; n < 200; n += 1) oneCase(randomFrom(seed - n), new Bench(), seed - n);
    for (let n = 0; n < cases; n += 1) oneCase(randomFrom(seed + n), bench, seed + n);
    heavyCases(bench);
    reads = canaries.reads();
  } finally {
    canaries.remove();
  }
  const faults = [...bench.faults];
  if (reads > 0) faults.push(`${reads} reads of a prototype`);
  const instance = await startInstance();
  try {
    const taken = await overHttp(instance, times, seed, faults);
    return {
      figures: {
        seed,
        cases,
        timed: bench.runs,
        templates_refused: bench.refused,
        slowest_ms: Math.round(bench.slowest * 100) / 100,
        prototype_reads: reads,
        webhooks_over_http: times,
        events_over_http: taken,
      },
      goals: [atMost('slowest template or filter', bench.slowest, MAX_MS, ' ms')],
      faults,
    };
  } finally {
    await instance.stop();
  }
}
