import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { describeMails, fetchGroup } from './new-mail.ts';

/** The server reports that another client has read a mail, before it responds. */
const clientWith = (...rows: Partial<FetchMessageObject>[]): ImapFlow =>
  ({
    fetchAll: () => Promise.resolve([{ uid: 1, flags: new Set(['\\Seen']) }, ...rows]),
    search: () => Promise.resolve([]),
  }) as never;

test('flags that change during a fetch are no mails', async () => {
  const receivedAt = new Date();
  const listed = await describeMails(
    clientWith({ uid: 2, size: 20, internalDate: receivedAt }, { uid: 1, size: 10 }),
    [1, 2],
  );
  assert.deepEqual(listed, [
    { uid: 1, size: 10, receivedAt: undefined },
    { uid: 2, size: 20, receivedAt },
  ]);
  const raw = Buffer.from('Subject: Printer\r\n\r\n');
  const mails = await fetchGroup(
    clientWith({ uid: 2, source: raw }, { uid: 1, source: raw }),
    listed,
  );
  assert.deepEqual(
    mails.map(({ uid, isTooLarge }) => [uid, isTooLarge]),
    [
      [1, false],
      [2, false],
    ],
  );
});

/** The library responds like this once the connection is closed. */
const closed = {
  fetchAll: () => Promise.resolve([]),
  search: () => Promise.resolve(false),
} as never;

test('no mail is taken for deleted because the connection was closed', async () => {
  const listed = [{ uid: 1, size: 10, receivedAt: undefined }];
  await assert.rejects(describeMails(closed, [1]), /closed the connection/);
  await assert.rejects(fetchGroup(closed, listed), /closed the connection/);
});

test('a mail that was deleted meanwhile is left out, and one that is still there is required', async () => {
  assert.deepEqual(await describeMails(clientWith(), [1]), []);
  const withheld = Object.assign(clientWith(), { search: () => Promise.resolve([1]) });
  await assert.rejects(describeMails(withheld, [1]), /does not send the mail with the UID 1\./);
});
