// Mail goes through Dovecot's submission service, which validates the access tokens of the identity provider. The worker
// is a process of its own, because its log must not show a secret.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerClient, systemContext } from '../../../src/identity/index.ts';
import { cloneDatabase } from '../../support/databases.ts';
import { startSubmission } from '../../support/dovecot/submission.ts';
import { type Json, startInstance } from '../../support/harness.ts';
import { allowMailTo, retryMailsNow, startMailbox } from '../../support/mailboxes.ts';
import { freePort } from '../../support/ports.ts';
import { ownEnvironment, run, until, waitForExit } from '../../support/processes.ts';
import { authority, receiverEnv } from '../../support/receivers.ts';
import type { Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';
import { startTokenEndpoint } from '../../support/token-endpoint.ts';

const USER = 'desk@example.com';
const WRONG_SECRET = 'wrong-secret-wrong-secret-wrong-secret';

async function startService() {
  const scratch = await cloneDatabase();
  const own = await ownEnvironment(scratch);
  const env = {
    ...own,
    ...receiverEnv(),
    AUTH_URL: `http://127.0.0.1:${own.AUTH_PORT}`,
    CA_FILE: authority().caFile,
    LOG_LEVEL: 'debug',
  };
  const mailbox = await startMailbox();
  const instance = await startInstance({
    database: scratch.url,
    env: { ...env, LOG_LEVEL: 'silent' },
  });
  await allowMailTo(instance, 'example.com');
  const { deps } = instance;
  const { row, secret } = await deps.db.transaction().execute((tx) =>
    registerClient(tx, systemContext(deps, 'tests'), deps.config, {
      name: 'mail',
      email: USER,
      roles: ['itsm_manager'],
    }),
  );
  const { keys } = (await (await fetch(`${deps.config.AUTH_URL}/jwks`)).json()) as Json;
  const dovecot = await startSubmission({
    tokens: { issuer: deps.config.AUTH_URL, keys },
    relayPort: new URL(mailbox.url).port,
    tls: authority(),
  });
  const endpoint = await startTokenEndpoint({ url: deps.config.AUTH_URL, mint: instance.mint });
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, WRONG_SECRET);
  const oauthEnv = {
    ...env,
    SMTP_URL: `smtp://${encodeURIComponent(USER)}@localhost:${dovecot.port}?auth=oauth`,
    SMTP_OAUTH_TOKEN_URL: endpoint.url,
    SMTP_OAUTH_CLIENT_ID: row.id,
    SMTP_OAUTH_CLIENT_SECRET_FILE: secretFile,
    SMTP_OAUTH_SCOPE: 'api',
  };
  const worker = await startProcess('worker', oauthEnv);
  return {
    instance,
    mailbox,
    dovecot,
    endpoint,
    worker,
    env: oauthEnv,
    secret,
    replaceSecret: () => writeFileSync(secretFile, secret),
    stop: async () => {
      await worker.stop();
      await dovecot.stop();
      await endpoint.close();
      await instance.stop();
      await mailbox.stop();
      await scratch.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

/** `doctor` is run with these changes of the settings, and must say this about mail. */
async function doctorFaults({ env, dovecot, mailbox, secret }: Service): Promise<string[]> {
  const at = (user: string, port: string, scheme = 'smtp') => ({
    SMTP_URL: `${scheme}://${encodeURIComponent(user)}@localhost:${port}?auth=oauth`,
  });
  const { SMTP_OAUTH_CLIENT_SECRET_FILE: _, ...withoutSecret } = env;
  const right = { ...withoutSecret, SMTP_OAUTH_CLIENT_SECRET: secret };
  const cases: [name: string, changes: Record<string, string>, expected: RegExp][] = [
    ['STARTTLS', {}, /^ok +mail +an access token was obtained/m],
    ['smtps', at(USER, dovecot.tlsPort, 'smtps'), /^ok +mail +an access token was obtained/m],
    [
      'a wrong secret',
      { SMTP_OAUTH_CLIENT_SECRET: WRONG_SECRET },
      /^FAILED +mail .*responded 401, invalid_client.*\n.*Correct SMTP_OAUTH_CLIENT_ID and/m,
    ],
    [
      'another user',
      at('other@example.com', dovecot.port),
      /^FAILED +mail .*refused the access token for other@example\.com: 535 .*\n.*permit the client/m,
    ],
    [
      'a server without TLS',
      at(USER, new URL(mailbox.url).port),
      /^FAILED +mail .*STARTTLS.*\n.*needs a server that offers STARTTLS/m,
    ],
    [
      'an endpoint that is down',
      { SMTP_OAUTH_TOKEN_URL: `https://localhost:${await freePort()}/token` },
      /^FAILED +mail .*does not respond: .*\n.*Correct SMTP_OAUTH_TOKEN_URL/m,
    ],
  ];
  const faults: string[] = [];
  for (const [name, changes, expected] of cases) {
    const { output } = await waitForExit(run(['doctor'], { ...right, ...changes }));
    if (!expected.test(output)) faults.push(`doctor with ${name}: ${output}`);
    if ([secret, WRONG_SECRET].some((one) => output.includes(one)))
      faults.push(`doctor with ${name} shows a secret`);
  }
  const refused = await waitForExit(
    run(['worker'], { ...right, SMTP_URL: `${env.SMTP_URL}&ignoreTLS=true` }),
  );
  if (refused.code === 0 || !/SMTP_URL must not have ignoreTLS/.test(refused.output))
    faults.push(`a worker without TLS: ${refused.output}`);
  return faults;
}

export async function proveMailOauth({ mails }: { mails: number }): Promise<Report> {
  const service = await startService();
  const { instance, mailbox, dovecot, endpoint, worker } = service;
  const faults: string[] = [];
  let sent = 0;
  const assign = async (count: number) => {
    for (const goal = sent + count; sent < goal; sent += 1) {
      const body = { short_description: 'Mailed', assigned_to: `person-${sent}@example.com` };
      // One caller may mail at most 100 recipients in an hour.
      const email = `manager-${Math.floor(sent / 100)}@example.com`;
      const { status, text } = await instance.call('POST', '/incidents', { email, body });
      if (status !== 201) faults.push(text);
    }
  };
  const areSent = async () => {
    await retryMailsNow(instance);
    return (await instance.sql('select from mails where ended_at is null limit 1')).length === 0;
  };
  try {
    await assign(1);
    const refused = await until('the first attempt has failed', async () => {
      const [mail] = await instance.sql(
        'select last_error, ended_at from mails where attempts > 0',
      );
      return mail;
    });
    if (refused.ended_at !== null || !/responded 401, invalid_client/.test(refused.last_error))
      faults.push(`a wrong secret: ${JSON.stringify(refused)}`);
    // Dovecot tolerates a minute.
    const past = Math.floor(Date.now() / 1000) - 3600;
    endpoint.next = await instance.mint({ email: USER, iat: past - 60, exp: past });
    service.replaceSecret();
    await until('the mail is sent with the new secret', areSent);
    if (endpoint.issued.length !== 2) faults.push(`${endpoint.issued.length} tokens, not 2`);
    await assign(mails);
    await until('every mail is sent', areSent);
    const counts = new Map<string, number>();
    for (const address of mailbox.delivered.flatMap(({ envelope }) => envelope))
      counts.set(address, (counts.get(address) ?? 0) + 1);
    for (let person = 0; person < sent; person += 1) {
      const times = counts.get(`person-${person}@example.com`) ?? 0;
      if (times !== 1) faults.push(`person-${person} got ${times} mails`);
    }
    if (endpoint.issued.length !== 2) faults.push(`${endpoint.issued.length} tokens, not 2`);
    const log = dovecot.log();
    const logins = log.filter((line) => line.includes('Logged in: '));
    const secure = logins.filter((line) => /user=<desk@.*method=XOAUTH2,.* TLS,/.test(line));
    if (logins.length !== sent || secure.length !== sent)
      faults.push(`${logins.length} logins, ${secure.length} with a token over TLS, not ${sent}`);
    const expired = log.filter((line) => line.includes('Token has expired')).length;
    if (expired !== 1) faults.push(`Dovecot refused ${expired} expired tokens, not 1`);
    const said = JSON.stringify(worker.lines());
    if ([service.secret, WRONG_SECRET, ...endpoint.issued].some((one) => said.includes(one)))
      faults.push('the log of the worker shows a secret or a token');
    const figures = { mails: sent, tokens: endpoint.issued.length, logins: logins.length };
    faults.push(...(await doctorFaults(service)));
    return {
      figures,
      faults,
      notes: [`Dovecot ${dovecot.version()}`],
    };
  } finally {
    await service.stop();
  }
}
