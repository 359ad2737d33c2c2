import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { executedBy } from '../../../tools/docs.commands.ts';
import { benchmarks } from '../../../bench/benchmarks.ts';
import { consoleTests } from '../../../console/test/long/console-tests.ts';
import { documentFaults, thisRepository } from '../../../tools/docs.ts';
import { aiSettings } from '../../src/ai/ai.settings.ts';
import { peopleSettings } from '../../src/identity/people/people.settings.ts';
import { serviceRequestSettings } from '../../src/requests/requests.settings.ts';
import { attachmentSettings } from '../../src/records/notes/attachments.settings.ts';
import { bulkSettings } from '../../src/bulk/bulk.settings.ts';
import { entryKinds } from '../../src/events/catalogue.ts';
import { retentionSettings } from '../../src/events/retention.ts';
import { incidentSettings } from '../../src/incidents/incidents.settings.ts';
import { receivedMailSettings } from '../../src/mail/mail.settings.ts';
import { mailSettings } from '../../src/notifications/mails/mails.settings.ts';
import { faultTests } from '../faults/fault-tests.ts';
import { propertyTests } from '../properties/property-tests.ts';
import { securityTests } from '../security/security-tests.ts';

const repository = thisRepository();
const real = documentFaults(repository);

/** Returns the faults that appear when this text is added to README.md. */
const faultsWith = (text: string): string[] =>
  documentFaults({
    files: repository.files,
    read: (path) => repository.read(path) + (path === 'README.md' ? `\n\n${text}\n` : ''),
  }).filter((fault) => !real.includes(fault));

describe('documents', () => {
  test('documents cite only what exists, their generated parts are current, and every command is run or marked as an example', () => {
    assert.deepEqual(real, []);
  });

  const planted: [what: string, text: string, fault: RegExp][] = [
    ['a path that is gone', 'See `server/gone.ts`.', /server\/gone\.ts does not exist/],
    ['a folder that is gone', 'See `server/gone/`.', /server\/gone\/ does not exist/],
    ['a broken link', 'See [it](docs/gone.md).', /the link docs\/gone\.md does not exist/],
    ['a heading that is gone', 'See [it](docs/operations.md#gone).', /names a heading/],
    ['a symbol that is gone', '`goneForGood` in `ids.ts`', /goneForGood is not in/],
    ['a symbol that is gone, by #', '`platform/errors.ts#goneForGood`', /goneForGood is not in/],
    ['a symbol in any of several files', '`may` in `index.ts`', /may mean several files/],
    ['a script that is gone', 'Run `npm run goneforgood`.', /no script goneforgood/],
    ['a source for users', 'See `server/src/app.ts`.', /cites server\/src\/app\.ts/],
    ['an unmarked command', '```bash\nnpm test\n```', /neither `sh run` nor `sh example`/],
    ['a command with another mark', '```sh later\nnpm test\n```', /neither `sh run` nor/],
    ['an indented command', '1. x\n\n   ```console\n   $ npm test\n   ```', /neither `sh run` nor/],
    [
      'a command with an unknown name',
      '```sh run later\nnpm test\n```',
      /no test runs the commands/,
    ],
    ['a block without a language', '```\nnpm test\n```', /names no language/],
  ];
  for (const [what, text, fault] of planted) {
    test(`${what} is found in a document`, () => {
      const faults = faultsWith(text);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', fault);
    });
  }

  /** Returns the faults of the repository after replacing this text in one file. */
  const faultsAfter = (path: string, from: string, to: string): string => {
    assert.ok(repository.read(path).includes(from), `${path} does not contain ${from}`);
    return documentFaults({
      files: repository.files,
      read: (file) =>
        file === path ? repository.read(file).replace(from, to) : repository.read(file),
    }).join('\n');
  };

  for (const [path, from, to] of [
    ['docs/reference/settings.md', '`8080`', '`8088`'],
    ['docs/reference/errors.md', 'The cursor was not issued', 'The cursor was issued'],
    ['docs/data-model.md', 'uuid event_id FK', 'uuid event FK'],
    ['docs/data-model.md', 'short_description, description', 'description'],
    ['docs/figures.md', '0 in 100,000 histories', '0 in 900,000 histories'],
  ] as const) {
    test(`a stale part of ${path} is found: ${to}`, () => {
      assert.equal(
        faultsAfter(path, from, to),
        `${path}: a generated part is stale; run \`npm run generate\``,
      );
    });
  }

  test('a result that docs/figures.md does not show is found', () => {
    assert.equal(
      faultsAfter('bench/results/properties/sla.jsonl', '0 in 100,000', '1 in 100,000'),
      'docs/figures.md: a generated part is stale; run `npm run generate`',
    );
  });

  test('a recorded run that docs/scale.md does not show is found', () => {
    const figures = { processes: 1, node_us: 1, postgres_us: 1 };
    const run = { command: 'npm run bench -- mix', date: '2026-01-01', figures, goals: [] };
    const path = 'bench/results/bench/mix.jsonl';
    const faults = documentFaults({
      files: repository.files,
      read: (file) =>
        file === path
          ? `${repository.read(path).trimEnd()}\n${JSON.stringify(run)}\n`
          : repository.read(file),
    });
    assert.ok(faults.includes('docs/scale.md: a generated part is stale; run `npm run generate`'));
  });

  test('a table that is missing in the data model, and a reference to a removed column, are found', () => {
    const faults = faultsAfter(
      'server/schema.sql',
      'CREATE TABLE public.job_pools',
      'CREATE TABLE public.pools',
    );
    assert.match(faults, /the table pools is in no group/);
    assert.match(faults, /the table job_pools of .* does not exist/);
    assert.match(
      faultsAfter(
        'server/schema.sql',
        '    event_id uuid NOT NULL,\n    event text',
        '    event text',
      ),
      /the reference deliveries\.event_id to events of .* does not exist/,
    );
  });

  test('a gap in the numbers of the decisions is found', () => {
    const files = repository.files.filter((path) => !path.startsWith('docs/adr/0003'));
    const faults = documentFaults({ ...repository, files }).join('\n');
    assert.match(faults, /docs\/adr\/0004-.*: the name and the title must have the number 3/);
  });

  test('a command that no test runs is found', () => {
    assert.match(
      faultsAfter('docs/testing.md', '```sh example', '```sh run'),
      /docs\/testing\.md: no test runs the commands/,
    );
  });

  test('the tests that run the commands of a document read that document', () => {
    for (const [path, { test: file, names = [] }] of Object.entries(executedBy)) {
      const name = path.split('/').at(-1) ?? '';
      const text = repository.files
        .filter((one) => one.startsWith(file))
        .map((one) => repository.read(one))
        .join('\n');
      assert.ok(text.includes(name), `${file} does not read ${name}`);
      for (const one of names) assert.ok(text.includes(`'${one}'`), `${file}: ${one}`);
      assert.match(repository.read(path), /^```sh run/m, path);
    }
  });

  test('settings.md shows the defaults of the instance settings', () => {
    const [, block = ''] =
      /```json\n([\s\S]*?)```/.exec(repository.read('docs/reference/settings.md')) ?? [];
    assert.deepEqual(JSON.parse(block), {
      ...incidentSettings.defaults,
      ...peopleSettings.defaults,
      ...serviceRequestSettings.defaults,
      ...retentionSettings.defaults,
      ...bulkSettings.defaults,
      ...mailSettings.defaults,
      ...receivedMailSettings.defaults,
      ...attachmentSettings.defaults,
      ...aiSettings.defaults,
    });
  });

  test('a tutorial has at most 1,500 words', () => {
    const tutorials = repository.files.filter((path) => path.startsWith('docs/tutorials/'));
    assert.equal(tutorials.length, 6);
    for (const path of tutorials) {
      const words = repository.read(path).split(/\s+/).length;
      assert.ok(words <= 1500, `${path} has ${words} words`);
    }
  });

  test('code, media types and API paths are not mistaken for files', () => {
    const text = '`application/json` `/incidents/:id` `GET /incidents` `*.test.ts` `{base_url}/x`';
    assert.deepEqual(faultsWith(text), []);
  });

  const sources = repository.files
    .filter((path) => /^server\/src\/.+(?<!\.test)\.ts$/.test(path))
    .map((path) => repository.read(path))
    .join('\n');
  const namesIn = (text: string, pattern: RegExp): string[] =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

  test('testing.md lists every long test and benchmark and no other', () => {
    const commands = Object.entries({
      'test:properties': propertyTests,
      'test:faults': faultTests,
      'test:security': securityTests,
      'test:console': consoleTests,
      bench: benchmarks,
    }).flatMap(([script, tests]) => Object.keys(tests).map((name) => `${script} -- ${name}`));
    const documented = namesIn(
      repository.read('docs/testing.md'),
      /^\| `npm run ((?:test:\w+|bench) -- [\w-]+)/gm,
    );
    assert.deepEqual(documented, commands.toSorted());
  });

  test('operations.md names every metric and every log event', () => {
    const operations = repository.read('docs/operations.md');
    const metrics = namesIn(sources, /name: '(signalbox_\w+)'/g);
    const lines = namesIn(
      sources,
      /\blog\b[\s\S]{0,12}\.(?:info|warn|error)\([^;]*?'([a-z]+\.[a-z_]+)',?\s*\)/g,
    );
    assert.ok(metrics.length > 8 && lines.length > 30, `${metrics.length} and ${lines.length}`);
    const missing = [...metrics, ...lines].filter((name) => !operations.includes(`\`${name}\``));
    assert.deepEqual(missing, []);
  });

  test('the reference names every kind of entry', () => {
    const text = repository.files
      .filter((path) => /^docs\/reference\/.+\.md$/.test(path))
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
