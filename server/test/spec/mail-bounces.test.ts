// Reports of mails that could not be delivered end the mail to an address, and nobody can send false ones.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Desk, openDesk } from '../support/deliveries.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';

describe('Mails that come back', () => {
  let instance: Instance;
  let mailbox: Mailbox;
  let desk: Desk;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    await allowMailTo(instance, 'gone.example');
    desk = await openDesk(instance);
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const report = async (requester: string): Promise<string> => {
    const body = { short_description: 'Printer', requester };
    return (await instance.call('POST', '/incidents', { body })).body.id;
  };
  const answer = async (id: string) => {
    const body = { body: 'Please try again.', visibility: 'public' };
    const { status, text } = await instance.call('POST', `/incidents/${id}/notes`, { body });
    assert.equal(status, 201, text);
    await until('the mail has ended', async () => {
      const [row] = await instance.sql(
        'select count(*)::int as n from mails where ended_at is null',
      );
      return row.n === 0;
    });
  };
  const lastMessageId = (address: string): string =>
    mailbox.delivered.findLast(({ envelope }) => envelope.includes(address))?.mail.messageId ?? '';
  const bounce = async (address: string, messageId: string, status = '5.1.1') => {
    const body = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.gone.example',
      '',
      `Final-Recipient: rfc822; ${address}`,
      'Action: failed',
      `Status: ${status}`,
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      '',
      '--b--',
    ].join('\r\n');
    const from = 'MAILER-DAEMON@mx.gone.example';
    const outcome = await desk.send(
      { from, subject: 'Undelivered', body },
      { sender: 'unverified' },
    );
    assert.deepEqual(outcome, { state: 'ignored', cause: 'bounce' });
  };
  const reasonsOf = async (id: string): Promise<Json[]> =>
    (await instance.call('GET', `/incidents/${id}/timeline`)).body.data.flatMap(
      ({ notification }: Json) => (notification?.reason ? [notification.reason] : []),
    );
  const countTo = (address: string) =>
    mailbox.delivered.filter(({ envelope }) => envelope.includes(address)).length;

  test('after three mails that came back, an address gets no more until it writes to us', async () => {
    const address = 'erin@gone.example';
    const id = await report(address);
    for (let n = 0; n < 3; n += 1) {
      await answer(id);
      const messageId = lastMessageId(address);
      await bounce(address, messageId);
      await bounce(address, messageId);
    }
    assert.equal(countTo(address), 3);
    await answer(id);
    assert.deepEqual(await reasonsOf(id), ['undeliverable']);
    assert.equal(countTo(address), 3);
    const outcome = await desk.send({ from: address, subject: `[${id}]` });
    assert.equal(outcome.state, 'applied');
    await answer(id);
    assert.equal(countTo(address), 4);
  });

  test('temporary failures, and reports about mails that the address did not get, count nothing', async () => {
    const [address, other] = ['finn@gone.example', 'gina@gone.example'];
    const [id, otherId] = [await report(address), await report(other)];
    for (let n = 0; n < 3; n += 1) {
      await answer(id);
      await bounce(address, lastMessageId(address), '4.4.1');
      await bounce(other, lastMessageId(address));
      await bounce(other, '<mail_019a86517f9e7c3e9d5e0f1a2b3c4d5e@desk.example.com>');
    }
    await answer(id);
    await answer(otherId);
    assert.deepEqual([...(await reasonsOf(id)), ...(await reasonsOf(otherId))], []);
  });
});
