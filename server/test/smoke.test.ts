import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, PREFIXES, startInstance } from './harness.ts';

describe('smoke', () => {
  let desk: Instance;
  before(async () => {
    desk = await startInstance();
  });
  after(() => desk.stop());
  for (const prefix of PREFIXES) {
    test(`an incident is created and listed below ${prefix}`, async () => {
      const created = await desk.call('POST', '/incidents', {
        prefix,
        body: { short_description: 'x' },
      });
      assert.equal(created.status, 201);
      const list = await desk.call(
        'GET',
        '/incidents?state=new&priority=P3,P4&created_after=2020-01-01&assigned_to=a@b.c',
        { prefix },
      );
      assert.equal(list.status, 200, list.text);
      const all = await desk.call('GET', '/incidents?limit=1', { prefix });
      assert.equal(all.body.total >= 1, true);
      const audit = await desk.call('GET', '/audit', { prefix });
      assert.equal(audit.status, 200, audit.text);
      const note = await desk.call('POST', `/incidents/${created.body.id}/notes`, {
        prefix,
        body: { body: 'hello' },
      });
      assert.equal(note.status, 201);
      const notes = await desk.call('GET', `/incidents/${created.body.id}/notes`, { prefix });
      assert.equal(notes.body.total, 1, notes.text);
    });
  }
});
