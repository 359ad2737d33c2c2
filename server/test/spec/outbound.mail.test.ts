import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../support/processes.ts';
import { allowMailTo } from '../support/mailboxes.ts';
import { respondWith } from '../support/receivers.ts';
import { outboundSection } from './outbound.setup.ts';

const mails: string[] = [];
let isAway = true;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onMailFrom: (_, __, done) => done(isAway ? new Error('away') : null),
  onData: (stream, _, done) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stream.on('end', () => {
      mails.push(text);
      done();
    });
  },
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
const { port } = server.server.address() as AddressInfo;

outboundSection(
  'Mail about failed deliveries',
  (instance) => {
    before(() => server.on('error', () => {}));
    before(() => allowMailTo(instance.running, 'example.com'));
    after(() => new Promise<void>((resolve) => server.close(() => resolve())));

    test('the owner gets one mail with the count of failures, although the mail server was unreachable', async () => {
      const { webhook, receiver } = await instance.webhook({
        name: 'Pager\r\nBcc: eve@example.com',
      });
      receiver.respond = respondWith(500);
      // An hour has 20 notifications at most; these are two more.
      const FAILURES = 22;
      await Promise.all(Array.from({ length: FAILURES }, () => instance.incident()));
      await instance.waitForDeliveries(webhook.id, 'failed', FAILURES);
      const { body: notifications } = await instance.call('GET', '/notifications?limit=100');
      assert.deepEqual(
        [notifications.data.length, notifications.unread, notifications.data[0].count],
        [20, 20, 3],
      );
      const waiting = await until('the first try failed', async () => {
        const jobs = await instance.running.sql(
          // A job that ran while a delivery failed was replaced by one for both, and is not tried again.
          `select attempts, run_at from graphile_worker.jobs
           where last_error is not null and locked_at is null and attempts < max_attempts`,
        );
        return jobs.length === 1 && jobs;
      });
      assert.equal(mails.length, 0);
      assert.ok(waiting[0].attempts >= 1);
      isAway = false;
      await instance.running.sql(`update graphile_worker._private_jobs set run_at = now()`);
      await until('a mail', () => mails.length > 0);
      const mail = await PostalMime.parse(mails[0] ?? '');
      assert.deepEqual(
        mail.to?.map((one) => one.address),
        ['itsm_manager@example.com'],
      );
      assert.equal(mail.bcc, undefined);
      assert.match(mail.subject ?? '', /^22 failed deliveries of webhook Pager/);
      assert.match(mail.text ?? '', /deliveries\?status=failed/);
      await instance.incident();
      await instance.waitForDeliveries(webhook.id, 'failed', FAILURES + 1);
      // The job of the first mail may not have been removed yet.
      const job = await until(
        'the next mail waits',
        async () =>
          (
            await instance.running.sql(
              `select run_at from graphile_worker.jobs where run_at > now()`,
            )
          )[0],
      );
      const wait = new Date(job.run_at).getTime() - Date.now();
      assert.ok(wait > 3_500_000 && wait <= 3_600_000, `${wait}`);
      assert.equal(mails.length, 1);
    });
  },
  { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'desk@example.com' },
);
