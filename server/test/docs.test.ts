import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentFaults, thisRepository } from '../../tools/docs.ts';

const repository = thisRepository();
const real = documentFaults(repository);

/** Faults that appear when this is added to README.md. */
const faultsWith = (text: string): string[] =>
  documentFaults({
    files: repository.files,
    read: (path) => repository.read(path) + (path === 'README.md' ? `\n\n${text}\n` : ''),
  }).filter((fault) => !real.includes(fault));

describe('documents', () => {
  test('what they cite exists, and the configuration table is as the code makes it', () => {
    assert.deepEqual(real, []);
  });

  const planted: [what: string, text: string, fault: RegExp][] = [
    ['a path that is gone', 'See `server/src/gone.ts`.', /server\/src\/gone\.ts does not exist/],
    ['a folder that is gone', 'See `server/gone/`.', /server\/gone\/ does not exist/],
    ['a broken link', 'See [it](docs/gone.md).', /docs\/gone\.md leads nowhere/],
    ['a heading that is gone', 'See [it](docs/http.md#gone).', /names a heading/],
    ['a symbol that is gone', '`goneForGood` in `errors.ts`', /goneForGood is not in/],
    ['a symbol that is gone, by #', '`platform/errors.ts#goneForGood`', /goneForGood is not in/],
    ['a symbol in any of several files', '`may` in `index.ts`', /may mean several files/],
  ];
  for (const [what, text, fault] of planted) {
    test(`${what} is found`, () => {
      const faults = faultsWith(text);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', fault);
    });
  }

  test('a stale configuration table is found', () => {
    const faults = documentFaults({
      files: repository.files,
      read: (path) => repository.read(path).replace('`8080`', '`8088`'),
    });
    assert.match(faults.join(), /configuration table is stale/);
  });

  test('code, media types and API paths are not taken for files', () => {
    const text = '`application/json` `/incidents/:id` `GET /incidents` `*.test.ts` `{base_url}/x`';
    assert.deepEqual(faultsWith(text), []);
  });
});
