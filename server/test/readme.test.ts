// The commands of README.md, run as a newcomer would: with no service at all.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { firstMinute, readmeBlocks } from './support/demonstrations.ts';
import { killRest } from './support/processes.ts';

describe('README', () => {
  after(killRest);

  test('within a minute of the start its curl lines create an incident, are shown what a refused move may be, and list by filter', async (t) => {
    assert.equal(readmeBlocks(/<!-- run -->\s+```bash/).length, 1, 'one block to run');
    const { seconds, responses } = await firstMinute();
    t.diagnostic(
      `${seconds.toGreeting} s to the greeting, ${seconds.toResponses} s to the responses`,
    );
    assert.ok(seconds.toResponses < 60);
    const [created, refused, list] = responses
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([created.id, created.priority, created.state], ['INC0000301', 'P2', 'new']);
    const [shown = ''] = readmeBlocks(/```json/);
    const { request_id: _, ...expected } = JSON.parse(shown);
    const { request_id, ...actual } = refused;
    assert.deepEqual(actual, expected, 'the answer that README shows');
    assert.ok(request_id);
    assert.equal(list.data[0].id, 'INC0000301');
    assert.ok(list.total > 5, 'and what was there before');
  });
});
