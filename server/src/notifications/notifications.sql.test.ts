import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../../test/support/harness.ts';
import {
  countUnread,
  findUnmailed,
  markAllRead,
  markMailed,
  notify,
  notifyUpTo,
  purgeExpiredNotifications,
} from './notifications.sql.ts';

const DAY_MS = 86_400_000;

describe('Many notifications', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  /** Ids are derived from the time, as in the database. */
  const add = (recipient: string, count: number, at = new Date()) =>
    instance.sql(
      `insert into notifications (id, recipient, type, subject, data, created_at)
       select 'ntf_' || replace(uuidv7($3::timestamptz - now())::text, '-', ''), $1, 'incident.assigned', 'x', '{}', $3
       from generate_series(1, $2::int)`,
      [recipient, count, at.toISOString()],
    );

  test('unread notifications are counted up to 1,000, and all are marked as read, a limited number per statement', async () => {
    await add('many@example.com', 1200);
    await add('other@example.com', 1);
    assert.equal(await countUnread(instance.deps.db, ['many@example.com']), 1000);
    const at = new Date().toISOString();
    await instance.sql(`create function refuse_large_update() returns trigger language plpgsql as $$
      begin
        if (select count(*) from changed) > 500 then raise exception 'too many'; end if;
        return null;
      end $$`);
    await instance.sql(`create trigger refuse_large after update on notifications
      referencing new table as changed for each statement execute function refuse_large_update()`);
    const marked = await instance.deps.db
      .transaction()
      .execute((tx) => markAllRead(tx, ['many@example.com'], at, 500));
    assert.equal(marked, 1200);
    assert.equal(await countUnread(instance.deps.db, ['many@example.com']), 0);
    assert.equal(await countUnread(instance.deps.db, ['other@example.com']), 1);
  });

  test('a webhook causes 20 notifications an hour, then the last one counts, and a mail counts each failure once', async () => {
    const { db } = instance.deps;
    const owner = 'owner@example.com';
    const subject = 'wh_out_many';
    const start = Date.parse('2026-03-02T08:00:00.000Z');
    const timeOf = (second: number) => new Date(start + second * 1000).toISOString();
    const fail = async (...seconds: number[]) => {
      for (const second of seconds)
        await db.transaction().execute((tx) =>
          notifyUpTo(tx, owner, {
            type: 'webhook.delivery_failed',
            subject,
            at: timeOf(second),
            data: { delivery_id: `d${second}` },
          }),
        );
    };
    const listNotifications = async () =>
      (await instance.call('GET', '/notifications?limit=100', { email: owner })).body.data.map(
        ({ delivery_id, count }: Json) => [delivery_id, count],
      );
    const mail = async (at: string | null) => {
      const unmailed = await findUnmailed(db, subject, at);
      await db.transaction().execute((tx) => markMailed(tx, unmailed));
      return unmailed.reduce((sum, one) => sum + one.unmailed, 0);
    };
    await fail(...Array.from({ length: 20 }, (_, second) => second));
    assert.equal((await listNotifications()).length, 20);
    assert.deepEqual((await listNotifications())[0], ['d19', undefined]);
    await instance.call('POST', '/notifications/read-all', { email: owner });
    await fail(20, 21);
    assert.equal(await mail(null), 22);
    assert.deepEqual(
      [(await listNotifications()).length, (await listNotifications())[0]],
      [20, ['d21', 3]],
    );
    assert.equal(await countUnread(db, [owner]), 1, 'the last one is unread again');
    await fail(40, 41, 42);
    assert.equal(await mail(timeOf(30)), 3, 'the notification is from before the last mail');
    assert.equal(await mail(timeOf(50)), 0);
    await fail(3601);
    assert.deepEqual(
      (await listNotifications())[0],
      ['d3601', undefined],
      'the hour of the first is over',
    );
    assert.equal(await mail(timeOf(50)), 1);
  });

  test('a caller causes at most 1,000 notifications an hour, and notifications without a caller are not limited', async () => {
    const { db } = instance.deps;
    const now = new Date();
    const people = Array.from({ length: 8 }, (_, n) => `limited${n}@example.com`);
    const countCausedBy = async (caller: string | null, subject: string) => {
      const notification = {
        type: 'request.submitted',
        subject,
        at: now.toISOString(),
        data: {},
        caller,
      };
      await db.transaction().execute((tx) => notify(tx, people, notification));
      const rows = await instance.sql('select from notifications where subject = $1', [subject]);
      return rows.length;
    };
    await instance.sql(
      `insert into notifications (recipient, type, subject, data, created_at, caller)
       select 'r@example.com', 'request.submitted', 'x', '{}', $1::timestamptz - at, caller
       from (values ('many', 995, interval '59 minutes'), ('earlier', 995, interval '61 minutes')) as t (caller, n, at),
         generate_series(1, n)`,
      [now.toISOString()],
    );
    assert.equal(await countCausedBy('many', 'first'), 5);
    assert.equal(await countCausedBy('many', 'second'), 0);
    assert.equal(await countCausedBy('earlier', 'third'), 8);
    assert.equal(await countCausedBy(null, 'fourth'), 8);
    const assigned = { short_description: 'x', assigned_to: 'limited@example.com' };
    const { body } = await instance.call('POST', '/incidents', { body: assigned });
    const callers = await instance.sql(
      'select caller is not null as is_counted from notifications where subject = $1',
      [body.id],
    );
    assert.deepEqual(callers, [{ is_counted: true }]);
  });

  test('notifications are purged after 90 days, a limited number per statement', async () => {
    const now = new Date();
    await add('old@example.com', 15, new Date(now.getTime() - 91 * DAY_MS));
    await add('old@example.com', 2, new Date(now.getTime() - 89 * DAY_MS));
    assert.equal(await purgeExpiredNotifications(instance.deps.db, now, 10), true);
    assert.equal(await purgeExpiredNotifications(instance.deps.db, now, 10), false);
    assert.equal(await countUnread(instance.deps.db, ['old@example.com']), 2);
  });
});
