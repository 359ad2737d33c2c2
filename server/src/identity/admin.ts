// `main.ts admin …`: what a person does at the command line before there is a console.
import { parseArgs } from 'node:util';
import type { Config } from '../platform/config.ts';
import { UsageError } from '../platform/errors.ts';
import { developmentIssuer } from './development.ts';
import { type Role, roles } from './roles.ts';

export const tokenUsage = `
    --role ROLE         ${roles.join(', ')}; may be repeated (default agent)
    --email ADDRESS     who the token speaks for (default dev@localhost)
    --hours N           how long it lives (default 8)`;

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

/** An access token for development. */
export async function makeToken(config: Config, args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      role: { type: 'string', multiple: true, default: ['agent'] },
      email: { type: 'string', default: 'dev@localhost' },
      hours: { type: 'string', default: '8' },
    },
  });
  const unknown = values.role.find((role) => !isRole(role));
  if (unknown) throw new UsageError(`--role must be one of ${roles.join(', ')}, not ${unknown}`);
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= 720)) {
    throw new UsageError(`--hours must be a number above 0, at most 720, not ${values.hours}`);
  }
  return developmentIssuer(config).token({
    email: values.email,
    roles: values.role.filter(isRole),
    lifetimeSeconds: Math.round(hours * 3600),
  });
}
