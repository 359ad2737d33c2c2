// A real Dovecot has the mailboxes, and workers of the service read them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { registerClient, systemContext } from '../../src/identity/index.ts';
import { startWorker } from '../../src/worker.ts';
import { type ImapServer, missingImap, startImap } from '../support/dovecot/imap.ts';
import { connectOtherClient } from '../support/dovecot/other-client.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { createMailbox, mailText } from '../support/messages.ts';
import { until } from '../support/processes.ts';
import { authority, receiverEnv } from '../support/receivers.ts';
import { startTokenEndpoint } from '../support/token-endpoint.ts';

const PASSWORD = 'a-password-of-the-desk';
const logins = ['tls', 'starttls', 'oauth'] as const;
type LoginName = (typeof logins)[number];
const addressOf = (name: string): string => `${name}@example.com`;

const skip = missingImap();

describe('A mailbox that is read by IMAP', { skip }, () => {
  let instance: Instance;
  let imap: ImapServer;
  let endpoint: Awaited<ReturnType<typeof startTokenEndpoint>>;
  let incoming: Record<LoginName, Json>;
  const mailboxes = {} as Record<LoginName, Json>;
  before(async () => {
    const env = { ...receiverEnv(), CA_FILE: authority().caFile };
    instance = await startInstance({ worker: 'later', env });
    const { deps } = instance;
    const client = await deps.db.transaction().execute((tx) =>
      registerClient(tx, systemContext(deps, 'tests'), deps.config, {
        name: 'mail',
        email: addressOf('oauth'),
        roles: ['agent'],
      }),
    );
    endpoint = await startTokenEndpoint({ url: deps.config.AUTH_URL, mint: instance.mint });
    const response = await fetch(`${deps.config.AUTH_URL}/jwks`);
    const { keys } = (await response.json()) as Json;
    imap = await startImap({
      passwords: { [addressOf('tls')]: PASSWORD, [addressOf('starttls')]: PASSWORD },
      tokens: { issuer: deps.config.AUTH_URL, keys },
      tls: authority(),
    });
    const server = { kind: 'imap', host: 'localhost' };
    const byPassword = { ...server, auth: 'password', password: PASSWORD };
    const [port, tlsPort] = [Number(imap.port), Number(imap.tlsPort)];
    incoming = {
      tls: { ...byPassword, user: addressOf('tls'), port: tlsPort, security: 'tls' },
      starttls: { ...byPassword, user: addressOf('starttls'), port, security: 'starttls' },
      oauth: {
        ...server,
        user: addressOf('oauth'),
        port: tlsPort,
        security: 'tls',
        auth: 'oauth',
        token_url: endpoint.url,
        client_id: client.row.id,
        client_secret: client.secret,
      },
    };
    for (const name of logins) {
      imap.deliver(addressOf(name), mailText({ subject: `before ${name}`, date: '' }));
      mailboxes[name] = await createMailbox(instance, {
        address: addressOf(name),
        incoming: incoming[name],
      });
    }
    await instance.startWorker();
    await until('every mailbox is read', async () => (await lastErrors()).length === logins.length);
  });
  after(async () => {
    await instance.stop();
    await endpoint.close();
    await imap.stop();
  });

  /** Mailboxes whose folder is open have an entry. */
  const lastErrors = () =>
    instance.sql('select last_error from mailboxes where uid_validity is not null');
  const subjectsIn = async (name: LoginName): Promise<string[]> => {
    const rows = await instance.sql(
      'select subject from messages where mailbox_id = $1 order by id',
      [mailboxes[name].id],
    );
    return rows.map(({ subject }) => subject);
  };
  const isRead = (name: LoginName, subject: string) =>
    until(`${name}: ${subject} is read`, async () => (await subjectsIn(name)).includes(subject));

  for (const name of logins)
    test(`a mail arrives at once with ${name}, and stays unread in its folder`, async () => {
      imap.deliver(addressOf(name), mailText({ subject: `new ${name}` }));
      await isRead(name, `new ${name}`);
      if (name === 'oauth') return assert.equal(endpoint.requests, 1);
      const other = await connectOtherClient(imap, addressOf(name), PASSWORD);
      const flags = (await other.list('INBOX')).flatMap((mail) => [...mail.flags]);
      other.close();
      return assert.equal(flags.includes('\\Seen'), false);
    });

  test('the login is tested, and its failure names the step and the correction', async () => {
    const tested = await instance.call('POST', `/mailboxes/${mailboxes.oauth.id}/test`, {
      as: 'super_admin',
    });
    assert.equal(tested.body.incoming.status, 'ok', tested.text);
    const wrong = await createMailbox(instance, {
      active: false,
      incoming: { ...incoming.tls, password: 'wrong' },
    });
    const { body } = await instance.call('POST', `/mailboxes/${wrong.id}/test`, {
      as: 'super_admin',
    });
    assert.equal(body.incoming.status, 'failed');
    assert.match(body.incoming.reason, /refused the login.*Correct user and password\./);
  });

  test('after the ids of a folder have changed, no mail is stored twice and none is missed', async () => {
    const { id } = mailboxes.tls;
    const earlier = await subjectsIn('tls');
    await imap.renumber(addressOf('tls'));
    imap.deliver(addressOf('tls'), mailText({ subject: 'after the restore' }));
    await isRead('tls', 'after the restore');
    assert.deepEqual(await subjectsIn('tls'), [...earlier, 'after the restore']);
    const { body } = await instance.call('GET', `/mailboxes/${id}`, { as: 'super_admin' });
    assert.equal(body.health.last_error, null);
  });

  test('two workers share the mailboxes without reading one twice', async () => {
    const readers = () => instance.sql('select id, reader from mailboxes where active order by id');
    const holders = await readers();
    const second = await startWorker(instance.deps);
    imap.deliver(addressOf('starttls'), mailText({ subject: 'with two workers' }));
    await isRead('starttls', 'with two workers');
    assert.deepEqual(await readers(), holders);
    await second.stop();
  });
});
