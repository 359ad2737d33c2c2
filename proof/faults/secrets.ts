// Known secrets, looked for wherever they might lie: the dump, the logs of jobs, the audit trail.
import { execFileSync } from 'node:child_process';
import { rekey } from '../../server/src/platform/rekey.ts';
import { open, rowIdOf, secretKeyOf } from '../../server/src/platform/secrets.ts';
import type { Instance } from '../../server/test/harness.ts';
import type { Report } from '../support/report.ts';

/** Everything in the database, the tables of the job queue too. */
export function dumpOf(url: string): string {
  const [command = 'pg_dump', ...words] = (process.env['PG_DUMP'] ?? 'pg_dump').split(' ');
  return execFileSync(command, [...words, '--dbname', url], { maxBuffer: 1 << 30 }).toString(
    'latin1',
  );
}

export async function proveSecrets(desk: Instance, count: number): Promise<Report> {
  const known: string[] = [];
  for (let n = 0; n < count / 2; n += 1) {
    const credential = `credential-${n}-${Math.random().toString(36).slice(2)}`;
    const { body } = await desk.call('POST', '/webhooks/outbound', {
      headers: { 'idempotency-key': `secret-${n}` },
      body: {
        name: 'x',
        url: 'https://localhost/',
        events: ['incident.created'],
        headers: { authorization: credential },
      },
    });
    known.push(credential, body.secret);
  }
  const faults: string[] = [];
  const look = (text: string, where: string) => {
    const hex = (secret: string) => Buffer.from(secret).toString('hex');
    const base64 = (secret: string) => Buffer.from(secret).toString('base64').replace(/=+$/, '');
    for (const secret of known) {
      const bare = secret.replace(/^whsec_/, '');
      const forms = [
        bare,
        hex(bare),
        hex(secret),
        base64(secret),
        Buffer.from(bare, 'base64').toString('hex'),
      ];
      if (forms.some((form) => text.includes(form))) faults.push(`${where}: ${secret}`);
    }
  };
  const url = desk.deps.config.DATABASE_URL;
  look(dumpOf(url), 'dump');
  const [one, other] = await desk.sql('select id, secret from outbound_webhooks limit 2');
  const key = desk.deps.secretKey;
  open(key, rowIdOf('outbound_webhooks', one.id), one.secret);
  try {
    open(key, rowIdOf('outbound_webhooks', other.id), one.secret);
    faults.push('a secret opened in another row');
  } catch {
    // As it should.
  }
  const [from, to] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)];
  const rekeyed = await rekey(desk.deps.unprepared, from, to);
  const dump = dumpOf(url);
  look(dump, 'dump after rekey');
  const old = `01${secretKeyOf(from).id.toString('hex')}`;
  if (dump.includes(`\\x${old}`)) faults.push('something is still sealed under the old key');
  return {
    figures: { secrets: known.length, dumpKb: Math.round(dump.length / 1000), rekeyed },
    faults,
  };
}
