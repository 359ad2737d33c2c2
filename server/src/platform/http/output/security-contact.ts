// /.well-known/security.txt (RFC 9116) says where to report a vulnerability of this instance.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../runtime/deps.ts';
import { publicPage } from './public-page.ts';

/** The RFC recommends less than a year; the file is built for every request. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

export function registerSecurityContact(app: FastifyInstance, { config, now }: Deps): void {
  const contact = config.SECURITY_CONTACT;
  if (contact === '') return;
  app.get('/.well-known/security.txt', publicPage, async (_request, reply) => {
    const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS);
    const lines = {
      Contact: contact,
      Expires: expires.toISOString(),
      'Preferred-Languages': 'en',
      Canonical: `${config.BASE_URL}/.well-known/security.txt`,
    };
    return reply.type('text/plain; charset=utf-8').send(
      Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    );
  });
}
