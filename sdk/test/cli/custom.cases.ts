// Custom fields are set, cleared, filtered, shown, exported and imported by the command line.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../../../server/test/support/processes.ts';
import type { FieldCreate } from '../../src/index.ts';
import type { SdkInstance } from '../setup.ts';
import { type Env, type Finished, makeHome, records, runHere } from './setup.ts';

type Role = Parameters<SdkInstance['credentialsOf']>[0];

interface Saved {
  id: string;
  custom: Record<string, unknown>;
}

const choices = ['Munich', 'Zurich'].map((value) => ({ value, label: `${value} (HQ)` }));
const ofIncidents: Omit<FieldCreate, 'record_type'>[] = [
  { key: 'site', label: 'Site', type: 'choice', choices, filterable: true },
  { key: 'floor', label: 'Floor', type: 'integer', filterable: true },
  { key: 'load', label: 'Load', type: 'decimal' },
  { key: 'lights', label: 'Lights on', type: 'boolean' },
  {
    key: 'tags',
    label: 'Tags',
    type: 'choices',
    choices: ['a', 'b, c'].map((value) => ({ value, label: value.toUpperCase() })),
  },
  { key: 'since', label: 'Dark since', type: 'datetime' },
  { key: 'steps', label: 'Steps taken', type: 'long_text' },
  { key: 'room', label: 'Room', type: 'text' },
];

const allValues = {
  site: 'Munich',
  floor: -3,
  load: 0.25,
  lights: false,
  tags: ['a', 'b, c'],
  since: '2026-11-15T09:30:00.000Z',
  steps: 'Looked.\nChanged the bulb.',
  room: '=E1',
};

export function customTests(instance: SdkInstance, envOf: (role: Role) => Promise<Env>): void {
  const home = makeHome();
  after(() => home.remove());
  const ok = async (args: string[], input = ''): Promise<Finished> => {
    const finished = await runHere(args, await envOf('agent'), input);
    assert.equal(finished.code, 0, finished.err);
    return finished;
  };
  const save = async (args: string[], input = ''): Promise<Saved> => {
    const [record] = records<Saved>(await ok([...args, '--json'], input));
    assert.ok(record);
    return record;
  };
  const sets = (...assignments: string[]) => assignments.flatMap((one) => ['--set', one]);
  const everything = sets(
    'site=Munich',
    'floor=-3',
    'load=0.25',
    'lights=FALSE',
    String.raw`tags=a,b\, c`,
    'since=2026-11-15T10:30:00+01:00',
    'steps=-',
    'room==E1',
  );
  const fill = (summary: string) =>
    save(['incidents', 'create', summary, ...everything], allValues.steps);

  before(async () => {
    const manager = await instance.clientAs('itsm_manager');
    for (const field of ofIncidents)
      await manager.fields.create({ record_type: 'incident', ...field });
    for (const type of ['request', 'change', 'ci'] as const)
      await manager.fields.create({
        record_type: type,
        key: 'centre',
        label: 'Cost centre',
        type: 'text',
        filterable: true,
      });
    await until('the indexes', async () => {
      const { data } = await manager.fields.list({ limit: 200 });
      return data.every(({ index }) => index === null || index.state === 'ready');
    });
  });

  test('values of every type are set by their definitions, shown by their labels, changed and cleared', async () => {
    const { id, custom } = await fill('No light');
    assert.deepEqual(custom, allValues);
    const shown = (await ok(['incidents', 'show', id])).out;
    assert.match(shown, /Site +Munich \(HQ\)\n +Floor +-3\n +Load +0\.25\n +Lights on +no\n/);
    assert.match(shown, /Tags +A, B, C\n +Dark since +2026-11-15 \d\d:30\n +Room +=E1\n/);
    assert.match(shown, /\nSteps taken\n {2}Looked\.\n {2}Changed the bulb\.\n/);
    const updated = await ok([
      'incidents',
      'update',
      id,
      ...sets('site=Zurich', 'floor=', 'tags='),
    ]);
    assert.match(updated.out, /Site +Zurich \(HQ\)\n +Load/);
    const { floor: _floor, tags: _tags, ...rest } = allValues;
    const [now] = records<Saved>(await ok(['incidents', 'show', id, '--json']));
    assert.deepEqual(now?.custom, { ...rest, site: 'Zurich' });
  });

  test('service requests, changes and CIs have fields of their own', async () => {
    for (const group of ['requests', 'changes']) {
      const { id } = await save([group, 'create', 'Desk', ...sets(`centre=${group}`)]);
      const where = ['--where', `centre=${group},other`];
      const listed = records<Saved>(await ok([group, 'list', ...where, '--json']));
      assert.deepEqual(
        listed.map((one) => one.id),
        [id],
      );
      await save([group, 'update', id, ...sets('centre=')]);
      const none = await ok([group, 'list', ...where]);
      assert.match(none.err, /^No .* match\.\n$/);
    }
    const manager = await instance.clientAs('itsm_manager');
    const { id } = await manager.cis.create({
      name: 'cli-custom',
      class: 'server',
      custom: { centre: '4711' },
    });
    assert.match((await ok(['cis', 'list', '--where', 'centre=4711'])).out, new RegExp(id));
    assert.match((await ok(['cis', 'show', id])).out, /Cost centre +4711\n/);
  });

  test('lists are filtered by several custom fields, each with any of its values', async () => {
    const both = await save(['incidents', 'create', 'Both', ...sets('site=Zurich', 'floor=71')]);
    const one = await save(['incidents', 'create', 'One', ...sets('site=Munich', 'floor=71')]);
    const findIds = async (...filters: string[]) => {
      const where = filters.flatMap((filter) => ['--where', filter]);
      const listed = await ok(['incidents', 'list', '--state', 'new', ...where, '--json']);
      return records<Saved>(listed).map(({ id }) => id);
    };
    assert.deepEqual(await findIds('floor=71', 'site=Zurich'), [both.id]);
    assert.deepEqual(await findIds('floor=71', 'site=Zurich,Munich'), [one.id, both.id]);
  });

  test('a wrong key or value is a usage error that names the nearest key and the allowed ones, and nothing is written', async () => {
    const all = 'site, floor, load, lights, tags, since, steps, room';
    const create = ['incidents', 'create', 'Refused'];
    const list = ['incidents', 'list'];
    const cases: [args: string[], code: number, expected: string][] = [
      [
        [...create, '--set', 'sote=x'],
        2,
        `--set: sote is not a custom field of incidents. Allowed: ${all}. Did you mean site?`,
      ],
      [[...create, '--set', 'centre=x'], 2, 'centre is not a custom field of incidents.'],
      [[...create, '--set', 'assigned_to=x'], 2, 'Use --assigned-to.'],
      [[...create, '--set', 'site'], 2, 'site is not of the form key=value, such as site=Munich.'],
      [[...create, '--set', '=x'], 2, '=x is not of the form key=value'],
      [[...create, ...sets('site=Munich', 'site=Zurich')], 2, 'site is given twice.'],
      [[...create, '--set', 'floor=third'], 2, '--set: floor is not a whole number: third.'],
      [[...create, '--set', 'floor=9007199254740993'], 2, 'floor is not a whole number'],
      [
        [...create, '--set', 'load=0.1234567'],
        2,
        'load is not a number with at most six decimal places: 0.1234567.',
      ],
      [[...create, '--set', 'lights=on'], 2, 'lights is not true or false: on.'],
      [[...create, '--set', 'site=Berlin'], 6, '--set: custom.site must be one of Munich, Zurich'],
      [
        [...list, '--where', 'room=E1'],
        2,
        '--where: room is not a filterable custom field of incidents. Allowed: site, floor.',
      ],
      [[...list, '--where', 'state=new'], 2, 'Use --state.'],
      [[...list, '--where', 'site='], 2, 'the value of site is empty.'],
      [[...list, '--where', 'site=Berlin'], 6, '--where: cf.site has no value Berlin'],
    ];
    for (const [args, code, expected] of cases) {
      const finished = await runHere(args, await envOf('agent'));
      assert.equal(finished.code, code, finished.err);
      const text = finished.err.replaceAll(/\s+/g, ' ');
      assert.ok(text.includes(expected), `${text}\nlacks ${expected}`);
    }
    const client = await instance.clientAs('agent');
    assert.equal((await client.incidents.list({ q: 'Refused' })).total, 0);
  });

  test('the definitions are read once, and only by a command that needs them', async (t) => {
    const reads = t.mock.method(globalThis, 'fetch');
    const count = () =>
      reads.mock.calls.filter(({ arguments: [input] }) => JSON.stringify(input).includes('/fields'))
        .length;
    await ok(['incidents', 'create', 'Plain', '--json']);
    await ok(['incidents', 'list']);
    assert.equal(count(), 0);
    await ok(['incidents', 'create', 'Lit', ...sets('site=Munich')]);
    assert.equal(count(), 1);
  });

  test('a required field without a value is a warning in words', async () => {
    const manager = await instance.clientAs('itsm_manager');
    const { data } = await manager.fields.list({ record_type: 'incident' });
    const { id = '' } = data.find(({ key }) => key === 'room') ?? {};
    await manager.fields.update(id, { required: true });
    const { err } = await ok(['incidents', 'create', 'Nowhere']);
    assert.equal(err, '! The required field room has no value.\n');
    await manager.fields.update(id, { required: false });
  });

  test('an export is imported with its custom values, as JSON lines and as CSV', async () => {
    const original = await fill('Carried over');
    const path = join(home.folder, 'custom.jsonl');
    await ok(['export', 'incidents', '--output', path]);
    const line = readFileSync(path, 'utf8')
      .split('\n')
      .find((one) => one.includes(original.id));
    const importText = async (args: string[], text: string) => {
      const env = await envOf('super_admin');
      const finished = await runHere([...args, '-', '--json'], env, text);
      assert.equal(finished.code, 0, finished.err + finished.out);
      const [result] = records<{ id: string }>(finished);
      const [record] = records<Saved>(await ok(['incidents', 'show', result?.id ?? '', '--json']));
      assert.deepEqual(record?.custom, allValues);
      return result?.id;
    };
    const id = await importText(['import', 'incidents'], line ?? '');
    assert.notEqual(id, original.id);
    const cell = (value: unknown) => {
      const text = Array.isArray(value)
        ? value.map((one) => String(one).replaceAll(',', '\\,')).join(',')
        : String(value);
      return `"${text.replaceAll('"', '""')}"`;
    };
    const head = Object.keys(allValues).map((key) => `custom.${key}`);
    const cells = Object.values(allValues).map(cell);
    const csv = `short_description,${head.join(',')}\nBy CSV,${cells.join(',')}\n`;
    await importText(['import', 'incidents'], csv);
    await importText(['bulk'], csv);
  });

  test('CSV with an unknown or wrong custom column sends nothing', async () => {
    const env = await envOf('agent');
    const path = join(home.folder, 'wrong.csv');
    const cases: [text: string, code: number, expected: RegExp][] = [
      [
        'short_description,custom.sote\nx,y\n',
        2,
        /sote is not a custom field of incidents[^]*mean\s+site/,
      ],
      [
        'short_description,custom.floor\nx,y\n',
        6,
        /line 2: custom\.floor is not a whole number: y\n[^]*Nothing was sent/,
      ],
    ];
    for (const [text, code, expected] of cases) {
      writeFileSync(path, text);
      const finished = await runHere(['bulk', path], env);
      assert.equal(finished.code, code, finished.err);
      assert.match(finished.err, expected);
    }
    const articles = await runHere(['import', 'articles', '-'], env, 'title,custom.site\nx,y\n');
    assert.match(articles.err, /site is not a custom field of articles\. The instance\s+has none/);
  });
}
