// Replays what the clients of directories send, from the files in `scim/`, step by step.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Json } from '../support/harness.ts';
import { openDirectory } from '../support/scim-client.ts';
import { section } from './setup.ts';

interface Step {
  step: string;
  method: string;
  path: string;
  body?: Json;
  status: number;
  /** The response has at least these members. */
  expect?: Json;
  absent?: string[];
  /** Later steps refer to these members of the response by their keys. */
  save?: Record<string, string>;
}

interface Sequence {
  client: string;
  steps: Step[];
}

const folder = fileURLToPath(new URL('scim/', import.meta.url));
const sequences: Sequence[] = readdirSync(folder).map((file) =>
  JSON.parse(readFileSync(folder + file, 'utf8')),
);

const withValues = <T>(value: T, saved: ReadonlyMap<string, string>): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const known = saved.get(name);
      if (known === undefined) throw new Error(`No step has saved ${name}.`);
      return known;
    }),
  );

/** A list in the expectation has all elements of that in the response, which a partial comparison does not require. */
function requireSameLengths(actual: Json, expected: Json, step: string): void {
  if (Array.isArray(expected)) assert.equal(actual.length, expected.length, step);
  if (typeof expected !== 'object' || expected === null) return;
  for (const [name, inner] of Object.entries(expected))
    requireSameLengths(actual[name], inner, `${step}: ${name}`);
}

section('SCIM clients', (instance) => {
  assert.ok(sequences.length >= 3);
  for (const { client, steps } of sequences) {
    test(`the requests of ${client} get the responses that it expects`, async () => {
      const directory = await openDirectory(instance.running, { name: client });
      const saved = new Map<string, string>();
      for (const { step, method, ...one } of steps) {
        const { path, body, expect = {}, absent = [] } = withValues(one, saved);
        const reply = await directory.send(method, path, body);
        assert.equal(reply.status, one.status, `${step}: ${JSON.stringify(reply.body)}`);
        assert.partialDeepStrictEqual(reply.body ?? {}, expect, step);
        requireSameLengths(reply.body ?? {}, expect, step);
        for (const name of absent) assert.equal(name in reply.body, false, `${step}: ${name}`);
        for (const [name, member] of Object.entries(one.save ?? {}))
          saved.set(name, reply.body[member]);
      }
    });
  }
});
