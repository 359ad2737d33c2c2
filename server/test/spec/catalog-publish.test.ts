import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Catalog, question, showIf } from '../support/catalog.ts';
import type { Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Service catalog: publishing', (instance) => {
  const catalog = new Catalog(instance);
  const faultsOf = (fields: Json) => catalog.faultsOf(fields);

  test('keys of questions are unique, and every question has a text', async () => {
    const form = [question('a'), question('a', { label: ' ' })];
    assert.deepEqual(await faultsOf({ form }), [
      [
        '/form/1/key',
        'not_allowed',
        'Question 2 has the key a, as “Question a” has. Give it another key.',
      ],
      ['/form/1/label', 'blank', 'Question 2 has no text. Write what you ask.'],
    ]);
  });

  test('only choices have choices, each with a value of its own', async () => {
    const choice = (value: string, label = 'Yes') => ({ value, label });
    assert.deepEqual(
      await faultsOf({
        form: [
          question('a', { type: 'choice' }),
          question('b', { choices: [choice('x')] }),
          question('c', { type: 'choices', choices: [choice('x'), choice('x'), choice('y', '')] }),
        ],
      }),
      [
        ['/form/0/choices', 'too_few', '“Question a” has no choices. Add at least one.'],
        [
          '/form/1/choices',
          'too_many',
          '“Question b” is no question with choices. Remove its choices, or make it a choice.',
        ],
        ['/form/2/choices/2/label', 'blank', 'Choice 3 of “Question c” has no label.'],
        [
          '/form/2/choices/1/value',
          'not_allowed',
          'Choices 1 and 2 of “Question c” have the same value.',
        ],
      ],
    );
  });

  test('a default is a valid answer to its question', async () => {
    const choices = [{ value: 'strong', label: 'Strong' }];
    assert.deepEqual(
      await faultsOf({
        form: [
          question('a', { type: 'integer', default: 'many' }),
          question('b', { type: 'choice', choices, default: 'strnog' }),
          question('c', { required: true, default: 'fits' }),
        ],
      }),
      [
        [
          '/form/0/default',
          'invalid_type',
          'The default does not fit. “Question a” takes a whole number.',
        ],
        [
          '/form/1/default',
          'not_allowed',
          'The default does not fit. “Question b” takes one of its choices. Did you mean strong?',
        ],
      ],
    );
  });

  test('a condition names earlier questions, with values that these can have', async () => {
    const showAfter = (key: string, field: string, value: unknown = 'x') =>
      question(key, { show_if: { any: [{ all: [] }, ...showIf(field, 'eq', value).all] } });
    assert.deepEqual(
      await faultsOf({
        form: [
          showAfter('a', 'b'),
          showAfter('b', 'b'),
          showAfter('c', 'gone'),
          showAfter('d', 'a', 7),
          showAfter('e', 'a'),
        ],
      }),
      [
        [
          '/form/0/show_if/any/1/field',
          'not_allowed',
          '“Question a” depends on “Question b”, which comes later. Move that question up, or choose an earlier one.',
        ],
        [
          '/form/1/show_if/any/1/field',
          'not_allowed',
          '“Question b” depends on its own answer. Choose an earlier question.',
        ],
        [
          '/form/2/show_if/any/1/field',
          'not_allowed',
          '“Question c” depends on the question gone, which does not exist. Choose an earlier question.',
        ],
        [
          '/form/3/show_if/any/1/value',
          'invalid_type',
          'When “Question d” is shown: value must be text.',
        ],
      ],
    );
  });

  test('a stage says who approves', async () => {
    const form = [question('a', { type: 'person' }), question('b')];
    const stage = (name: string, approvers: string, fields: Json = {}) => ({
      name,
      approvers,
      ...fields,
    });
    assert.deepEqual(
      (
        await faultsOf({
          form,
          approvals: [
            stage('', 'people'),
            stage('Board', 'group'),
            stage('Owner', 'field', { group: 'Nobody', field: 'b' }),
            stage('Owner', 'field', { group: 'Nobody', field: 'c' }),
            stage('Two', 'people', { people: ['nobody@example.com'], need: 2 }),
            stage('Manager', 'manager_of_requester', { need: 'all' }),
          ],
        })
      ).map(([pointer, code, message]) => [pointer, code, message.replace(/ Did .*/, '')]),
      [
        ['/approvals/0/name', 'blank', 'Stage 1 has no name.'],
        ['/approvals/0/people', 'too_few', 'Stage 1 names nobody. Add a person.'],
        ['/approvals/1/group', 'required', 'Stage “Board” has no group. Choose one.'],
        [
          '/approvals/2/field',
          'not_allowed',
          'Stage “Owner” takes the approver from “Question b”, which does not ask for a person.',
        ],
        [
          '/approvals/3/field',
          'not_allowed',
          'Stage “Owner” takes the approver from the question c, which does not exist.',
        ],
        ['/approvals/4/need', 'too_large', 'Stage “Two” needs 2 approvals, but names only 1.'],
        ['/approvals/2/group', 'unknown_group', 'No group has the name Nobody.'],
        ['/approvals/3/group', 'unknown_group', 'No group has the name Nobody.'],
        ['/approvals/4/people/0', 'unknown_person', 'Nobody has the address nobody@example.com.'],
      ],
    );
  });

  test('tasks can be done in some order', async () => {
    const task = (key: string, ...depends_on: string[]) => ({
      key,
      name: `Task ${key}`,
      depends_on,
    });
    assert.deepEqual(
      await faultsOf({ tasks: [task('a', 'c'), task('b', 'a'), task('c', 'b'), task('d', 'e')] }),
      [
        [
          '/tasks/3/depends_on/0',
          'not_allowed',
          '“Task d” waits for the task e, which does not exist.',
        ],
        [
          '/tasks/0/depends_on',
          'not_allowed',
          'These tasks wait for each other, so none could begin: “Task a” after “Task c” after “Task b” after “Task a”.',
        ],
      ],
    );
    assert.deepEqual(await faultsOf({ tasks: [task('a', 'a')] }), [
      ['/tasks/0/depends_on', 'not_allowed', '“Task a” waits for itself.'],
    ]);
    assert.deepEqual(await faultsOf({ tasks: [task('a'), { key: 'a', name: '' }] }), [
      [
        '/tasks/1/key',
        'not_allowed',
        'Task 2 has the key a, as “Task a” has. Give it another key.',
      ],
      ['/tasks/1/name', 'blank', 'Task 2 has no name.'],
    ]);
  });

  test('people and groups exist, and assignees may work on tasks', async () => {
    const user = async (email: string, roles: string[], active = true) => {
      const body = { email, name: 'Somebody', roles, active };
      const { status, text } = await instance.call('POST', '/users', { as: 'super_admin', body });
      assert.equal(status, 201, text);
    };
    await user('agent.one@example.com', ['agent']);
    await user('requester.one@example.com', ['requester']);
    await user('left@example.com', ['agent'], false);
    const group = { name: 'Workplace', members: ['agent.one@example.com'] };
    await instance.call('POST', '/groups', { as: 'super_admin', body: group });
    const people = ['requester.one@example.com', 'left@example.com'];
    const tasks = [
      { key: 'a', name: 'A', assigned_to: 'Agent.One@example.com', assignment_group: 'Workplace' },
      { key: 'b', name: 'B', assigned_to: 'requester.one@example.com' },
    ];
    const approvals = [{ name: 'People', approvers: 'people', people }];
    assert.deepEqual(await faultsOf({ assignment_group: 'Workplac', approvals, tasks }), [
      [
        '/assignment_group',
        'unknown_group',
        'No group has the name Workplac. Did you mean Workplace?',
      ],
      [
        '/approvals/0/people/1',
        'not_assignable',
        'left@example.com is deactivated and cannot approve.',
      ],
      [
        '/tasks/1/assigned_to',
        'not_assignable',
        'requester.one@example.com may not work on tasks. Choose somebody with one of the roles super_admin, itsm_manager, agent.',
      ],
    ]);
  });

  test('the audience is a condition on a person', async () => {
    const audience = showIf('requester.departement', 'eq', 'Finance');
    const [[pointer, code, message] = []] = await faultsOf({ audience });
    assert.deepEqual([pointer, code], ['/audience/all/0/field', 'not_allowed']);
    assert.match(message ?? '', /^Audience: .*Did you mean requester\.department\?$/);
  });

  test('a faulty revision stays as it was, and what is live is not touched', async () => {
    const { id } = await catalog.createPublished();
    await catalog.call('PATCH', `/${id}`, { form: [question('a', { type: 'choice' })] });
    const refused = await catalog.call('POST', `/${id}/publish`);
    assert.equal(refused.status, 400);
    const { body } = await catalog.call('GET', `/${id}`);
    assert.deepEqual([body.form, body.pending.form.length, body.version], [[], 1, 3]);
  });
});
