import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { retryMailsNow } from '../support/mailboxes.ts';
import { notifiedPeople } from '../support/notified-people.ts';
import { until } from '../support/processes.ts';

describe('The mail of an answer', () => {
  const running = notifiedPeople('example.com');

  const agent = { as: 'agent', email: 'ada.works@example.com' };
  const report = async (requester: string, fields: Json = {}): Promise<string> => {
    const { status, text, body } = await running.instance.call('POST', '/incidents', {
      body: { short_description: 'The printer jams', requester, ...fields },
    });
    assert.equal(status, 201, text);
    return body.id;
  };
  const note = async (id: string, body: string, { visibility = 'public', ...as }: Json = {}) => {
    const sent = { ...agent, ...as, body: { body, visibility } };
    const { status, text } = await running.instance.call(
      'POST',
      `/incidents/${id}/notes`,
      sent as never,
    );
    assert.equal(status, 201, text);
  };
  const mailsTo = (address: string, count: number) =>
    until(`${count} mails to ${address}`, () => {
      const all = running.mailbox.delivered.filter(({ envelope }) => envelope.includes(address));
      return all.length >= count && all;
    });
  const lastTo = async (address: string, count: number) => {
    const mails = await mailsTo(address, count);
    const last = mails.at(-1);
    assert.ok(last);
    const { mail, raw } = last;
    return { raw, mail, text: mail.text ?? '', html: mail.html ?? '' };
  };
  const header = (raw: string, name: string): string | undefined =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim();

  test('it has the whole note, and below it the earlier public notes, the newest first, and no other', async () => {
    const requester = 'erin@example.com';
    const id = await report(requester);
    await note(id, 'It jams <again>', { as: 'requester', email: requester });
    await note(id, 'The first answer');
    await note(id, 'A secret of the team', { visibility: 'team' });
    await note(id, 'A secret of mine', { visibility: 'private' });
    await mailsTo(requester, 1);
    await note(id, `Please try:\n\n1. tray *2*\n2. [a restart](https://desk.example.com/r)`);
    const { text, html } = await lastTo(requester, 2);
    assert.deepEqual(
      text.split('\n').filter((line) => line.endsWith(':') || line.includes('jams <')),
      [
        'ada.works@example.com wrote:',
        'Please try:',
        'Earlier messages:',
        ...(text.match(/^ada\.works@example\.com wrote on .* UTC:$/gm) ?? ['?']),
        ...(text.match(/^erin@example\.com wrote on .* UTC:$/gm) ?? ['?']),
        'It jams <again>',
      ],
    );
    assert.match(html, /<ol><li>tray <em>2<\/em><\/li><li>a restart \(<a href="https:/);
    assert.match(html, /<p>It jams &lt;again&gt;<\/p>/);
    assert.ok(html.indexOf('The first answer') < html.indexOf('It jams'));
    assert.doesNotMatch(`${text}${html}`, /secret/);
  });

  test('a person who no longer is the requester, and may not read the record, gets no earlier notes', async () => {
    const [before_, now] = ['moved@example.com', 'follows@example.com'];
    const id = await report(before_);
    await note(id, 'An earlier word');
    await mailsTo(before_, 1);
    await running.instance.sql('update outgoing set held_since = now()');
    await note(id, 'The newest word');
    const changed = await running.instance.call('PATCH', `/incidents/${id}`, {
      body: { requester: now },
    });
    assert.equal(changed.status, 200, changed.text);
    await running.instance.sql('update outgoing set held_since = null');
    const isSent = () =>
      running.mailbox.delivered.some(({ mail }) => mail.text?.includes('newest word'));
    await until('the mail is sent', async () => {
      await retryMailsNow(running.instance);
      return isSent();
    });
    const { text } = await lastTo(before_, 2);
    assert.match(text, /The newest word/);
    assert.doesNotMatch(text, /An earlier word/);
  });

  test('long notes are cut, and at most ten earlier ones are quoted', async () => {
    const requester = 'patient@example.com';
    const id = await report(requester);
    for (let at = 1; at <= 11; at += 1) await note(id, `Message ${at}. ${'x'.repeat(3000)}`);
    await mailsTo(requester, 11);
    await note(id, `The last. ${'y'.repeat(3000)}`);
    const { text } = await lastTo(requester, 12);
    assert.match(text, /y{3000}/);
    assert.doesNotMatch(text, /x{2001}|Message 1\./);
    assert.equal(text.match(/^x*Message \d+\. x+ \[…\]$/gm)?.length, 10);
  });

  test('the mails of a record refer to one root, and the root differs by record', async () => {
    const requester = 'thread@example.com';
    const [first, second] = [await report(requester), await report(requester)];
    await note(first, 'One');
    await note(first, 'Two');
    await note(second, 'Three');
    const mails = await mailsTo(requester, 3);
    const rootOf = (id: string) => `<incident.${id.toLowerCase()}@desk.example.com>`;
    const countOf = (root: string) => mails.filter(({ mail }) => mail.references === root).length;
    assert.deepEqual([countOf(rootOf(first)), countOf(rootOf(second))], [2, 1]);
    for (const { mail } of mails) assert.equal(mail.inReplyTo, mail.references);
    assert.equal(new Set(mails.map(({ mail }) => mail.messageId)).size, 3);
  });

  test('only the mail that has no note of a person says that it is automatic', async () => {
    const assignee = 'works@example.com';
    const id = await report('asks@example.com', { assigned_to: assignee });
    const assigned = await lastTo(assignee, 1);
    assert.equal(header(assigned.raw, 'Auto-Submitted'), 'auto-generated');
    assert.equal(header(assigned.raw, 'X-Auto-Response-Suppress'), 'All');
    await note(id, 'An answer');
    const answered = await lastTo('asks@example.com', 1);
    assert.equal(header(answered.raw, 'Auto-Submitted'), undefined);
    assert.equal(header(answered.raw, 'X-Auto-Response-Suppress'), undefined);
  });
});
