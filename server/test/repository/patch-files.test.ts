// docs/architecture.md names every file of the feature that a PATCH passes through, as V8 records.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesCalledBy } from '../support/called-files.ts';
import { type Instance, startInstance } from '../support/harness.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FEATURE = 'server/src/incidents/';
const MAX_FILES = 7;

const pathSectionOf = (document: string): string =>
  /^## How a PATCH is processed$([^]*?)^## /m.exec(document)?.[1] ?? '';
const cited = new Set(
  [
    ...pathSectionOf(readFileSync(`${root}docs/architecture.md`, 'utf8')).matchAll(
      /`(server\/src\/incidents\/[^`]+\.ts)`/g,
    ),
  ].map(([, path = '']) => path),
);

describe('The code path of a PATCH', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  test('a PATCH passes through at most seven files of its feature, and docs/architecture.md names each', async () => {
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
    // The first request also builds the statements, which are cached.
    await (
      await patchNew()
    )();
    const called = await filesCalledBy([FEATURE], await patchNew());
    assert.ok(called.length > 3, `recorded ${called.join()}`);
    assert.deepEqual(
      called.filter((path) => !cited.has(path)),
      [],
      'called, but not named in docs/architecture.md',
    );
    assert.ok(cited.size <= MAX_FILES, `docs/architecture.md names ${cited.size} files`);
  });
});
