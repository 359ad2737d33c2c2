import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateIncidents } from '../support/generate.ts';
import { withClient } from '../support/databases.ts';
import { section } from './setup.ts';

/** The console requests these columns for a queue. */
const FIELDS =
  'id,short_description,priority,state,assigned_to,assignment_group,updated_at,version,sla';
/** The goal is 40 kB; the clocks are 18 kB of it. */
const MAX_BYTES = 43_000;

section('A page of a queue', (instance) => {
  test('a page of a queue with the fields of the console stays within 43 kB', async () => {
    await withClient(instance.running.deps.config.DATABASE_URL, (client) =>
      generateIncidents(client, 300, () => {}),
    );
    const bytes = async (query: string) => {
      const { body, text } = await instance.call('GET', `/incidents?limit=100${query}`);
      assert.equal(body.data.length, 100);
      return Buffer.byteLength(text);
    };
    for (const sort of ['created_at', 'updated_at', 'sla_breach_at']) {
      const sparse = await bytes(`&sort=${sort}&fields=${FIELDS}`);
      assert.ok(sparse <= MAX_BYTES, `${sparse} bytes sorted by ${sort}`);
    }
  });
});
