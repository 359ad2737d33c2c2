import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentFaults, thisRepository } from '../../tools/docs.ts';
import { entryKinds } from '../src/events/catalogue.ts';

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
    ['a symbol that is gone', '`goneForGood` in `ids.ts`', /goneForGood is not in/],
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

  const sources = repository.files
    .filter((path) => /^server\/src\/.+(?<!\.test)\.ts$/.test(path))
    .map((path) => repository.read(path))
    .join('\n');
  const found = (text: string, pattern: RegExp): string[] =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

  test('testing.md has every proof of package.json and no other', () => {
    const { scripts } = JSON.parse(repository.read('package.json')) as { scripts: object };
    const proofs = Object.keys(scripts).filter((name) => name.startsWith('proof:'));
    const documented = found(repository.read('docs/testing.md'), /^\| `npm run (proof:[\w-]+)/gm);
    assert.deepEqual(documented, proofs.toSorted());
  });

  test('operations.md has every metric and every log line', () => {
    const operations = repository.read('docs/operations.md');
    const metrics = found(sources, /name: '(signalbox_\w+)'/g);
    const lines = found(
      sources,
      /\blog\b[\s\S]{0,12}\.(?:info|warn|error)\([^;]*?'([a-z]+\.[a-z_]+)',?\s*\)/g,
    );
    assert.ok(metrics.length > 8 && lines.length > 30, `${metrics.length} and ${lines.length}`);
    const missing = [...metrics, ...lines].filter((name) => !operations.includes(`\`${name}\``));
    assert.deepEqual(missing, []);
  });

  test('the reference has every kind of entry', () => {
    const text = repository.files
      .filter((path) => /^docs\/(http|reference\/.+)\.md$/.test(path))
      .map((path) => repository.read(path))
      .join('\n');
    const missing = entryKinds.filter((kind) => {
      const [record = '', what = ''] = kind.split('.');
      return (
        !text.includes(`\`${kind}\``) &&
        !(text.includes(`\`${record}.\``) && text.includes(`\`${what}\``))
      );
    });
    assert.deepEqual(missing, []);
  });
});
