// The commands of README.md, run as a newcomer would: with no service at all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { commandsOf } from '../../tools/docs.commands.ts';
import { firstMinute, readme, shownIn } from './support/demonstrations.ts';
import { killRest } from './support/processes.ts';

describe('README', () => {
  after(killRest);

  // The demonstration below is started in the same way, without npm around it.
  test('its one command installs the packages and starts the program', () => {
    assert.deepEqual(commandsOf(readme, 'start'), ['npm install && npm start']);
    const { scripts } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { scripts: Record<string, string> };
    assert.equal(scripts['start'], 'node --env-file-if-exists=.env server/src/main.ts start');
  });

  test('within a minute of the start its curl lines create an incident, are shown what a refused move may be, and list by filter', async (t) => {
    assert.equal(commandsOf(readme).length, 1, 'one block to run');
    const { seconds, responses } = await firstMinute();
    t.diagnostic(
      `${seconds.toGreeting} s to the greeting, ${seconds.toResponses} s to the responses`,
    );
    // Of the processor: other tests use it at the same time.
    assert.ok(seconds.cpu < 60, `${seconds.cpu} s`);
    const [created, refused, list, asked] = responses
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([created.id, created.priority, created.state], ['INC0000701', 'P2', 'new']);
    const { request_id: _, ...expected } = shownIn(readme)[0];
    const { request_id, ...actual } = refused;
    assert.deepEqual(actual, expected, 'the response that README shows');
    assert.ok(request_id);
    assert.equal(list.data[0].id, 'INC0000701');
    assert.ok(list.total > 5, 'and what was there before');
    // The articles may not be indexed yet; `server/test/spec/ai.readme.test.ts` compares the citation.
    assert.equal(typeof asked.grounded, 'boolean');
  });
});
