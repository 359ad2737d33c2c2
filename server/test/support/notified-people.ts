// Tests of notifications share an instance that sends its mail to a mailbox, and people who make requests.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type Instance, type Json, type RequestOptions, startInstance } from './harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from './mailboxes.ts';
import { until } from './processes.ts';

/** Call it in a `describe`: the instance runs during its tests. Mail is allowed to users, and to these domains. */
export function notifiedPeople(...mailDomains: string[]) {
  let instance: Instance;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    if (mailDomains.length > 0) await allowMailTo(instance, ...mailDomains);
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  let people = 0;
  const must = async (
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Json> => {
    const { status, body, text } = await instance.call(method, path, options);
    assert.ok(status < 300, text);
    return body;
  };
  return {
    get instance(): Instance {
      return instance;
    },
    get mailbox(): Mailbox {
      return mailbox;
    },
    /** Creates a user, whose requests are made with `by`. */
    user: async (role: string, fullName?: string): Promise<Json> => {
      people += 1;
      const email = `${role}.${people}@example.com`;
      const { id, name } = await must('POST', '/users', {
        as: 'super_admin',
        body: { email, name: fullName ?? `Person No${people}`, roles: [role] },
      });
      const token = await instance.mint({ sub: id, email, roles: [role] });
      return { id, email, name, by: { token } };
    },
    /** Returns the body of a response that is no error. */
    must,
    incident: (fields: Json = {}, options: RequestOptions = {}): Promise<Json> =>
      must('POST', '/incidents', {
        ...options,
        body: { short_description: 'Mail is slow', ...fields },
      }),
    /** Waits for the jobs of all updates, and for all mails. */
    settle: (): Promise<unknown> =>
      until('all jobs', async () => {
        const [{ left }] = await instance.sql(
          `select count(*)::int as left from graphile_worker._private_jobs where run_at <= now()`,
        );
        return left === 0;
      }),
    mailsTo: ({ email }: Json) =>
      mailbox.delivered.filter(({ envelope }) => envelope.includes(email)),
  };
}
