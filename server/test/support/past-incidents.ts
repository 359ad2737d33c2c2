// Makes incidents as the release before requesters left them, for the batches that fill the column.
import { withClient } from './databases.ts';
import type { Instance, Json } from './harness.ts';
import { until } from './processes.ts';

const EMAIL = 'past.person@example.com';

/** Creates an incident by each kind of opener, in the order of ids; the batches begin at the first. */
export async function createPastIncidents(instance: Instance): Promise<Record<string, string>> {
  const send = async (method: string, path: string, token: string | null, body?: object) => {
    const by = token === null ? { as: null } : { token };
    const reply = await instance.call(method, path, { ...by, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const admin = await instance.tokenFor('super_admin');
  const user = { email: EMAIL, name: 'Past person', roles: ['super_admin'] };
  const { id: sub } = await send('POST', '/users', admin, user);
  const tokenOf = (email: string) => instance.mint({ sub, email, roles: ['super_admin'] });
  const person = await tokenOf(EMAIL);
  // An incident without a requester has the same row and entry as one of the release before.
  const create = async (token: string, more: object = { requester: null }): Promise<string> =>
    (await send('POST', '/incidents', token, { short_description: 'Past', ...more })).id;
  await instance.sql(
    `update requester_backfill set last_id = coalesce((select max(id) from incidents), '')`,
  );
  await instance.sql('update schema_backfills set finished_at = null');
  const past: Record<string, string> = {
    person: await create(person),
    'spelled otherwise': await create(await tokenOf(EMAIL.toUpperCase())),
    client: await create(admin),
    deleted: await create(person),
    cleared: await create(person, {}),
  };
  await send('DELETE', `/incidents/${past['deleted']}`, person);
  await send('PATCH', `/incidents/${past['cleared']}`, person, { requester: null });
  const webhook = await send('POST', '/webhooks/inbound', person, {
    name: 'Past',
    field_mapping: { short_description: '{{ title }}' },
    secret_enabled: false,
  });
  const { incident_id: reported } = await send('POST', `/webhooks/inbound/${webhook.id}`, null, {
    title: 'Past',
  });
  past['reported by a webhook'] = reported;
  return past;
}

/** Reads all that the batches could change. */
export const readPastIncidents = (instance: Instance): Promise<Json[]> =>
  instance.sql(
    `select id, opened_by, requester, version, event_sequence, updated_at::text,
       (select count(*)::int from entries where record_id = incidents.id) as entries,
       (select count(*)::int from events where record_id = incidents.id) as events,
       (select count(*)::int from incident_requester_deltas) as deltas
     from incidents where short_description = 'Past' order by id`,
  );

/**
 * Ends the connection of `work` while it waits for a row, as the end of its process would. On a slow machine it may give
 * up the row before, which has to leave the same.
 */
export async function killWhileItWaits(
  { deps }: Instance,
  incidentId: string | undefined,
  work: () => Promise<unknown>,
): Promise<void> {
  await withClient(deps.config.DATABASE_URL, async (client) => {
    await client.query('begin');
    await client.query('select from incidents where id = $1 for update', [incidentId]);
    let result: 'finished' | 'ended' | undefined;
    const ended = work().then(
      () => (result = 'finished'),
      () => (result = 'ended'),
    );
    await until('the batch is killed', async () => {
      const { rows } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%requester_backfill%'`,
      );
      return rows.length > 0 || result !== undefined;
    });
    await client.query('rollback');
    if ((await ended) === 'finished') throw new Error('the batch did not wait for the row');
  });
}
