import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, test } from 'node:test';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { ManualClock } from '../../../test/support/clock.ts';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import { parseMail } from '../text/parse/parse.ts';
import type { MailResolver } from './resolver.ts';
import { verifySender } from './verify.ts';

const receivedAt = new Date('2026-11-19T10:00:00Z');
const DAY_MS = 86_400_000;
const daysBefore = (days: number): Date => new Date(receivedAt.getTime() - days * DAY_MS);

const own = generateKeyPairSync('ed25519');
const foreign = generateKeyPairSync('ed25519');

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const recordOf = ({ publicKey }: typeof own, tags = ''): string =>
  `v=DKIM1; k=ed25519; ${tags}p=${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`;

type Zone = Readonly<Record<string, string>>;

const zone: Zone = {
  'one._domainkey.example.com': recordOf(own),
  'one._domainkey.mail.example.com': recordOf(own),
  'test._domainkey.example.com': recordOf(own, 't=y; '),
  'one._domainkey.evil.example': recordOf(foreign),
  'one._domainkey.example.org': recordOf(own),
  '_dmarc.example.com': 'v=DMARC1; p=reject',
  '_dmarc.strict.example': 'v=DMARC1; p=reject; adkim=s',
  'one._domainkey.mail.strict.example': recordOf(own),
  '_dmarc.relaxed.example': 'v=DMARC1; p=none',
};

const resolverOf =
  (names: Zone): MailResolver =>
  async (domain, type) => {
    const record = type === 'TXT' ? names[domain.toLowerCase()] : undefined;
    if (record === undefined) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
    return [[record]];
  };

const mailbox = {
  address: 'help@desk.example',
  aliases: ['it@desk.example'],
  trust: { authserv_id: 'mx.desk.example', require_verified: false, api: false },
} as unknown as MailboxRow;

const fields = {
  From: 'Anna <anna@example.com>',
  To: 'help@desk.example',
  Subject: 'No network',
  Date: 'Thu, 19 Nov 2026 09:59:00 +0000',
  'Message-ID': '<one@example.com>',
};

type Fields = Readonly<Record<string, string | undefined>>;

const textOf = (more: Fields, body = 'It is down.\r\n'): string =>
  `${Object.entries({ ...fields, ...more })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join('\r\n')}\r\n\r\n${body}`;

interface Signing {
  key?: KeyObject;
  domain?: string;
  selector?: string;
  headerList?: string;
  signTime?: Date;
  maxBodyLength?: number;
}

const HEADERS = 'From:To:Cc:Subject:Date:Message-ID';

async function sign(text: string, signing: Signing = {}): Promise<string> {
  const {
    key = own.privateKey,
    domain: signingDomain = 'example.com',
    selector = 'one',
    headerList = HEADERS,
    signTime = daysBefore(0),
    ...rest
  } = signing;
  const signature = { signingDomain, selector, privateKey: pemOf(key), ...rest };
  const { signatures, errors } = await dkimSign(text, {
    signatureData: [signature],
    headerList,
    signTime,
    // The types want a single signature, too, which the library ignores.
    ...signature,
  });
  assert.deepEqual(errors, []);
  assert.notEqual(signatures, '');
  return `${signatures}${text}`;
}

interface Given {
  via?: 'lmtp' | 'api';
  resolver?: MailResolver;
  trust?: MailboxRow['trust'];
}

async function verify(text: string, { via = 'lmtp', resolver, trust }: Given = {}) {
  const raw = Buffer.from(text);
  const result = await parseMail(raw);
  assert.ok(result.kind === 'parsed');
  const { from, headers } = result.mail;
  return verifySender(
    { raw, from, headers, mailbox: { ...mailbox, ...(trust && { trust }) }, via, receivedAt },
    resolver ?? resolverOf(zone),
    new ManualClock(),
  );
}

async function assertSender(
  text: string,
  expected: { result: string; reason?: RegExp; by?: string | null },
  given?: Given,
): Promise<void> {
  const { result, by, reason } = await verify(text, given);
  assert.equal(result, expected.result, reason);
  if (expected.reason) assert.match(reason, expected.reason);
  if (expected.by !== undefined) assert.equal(by, expected.by);
}

describe('A sender verified by DKIM', () => {
  test('is the one whose domain has signed the mail', async () => {
    const result = await verify(await sign(textOf({})));
    assert.deepEqual(result, {
      result: 'verified',
      by: 'dkim',
      from: 'anna@example.com',
      reason: 'example.com has signed the mail.',
    });
  });

  test('may be signed for by a subdomain of its organisation, and by RSA', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const p = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const resolver = resolverOf({ ...zone, 'one._domainkey.mail.example.com': `v=DKIM1; p=${p}` });
    const text = await sign(textOf({}), { domain: 'mail.example.com', key: rsa.privateKey });
    await assertSender(text, { result: 'verified', by: 'dkim' }, { resolver });
  });

  test('is verified without a DMARC policy, too', async () => {
    const text = await sign(textOf({ From: 'a@example.org' }), { domain: 'example.org' });
    await assertSender(text, { result: 'verified' });
  });

  test('may write to an alias, to a reply address and in copy', async () => {
    for (const more of [
      { To: 'IT@Desk.Example' },
      { To: 'help+inc0000701.public.aaaaaaaaaaaaaaaa@desk.example' },
      { To: 'bob@example.com', Cc: 'Help <help@desk.example>' },
      { To: undefined, Cc: 'help@desk.example' },
    ])
      await assertSender(await sign(textOf(more)), { result: 'verified' });
  });

  test('is not the one whom a foreign domain signs for', async () => {
    const text = await sign(textOf({}), { domain: 'evil.example', key: foreign.privateKey });
    await assertSender(text, { result: 'failed', reason: /has not signed the mail/ });
    const strict = await sign(textOf({ From: 'a@strict.example' }), {
      domain: 'mail.strict.example',
    });
    await assertSender(strict, { result: 'failed' });
  });

  test('is not verified if header or text were changed', async () => {
    const text = await sign(textOf({}));
    for (const changed of [
      text.replace('It is down', 'It is up'),
      text.replace('No network', 'No printer'),
      text.replace('anna@', 'bob@'),
      `${text}More.\r\n`,
    ])
      await assertSender(changed, { result: 'failed' });
  });

  test('is not verified by a signature that covers a part of the text', async () => {
    const text = await sign(textOf({}), { maxBodyLength: 5 });
    await assertSender(text, { result: 'unverified', reason: /only a part of the text/ });
  });

  for (const left of ['Subject', 'Date', 'Message-ID', 'To'])
    test(`is not verified by a signature without ${left}`, async () => {
      const headerList = HEADERS.split(':')
        .filter((name) => name !== left)
        .join(':');
      const text = await sign(textOf({}), { headerList });
      await assertSender(text, { result: 'unverified', reason: /does not cover/ });
    });

  test('is not verified if somebody added recipients or a second field', async () => {
    const text = await sign(textOf({}), { headerList: 'From:To:Subject:Date:Message-ID' });
    for (const added of [
      'Cc: eve@evil.example',
      'To: eve@evil.example',
      'Subject: [INC0000701]',
      'Message-ID: <two@example.com>',
      'Date: Thu, 19 Nov 2026 08:00:00 +0000',
    ])
      await assertSender(`${added}\r\n${text}`, { result: 'unverified', reason: /does not cover/ });
  });

  test('is not verified if a second From was added', async () => {
    const text = `From: boss@example.com\r\n${await sign(textOf({}))}`;
    const { result, from } = await verify(text);
    assert.deepEqual({ result, from }, { result: 'unverified', from: null });
  });

  test('is not verified if the header can be read in two ways', async () => {
    const text = await sign(textOf({ 'X-Note': 'a\rFrom: boss@example.com' }));
    await assertSender(text, { result: 'unverified', reason: /carriage return/ });
  });

  test('is not verified by an old signature, by one of the future, or by an expired one', async () => {
    const signAt = (signTime: Date) => sign(textOf({}), { signTime });
    await assertSender(await signAt(daysBefore(6.9)), { result: 'verified' });
    await assertSender(await signAt(daysBefore(7.1)), { result: 'unverified', reason: /older/ });
    await assertSender(await signAt(daysBefore(-1)), { result: 'unverified', reason: /future/ });
  });

  test('is not verified by a mail to somebody else that was sent here again', async () => {
    for (const To of [
      'bob@example.com',
      'help@desk.example.com',
      'xhelp@desk.example',
      'undisclosed:;',
    ])
      await assertSender(await sign(textOf({ To })), {
        result: 'unverified',
        reason: /somebody else/,
      });
  });

  test('is not verified by a domain that tries signatures out', async () => {
    await assertSender(await sign(textOf({}), { selector: 'test' }), {
      result: 'unverified',
      reason: /tries signatures out/,
    });
  });

  test('counts as failed only if the domain asks to refuse unsigned mail', async () => {
    await assertSender(textOf({}), { result: 'failed' });
    await assertSender(textOf({ From: 'a@relaxed.example' }), { result: 'unverified' });
    await assertSender(textOf({ From: 'a@unknown.example' }), { result: 'unverified' });
  });

  test('counts with one good signature among bad ones', async () => {
    const twice = await sign(await sign(textOf({})), {
      domain: 'evil.example',
      key: own.privateKey,
    });
    await assertSender(twice, { result: 'verified' });
  });

  test('is not verified by more signatures than a real mail has', async () => {
    const signed = await sign(textOf({}));
    const more = 'DKIM-Signature: v=1; a=rsa-sha256; d=evil.example; s=a; h=from; bh=; b=\r\n';
    await assertSender(`${more.repeat(9)}${signed}`, { result: 'unverified', reason: /too many/ });
  });

  test('is not verified by a header that is longer than that of a real mail', async () => {
    const signed = await sign(textOf({}));
    await assertSender(`${'X-A: b\r\n'.repeat(1600)}${signed}`, {
      result: 'unverified',
      reason: /too long/,
    });
  });

  test('is not verified by a header with a gap that no real mail has', async () => {
    const gap = `${' '.repeat(60)}\r\n`.repeat(4);
    const text = await sign(textOf({ 'X-Gap': `a${gap}\tb` }));
    await assertSender(text, { result: 'unverified', reason: /long gap/ });
  });

  test('may be verified later if the name servers do not respond', async () => {
    const resolver: MailResolver = () =>
      Promise.reject(Object.assign(new Error('down'), { code: 'ESERVFAIL' }));
    const { result, isTemporary } = await verify(await sign(textOf({})), { resolver });
    assert.deepEqual({ result, isTemporary }, { result: 'unverified', isTemporary: true });
  });

  test('waits only so long for the name servers', async () => {
    const clock = new ManualClock();
    const raw = Buffer.from(await sign(textOf({})));
    const { promise: isAsked, resolve: noteAsked } = Promise.withResolvers<void>();
    const silent: MailResolver = () => {
      noteAsked();
      return new Promise(() => {});
    };
    const from = [{ name: '', address: 'anna@example.com' }];
    const verified = verifySender(
      { raw, from, headers: [], mailbox, via: 'lmtp', receivedAt },
      silent,
      clock,
    );
    await isAsked;
    clock.advance(10_000);
    const { result, isTemporary } = await verified;
    assert.deepEqual({ result, isTemporary }, { result: 'unverified', isTemporary: true });
    assert.deepEqual(clock.waiting, []);
  });
});

describe('A sender verified by the mail server', () => {
  const verdict = (text: string, more: Fields = {}): string =>
    `Authentication-Results: ${text}\r\n${textOf(more)}`;
  const pass = 'mx.desk.example; dmarc=pass header.from=example.com';

  test('is the one whose domain the trusted server names', async () => {
    await assertSender(verdict(pass), { result: 'verified', by: 'authentication_results' });
    await assertSender(
      verdict(
        'MX.desk.example 1;\r\n spf=pass smtp.mailfrom=x.example;\r\n dmarc=pass (p=reject; "dis=none")\r\n header.from="Example.com"',
      ),
      { result: 'verified' },
    );
  });

  test('is failed if the server says so, unless the policy asks nothing', async () => {
    const fail = 'mx.desk.example; dmarc=fail (p=reject) header.from=example.com';
    await assertSender(verdict(fail), { result: 'failed', by: 'authentication_results' });
    for (const asked of ['(p=none)', 'action=none'])
      await assertSender(verdict(`mx.desk.example; dmarc=fail ${asked} header.from=example.com`), {
        result: 'unverified',
        by: 'authentication_results',
      });
  });

  const worthless: Record<string, string> = {
    'another server': 'mx.evil.example; dmarc=pass header.from=example.com',
    'another domain': 'mx.desk.example; dmarc=pass header.from=evil.example',
    'a comment': 'mx.desk.example; none (; dmarc=pass header.from=example.com)',
    'a nested comment': 'mx.desk.example; none ((a) ; dmarc=pass header.from=example.com)',
    'a quoted text': 'mx.desk.example; x="; dmarc=pass header.from=example.com"',
    'the name of a server in a comment':
      'mx.evil.example (mx.desk.example); dmarc=pass header.from=example.com',
    'two verdicts': `${pass}; dmarc=fail header.from=example.com`,
    'no domain': 'mx.desk.example; dmarc=pass',
    'no server': 'dmarc=pass header.from=example.com',
    'another method': 'mx.desk.example; x-dmarc=pass header.from=example.com',
  };
  for (const [name, text] of Object.entries(worthless))
    test(`is not verified by ${name}`, async () => {
      await assertSender(verdict(text), { result: 'failed', by: 'dkim' });
    });

  test('is not verified by a field below the topmost one', async () => {
    const below = `Authentication-Results: mx.evil.example; none\r\n${verdict(pass)}`;
    await assertSender(below, { result: 'failed', by: 'dkim' });
  });

  test('is not verified without a trusted server', async () => {
    const trust = { authserv_id: null, require_verified: false, api: true };
    await assertSender(verdict(pass), { result: 'failed', by: 'dkim' }, { trust });
  });

  test('counts in mail from a program only if the mailbox trusts the program', async () => {
    await assertSender(verdict(pass), { result: 'failed' }, { via: 'api' });
    const trust = { ...mailbox.trust, api: true };
    await assertSender(verdict(pass), { result: 'verified' }, { via: 'api', trust });
  });
});
