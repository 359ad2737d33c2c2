// Asks each host of DATABASE_URL for its role, so that an operator sees a lost standby before the primary is lost, too.
import { systemClock } from '../platform/clock.ts';
import { askHost, describeState, type HostState } from '../platform/postgres/hosts/ask-host.ts';
import { parseDatabaseUrl } from '../platform/postgres/hosts/database-url.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { fail, type Finding, ok, warn } from './findings.ts';

const SEE = 'See docs/high-availability.md.';

export async function hostsFinding({ config }: Pick<Deps, 'config'>): Promise<Finding> {
  const { hosts } = parseDatabaseUrl(config.DATABASE_URL);
  if (hosts.length < 2) return ok('DATABASE_URL names one host');
  const states = await Promise.all(
    hosts.map(async ({ url, label }) => ({ label, state: await askHost(url, systemClock) })),
  );
  const detail = states.map(({ label, state }) => `${label} ${describeState(state)}`).join(', ');
  const countOf = (...kinds: HostState['is'][]) =>
    states.filter(({ state }) => kinds.includes(state.is)).length;
  if (countOf('primary') > 1)
    return fail(
      `${detail}.`,
      `Stop the host with the lower timeline at once: it accepts writes that the others will never have. ${SEE}`,
    );
  if (countOf('primary') === 0)
    return fail(`${detail}.`, `Start the primary, or promote a standby. ${SEE}`);
  return countOf('silent', 'unreachable') > 0
    ? warn(
        `${detail}.`,
        `Start the host that is away, or correct DATABASE_URL: while it is away, another loss may stop writes. ${SEE}`,
      )
    : ok(detail);
}
