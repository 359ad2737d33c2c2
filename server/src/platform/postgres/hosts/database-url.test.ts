import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { parseDatabaseUrl, withPassword } from './database-url.ts';

const ATTRIBUTE = 'target_session_attrs=read-write';

describe('A URL of PostgreSQL', () => {
  test('each host has its own port, 5432 by default, or one for all', () => {
    const labelsOf = (url: string) => parseDatabaseUrl(url).hosts.map(({ label }) => label);
    for (const [url, labels] of [
      ['postgres://db/desk', ['db:5432']],
      ['postgres://u:p@db1:5433,db2,[::1]:1/desk', ['db1:5433', 'db2:5432', '[::1]:1']],
      ['postgresql://db1,db2/desk?port=6000', ['db1:6000', 'db2:6000']],
      ['postgres://db1,db2', ['db1:5432', 'db2:5432']],
    ] as const) {
      assert.deepEqual(labelsOf(`${url}${url.includes('?') ? '&' : '?'}${ATTRIBUTE}`), labels);
    }
  });

  test('the driver gets one host, and all options but the one that it does not know', () => {
    const url = `postgres://u:p%2F@db1,[::1]:5433/desk?sslmode=disable&${ATTRIBUTE}&application_name=x`;
    const { hosts, needsPrimary } = parseDatabaseUrl(url);
    assert.equal(needsPrimary, true);
    assert.deepEqual(
      hosts.map((host) => host.url),
      ['db1', '[::1]:5433'].map(
        (host) => `postgres://u:p%2F@${host}/desk?sslmode=disable&application_name=x`,
      ),
    );
    const client = new pg.Client(hosts[1]?.url);
    assert.deepEqual(
      [client.host, client.port, client.database, client.password],
      ['::1', 5433, 'desk', 'p/'],
    );
    assert.deepEqual([hosts[1]?.name, hosts[1]?.port], ['::1', 5433]);
  });

  test('one host needs no attribute, and several hosts need one that excludes standbys', () => {
    assert.equal(parseDatabaseUrl('postgres://db/desk').needsPrimary, false);
    assert.equal(
      parseDatabaseUrl('postgres://a,b/d?target_session_attrs=primary').needsPrimary,
      true,
    );
    for (const [url, expected] of [
      ['postgres://a,b/d', /must end with target_session_attrs=read-write/],
      ['postgres://a,b/d?target_session_attrs=any', /must end with target_session_attrs/],
      ['postgres://a,b/d?target_session_attrs=standby', /one of any, read-write, primary/],
      ['postgres://a/d?target_session_attrs=constructor', /one of any, read-write, primary/],
      [`postgres://a,,b/d?${ATTRIBUTE}`, /must name each of its hosts|must be a URL/],
      [`postgres://u@a,b/d?host=c,d&${ATTRIBUTE}`, /must name each of its hosts/],
      [`mysql://a,b/d?${ATTRIBUTE}`, /must be a URL that begins with postgres/],
      [`postgres://a:x,b/d?${ATTRIBUTE}`, /must be a URL that begins with postgres/],
      ['a,b', /must be a URL that begins with postgres/],
    ] as const) {
      assert.throws(() => parseDatabaseUrl(url), expected, url);
    }
  });

  test('a password is set for all hosts, and may have any character', () => {
    const password = `p@ss/w#rd:?&%41,'"`;
    const url = withPassword(`postgres://u@db1:1,db2/desk?${ATTRIBUTE}`, password);
    const { hosts } = parseDatabaseUrl(url);
    assert.deepEqual(
      hosts.map((host) => new pg.Client(host.url)).map((one) => [one.host, one.user, one.password]),
      [
        ['db1', 'u', password],
        ['db2', 'u', password],
      ],
    );
  });
});
