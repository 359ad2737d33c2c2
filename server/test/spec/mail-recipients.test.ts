import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type RequestOptions,
  faultsOf,
  type Instance,
  type Json,
  startInstance,
} from '../support/harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { purgeSentMails } from '../../src/notifications/mails/mails.jobs.ts';
import { until } from '../support/processes.ts';

describe('Recipients of mail', () => {
  let instance: Instance;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const make = async (
    path: string,
    body: Json,
    options: RequestOptions = { as: 'super_admin' },
  ) => {
    const made = await instance.call('POST', path, { ...options, body });
    assert.equal(made.status, 201, made.text);
    return made.body;
  };
  const assign = (assigned_to: string, options: RequestOptions = { as: 'requester' }) =>
    make('/incidents', { short_description: 'Win a prize', assigned_to }, options);
  /** Returns the timeline entries about mail once no mail of the incident is pending. */
  const mailEntries = async (id: string): Promise<[string, Json][]> => {
    await until('its mails have ended', async () => {
      const mails = await instance.sql('select ended_at from mails where record_id = $1', [id]);
      return mails.length > 0 && mails.every((mail) => mail.ended_at !== null);
    });
    const { body } = await instance.call('GET', `/incidents/${id}/timeline`, { as: 'agent' });
    return body.data
      .filter(({ notification }: Json) => notification)
      .map(({ kind, notification }: Json) => [kind, notification]);
  };
  const isMailed = async (address: string) =>
    (await mailEntries((await assign(address)).id)).map(([kind]) => kind);
  const user = (email: string, active = true) =>
    make('/users', { email, name: 'A user', roles: ['agent'], active });

  test('an unknown address gets no mail, and the timeline says so', async () => {
    const { id } = await assign('victim@elsewhere.example');
    const notification = {
      type: 'incident.assigned',
      recipients: ['victim@elsewhere.example'],
      reason: 'recipient_not_allowed',
    };
    assert.deepEqual(await mailEntries(id), [['notification.suppressed', notification]]);
    assert.deepEqual(mailbox.delivered, []);
    const notices = await instance.call('GET', '/notifications', {
      as: 'agent',
      email: 'victim@elsewhere.example',
    });
    assert.equal(notices.body.data[0].incident_id, id);
  });

  test('mail is sent to active users, group addresses and the domains of mail_domains', async () => {
    await user('Ada@users.example');
    await user('gone@users.example', false);
    await make('/groups', { name: 'Web', email: 'web@groups.example', members: [] });
    await allowMailTo(instance, 'Named.example', 'xn--bcher-kva.example');
    const kinds = {
      'ada@users.example': 'mailed',
      'gone@users.example': 'suppressed',
      'Web@groups.example': 'mailed',
      'anyone@named.example': 'mailed',
      'anyone@sub.named.example': 'suppressed',
      'anyone@notnamed.example': 'suppressed',
      'anyone@bücher.example': 'mailed',
    };
    for (const [address, kind] of Object.entries(kinds)) {
      assert.deepEqual(await isMailed(address), [`notification.${kind}`], address);
    }
  });

  test('a mail with several recipients is sent only to those who may be mailed', async () => {
    await make('/groups', { name: 'Desk', email: 'desk@groups.example', members: [] });
    const { id } = await make('/incidents', {
      short_description: 'x',
      assigned_to: 'stranger@elsewhere.example',
      assignment_group: 'Desk',
      notify_stakeholders: true,
    });
    const entries = await mailEntries(id);
    const kinds = Object.fromEntries(entries.map(([kind, { recipients }]) => [kind, recipients]));
    assert.deepEqual(kinds, {
      'notification.mailed': ['desk@groups.example'],
      'notification.suppressed': ['stranger@elsewhere.example'],
    });
  });

  test('requesters do not see in the timeline who was mailed and who was not', async () => {
    const ask = { as: 'requester', email: 'asker@example.com' } as const;
    await make('/groups', { name: 'Ops', email: 'ops@groups.example', members: [] });
    const { id } = await make(
      '/incidents',
      {
        short_description: 'x',
        assigned_to: 'nobody@elsewhere.example',
        assignment_group: 'Ops',
        notify_stakeholders: true,
      },
      ask,
    );
    const kinds = (await mailEntries(id)).map(([kind]) => kind);
    assert.deepEqual(new Set(kinds), new Set(['notification.mailed', 'notification.suppressed']));
    const own = await instance.call('GET', `/incidents/${id}/timeline`, ask);
    assert.deepEqual(
      own.body.data.map(({ kind }: Json) => kind),
      ['incident.created'],
    );
    assert.doesNotMatch(own.text, /groups\.example/);
  });

  test('a caller mails at most 100 recipients an hour, without counting other callers or SLA warnings', async () => {
    await user('busy@users.example');
    const token = await instance.tokenFor('requester', 'eager@example.com');
    const { id: caller } = (await instance.call('GET', '/me', { token })).body;
    await instance.sql(
      `insert into mail_counts (hour, caller, recipients)
       select date_trunc('hour', now(), 'UTC') + make_interval(hours => later), $1, 98
       from generate_series(0, 1) as later`,
      [caller],
    );
    const made = await Promise.all(
      Array.from({ length: 5 }, () => assign('busy@users.example', { token })),
    );
    const entries = await Promise.all(
      made.map(async ({ id }) => {
        const [entry] = await mailEntries(id);
        return entry;
      }),
    );
    const mailed = entries.filter((entry) => entry?.[0] === 'notification.mailed');
    const limited = entries.filter((entry) => entry?.[1].reason === 'hourly_limit');
    assert.deepEqual([mailed.length, limited.length], [2, 3]);
    assert.deepEqual(await isMailed('busy@users.example'), ['notification.mailed']);
    const [{ id }] = made;
    await instance.sql(
      'update incidents set sla_target_seconds = 1, sla_next_due_at = now() where id = $1',
      [id],
    );
    await until('the warning is mailed', async () =>
      (await mailEntries(id)).some(
        ([kind, { type }]) => kind === 'notification.mailed' && type === 'sla.breach_warning',
      ),
    );
  });

  test('a caller who has mailed 100 recipients still answers requesters and those who take part', async () => {
    const [anna, ben, eve] = ['anna', 'ben', 'eve'].map((name) => `${name}@users.example`);
    for (const address of [anna, ben, eve]) await user(address as string);
    const token = await instance.tokenFor('agent', 'helpful@example.com');
    const { id: caller } = (await instance.call('GET', '/me', { token })).body;
    await instance.sql(
      `insert into mail_counts (hour, caller, recipients)
       select date_trunc('hour', now(), 'UTC') + make_interval(hours => later), $1, 100
       from generate_series(0, 1) as later`,
      [caller],
    );
    const { id } = await make('/incidents', { short_description: 'No mail', requester: anna });
    const watch = { as: 'agent', email: ben as string } as const;
    await instance.call('POST', `/incidents/${id}/watch`, watch);
    const body = `@${anna} @${ben} @${eve} We are on it.`;
    await make(`/incidents/${id}/notes`, { body, visibility: 'public' }, { token });
    await until('three mails', async () => {
      const mails = await instance.sql('select from mails where record_id = $1', [id]);
      return mails.length === 3;
    });
    const entries = await mailEntries(id);
    const to = (kind: string) =>
      entries.filter(([one]) => one === kind).flatMap(([, { recipients }]) => recipients);
    assert.deepEqual(new Set(to('notification.mailed')), new Set([anna, ben]));
    assert.deepEqual(to('notification.suppressed'), [eve]);
  });

  test('the counts of mailed recipients are purged after a week', async () => {
    await instance.sql(
      `insert into mail_counts (hour, caller, recipients)
       select date_trunc('hour', now() - make_interval(days => ago)), 'old', 1
       from unnest(array[6, 8]) as ago`,
    );
    await purgeSentMails(instance.deps);
    const left = await instance.sql(
      `select now() - hour < interval '7 days' as recent from mail_counts where caller = 'old'`,
    );
    assert.deepEqual(left, [{ recent: true }]);
  });

  test('mail_domains accepts only domain names', async () => {
    const refused = await instance.call('PATCH', '/settings', {
      as: 'super_admin',
      body: { mail_domains: ['example.com', '@example.com', '*', 'a b.example', ''] },
    });
    assert.deepEqual(faultsOf(refused), [
      '/mail_domains/1 invalid_format',
      '/mail_domains/2 invalid_format',
      '/mail_domains/3 invalid_format',
      '/mail_domains/4 invalid_format',
    ]);
  });
});
