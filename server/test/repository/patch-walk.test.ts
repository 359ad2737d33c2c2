// The walk of a PATCH in docs/architecture.md, checked by running one and recording which functions were called.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesCalledBy } from '../support/called-files.ts';
import { type Instance, startInstance } from '../support/harness.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FEATURE = 'server/src/incidents/';
const MAX_FILES = 7;

const walkOf = (document: string): string =>
  /^## How a PATCH is processed$([^]*?)^## /m.exec(document)?.[1] ?? '';
const cited = new Set(
  [
    ...walkOf(readFileSync(`${root}docs/architecture.md`, 'utf8')).matchAll(
      /`(server\/src\/incidents\/[^`]+\.ts)`/g,
    ),
  ].map(([, path = '']) => path),
);

describe('The walk of a PATCH', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  test('a PATCH passes at most seven files of its feature, and the walk names each', async () => {
    const patchNew = async () => {
      const { body } = await instance.call('POST', '/incidents', {
        body: { short_description: 'Walked' },
      });
      return () =>
        instance.call('PATCH', `/incidents/${body.id}`, {
          body: {
            state: 'in_progress',
            priority: 'P1',
            assigned_to: 'ada@example.com',
            work_note: 'On it.',
            version: 1,
          },
        });
    };
    // The first one also builds the statements, which are kept.
    await (
      await patchNew()
    )();
    const called = await filesCalledBy([FEATURE], await patchNew());
    assert.ok(called.length > 3, `recorded ${called.join()}`);
    assert.deepEqual(
      called.filter((path) => !cited.has(path)),
      [],
      'called, and not named in the walk',
    );
    assert.ok(cited.size <= MAX_FILES, `the walk names ${cited.size} files`);
  });
});
