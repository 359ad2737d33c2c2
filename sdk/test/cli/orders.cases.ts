// Items of the catalog are listed and ordered by the command line, and the tasks of an order are done.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CatalogItemCreate, ServiceRequest, Task } from '../../src/index.ts';
import type { SdkInstance } from '../setup.ts';
import { type Env, type Finished, records, runHere } from './setup.ts';

type Role = Parameters<SdkInstance['credentialsOf']>[0];

const choices = (...values: string[]) =>
  values.map((value) => ({ value, label: value.toUpperCase() }));

const BUYER = 'buyer@example.com';

const laptop: CatalogItemCreate = {
  name: 'New laptop',
  category: 'Hardware',
  summary: 'For you or for a colleague.',
  form: [
    {
      key: 'model',
      label: 'Which model?',
      type: 'choice',
      choices: choices('standard', 'special'),
      required: true,
    },
    {
      key: 'reason',
      label: 'What for?',
      type: 'long_text',
      required: true,
      show_if: { all: [{ field: 'model', operator: 'eq', value: 'special' }] },
    },
    { key: 'bag', label: 'With a bag?', type: 'boolean', default: false },
    { key: 'screens', label: 'How many screens?', type: 'integer' },
    { key: 'parts', label: 'Which parts?', type: 'choices', choices: choices('mouse', 'dock') },
  ],
  approvals: [{ name: 'Buyers', approvers: 'people', people: [BUYER] }],
  tasks: [
    { key: 'order', name: 'Order it' },
    { key: 'install', name: 'Install it', depends_on: ['order'] },
  ],
};

export function orderTests(instance: SdkInstance, envOf: (role: Role) => Promise<Env>): void {
  let id = '';
  before(async () => {
    const admin = await instance.clientAs('super_admin');
    await admin.users.create({ email: BUYER, name: 'Buyer', roles: ['requester'] });
    const manager = await instance.clientAs('itsm_manager');
    ({ id } = await manager.catalogItems.create(laptop));
    await manager.catalogItems.publish(id);
  });

  const order = async (...words: string[]): Promise<Finished> =>
    runHere(['requests', 'create', '--item', id, ...words], await envOf('agent'));
  const answers = (...assignments: string[]) => assignments.flatMap((one) => ['--answer', one]);
  const ok = async (role: Role, args: string[], input = ''): Promise<Finished> => {
    const finished = await runHere(args, await envOf(role), input);
    assert.equal(finished.code, 0, finished.err);
    return finished;
  };

  test('items are listed, and shown with the keys of their questions', async () => {
    const listed = await ok('agent', ['catalog', 'list', '--orderable', 'true']);
    assert.match(listed.out, new RegExp(`^ID +STATE .*\\n${id} +published +Hardware +New laptop`));
    const { out } = await ok('agent', ['catalog', 'show', id]);
    assert.match(out, /Approvals +Buyers: buyer@example\.com \(any\)\n/);
    assert.match(out, /model: Which model\? \(choice of standard, special; required\)/);
    assert.match(out, /reason: What for\? \(long text; required; asked by earlier answers\)/);
  });

  test('answers get the types of their questions, the order is approved, and its tasks are done in turn', async () => {
    const given = answers(
      'model=special',
      'reason=-',
      'bag=true',
      'screens=2',
      'parts=dock',
      'parts=mouse',
    );
    const created = await ok(
      'agent',
      ['requests', 'create', '--item', id, ...given, '--for', 'ann@example.com', '--json'],
      'To draw.',
    );
    const [request] = records<ServiceRequest>(created);
    assert.deepEqual(
      [request?.short_description, request?.requested_for, request?.answers],
      [
        'New laptop',
        'ann@example.com',
        { model: 'special', reason: 'To draw.', bag: true, screens: 2, parts: ['dock', 'mouse'] },
      ],
    );
    const req = request?.id ?? '';
    const shown = await ok('agent', ['requests', 'show', req]);
    assert.match(shown.out, /Approval: Buyers +waits for buyer@example\.com\n/);
    assert.match(shown.out, /Which model\? SPECIAL\n +What for\? To draw\.\n +With a bag\? yes\n/);
    const approved = await ok('itsm_manager', ['requests', 'approve', req, '--comment', 'Fine.']);
    assert.match(approved.out, /Buyers +approved, sdk-\d+@example\.com: Fine\.\n +Tasks +0 of 2/);
    const early = await runHere(['requests', 'fulfil', req], await envOf('agent'));
    assert.equal(early.code, 7, early.err);

    const list = ['tasks', 'list', '--request', req, '--order', 'asc'];
    const [first, second] = records<Task>(await ok('agent', [...list, '--json']));
    assert.match((await ok('agent', list)).out, new RegExp(`${first?.id} .*Install it\\n`));
    const blocked = await runHere(
      ['tasks', 'update', second?.id ?? '', '--state', 'done'],
      await envOf('agent'),
    );
    assert.equal(blocked.code, 7, blocked.err);
    for (const task of [first, second])
      await ok('agent', ['tasks', 'update', task?.id ?? '', '--state', 'done']);
    assert.match((await ok('agent', ['tasks', 'show', first?.id ?? ''])).out, /done\nOrder it\n/);
    assert.match((await ok('agent', ['requests', 'fulfil', req])).out, /fulfilled\nNew laptop\n/);
  });

  test('a wrong answer is refused with the name of its question', async () => {
    const cases: [words: string[], code: number, expected: RegExp][] = [
      [[], 6, /^Error {2}--answer model: “Which model\?” needs an answer\.\n/],
      [
        answers('model=spezial'),
        6,
        /--answer model: “Which model\?” takes .* Allowed: standard, special\./,
      ],
      [answers('model=special'), 6, /--answer reason: “What for\?” needs an answer\./],
      [
        answers('modle=special'),
        2,
        /no question modle\. Its questions: model, reason, .*\n[^]*Did you mean model\?/,
      ],
      [
        answers('model=standard', 'bag=maybe'),
        2,
        /--answer bag: “With a bag\?” is not true or false: maybe\./,
      ],
      [
        answers('screens=two'),
        2,
        /--answer screens: “How many screens\?” is not a whole number: two\./,
      ],
      [
        answers('model=standard', 'model=special'),
        2,
        /“Which model\?” has one answer, but model is given twice/,
      ],
      [answers('model'), 2, /model is not of the form key=value, such as model=standard\./],
    ];
    for (const [words, code, expected] of cases) {
      const finished = await order(...words);
      assert.deepEqual([finished.code, finished.out], [code, ''], finished.err);
      assert.match(finished.err, expected);
    }
    const env = await envOf('agent');
    const create = ['requests', 'create'];
    const unknown = await runHere([...create, '--item', 'CAT9999999'], env);
    assert.deepEqual(
      [unknown.code, /no item CAT9999999[^]*catalog list/.test(unknown.err)],
      [4, true],
    );
    const without = await runHere([...create, 'Desk', ...answers('model=special')], env);
    assert.match(without.err, /--answer needs the id of an item/);
    assert.match((await runHere(create, env)).err, /needs <summary>, or --item/);
  });
}
