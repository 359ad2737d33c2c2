// Inserts many CIs and relations with SQL.
import type { Instance } from '../../server/test/support/harness.ts';

export const classes = ['server', 'virtual machine', 'database', 'service', 'switch', 'printer'];
export const statuses = ['operational', 'degraded', 'maintenance', 'non_operational', 'retired'];
export const environments = ['production', 'test', 'development'];
export const groups = Array.from({ length: 40 }, (_, n) => `Group ${n}`);
export const owners = Array.from({ length: 500 }, (_, n) => `owner${n}@example.com`);

/** Creations and updates are spread over this many days. */
export const DAYS = 1000;

/** The first values of each list are the most frequent, as in real data. */
const pickSkewed = (parameter: number, size: number): string =>
  `($${parameter}::text[])[1 + floor(${size} * random() ^ 3)::int]`;

export async function fillCis(instance: Instance, cis: number): Promise<void> {
  await instance.sql(
    `insert into cis (name, class, status, environment, criticality, owner, support_group, ip_address,
       fqdn, serial_number, location, attributes, event_sequence, created_at, updated_at)
     select 'host-' || n, ${pickSkewed(2, classes.length)}, ${pickSkewed(3, statuses.length)},
       ${pickSkewed(4, environments.length)}, 'high', ${pickSkewed(5, owners.length)}, ${pickSkewed(6, groups.length)},
       '10.' || n / 65536 % 256 || '.' || n / 256 % 256 || '.' || n % 256, 'host-' || n || '.example.com',
       'SN-' || n, 'Rack ' || n % 1000, jsonb_build_object('os', 'Debian', 'cores', n % 64), 0, at,
       at + random() * (now() - at)
     from generate_series(1, $1::int) as n,
       lateral (select now() - (1 - n::float / $1) * ${DAYS} * interval '1 day' as at) as t`,
    [cis, classes, statuses, environments, owners, groups],
  );
  await instance.sql('vacuum analyze cis');
}

/**
 * Half of the targets are any CI, half are among few, so that some CIs have thousands of dependants. One relation in
 * fifty points to a CI that was added later, so that there are cycles.
 */
export async function fillRelations(instance: Instance, relations: number): Promise<void> {
  await instance.sql(
    `with numbered as (select id, row_number() over (order by created_at) as n from cis),
     counted as (select count(*) as cis from numbered),
     drawn as (
       select 1 + floor(cis * random())::bigint as a,
         1 + floor(cis * random() ^ (case when k % 2 = 0 then 1 else 3 end))::bigint as b,
         (array['depends_on', 'depends_on', 'depends_on', 'runs_on', 'runs_on', 'connects_to', 'connects_to',
           'part_of'])[1 + floor(8 * random())::int] as type,
         k % 50 = 0 as is_back
       from counted, generate_series(1, $1::int) as k),
     directed as (
       select case when is_back then least(a, b) else greatest(a, b) end as a,
         case when is_back then greatest(a, b) else least(a, b) end as b, type
       from drawn where a <> b)
     insert into ci_relations (ci_id, type, target)
     select source.id, type, target.id from directed
     join numbered as source on source.n = a join numbered as target on target.n = b
     on conflict do nothing`,
    [relations],
  );
  await instance.sql('vacuum analyze ci_relations');
}

/** Inserts open and closed incidents of random CIs. */
export async function fillCiIncidents(instance: Instance, incidents: number): Promise<void> {
  await instance.sql(
    `with numbered as (select id, row_number() over (order by created_at) as n from cis),
     drawn as (
       select k, 1 + k::bigint * 7919 % (select count(*) from cis) as n from generate_series(1, $1::int) as k)
     insert into incidents (short_description, priority, priority_explicit, state, ci_id, opened_by,
       sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
     select 'Down', 'P3', true, case when k % 10 = 0 then 'new' else 'closed' end, id, 'ada@example.com',
       86400, now(), 1, now(), now()
     from drawn join numbered using (n)`,
    [incidents],
  );
  await instance.sql('vacuum analyze incidents');
}
