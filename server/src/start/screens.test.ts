import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadConfig } from '../platform/runtime/config.ts';
import { describeDemonstration, describeInstance, describeStop } from './screens.ts';

const secrets = {
  DATABASE_URL: 'postgres://signalbox:database-secret@127.0.0.1/signalbox',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  BOOTSTRAP_CLIENT_ID: 'demo',
  BOOTSTRAP_CLIENT_SECRET: 'client-secret-of-thirty-two-letters',
  BOOTSTRAP_ADMIN_EMAIL: 'ada@example.com',
  BOOTSTRAP_ADMIN_PASSWORD: 'password-secret',
};
const configOf = (env: Record<string, string> = {}) => loadConfig({ ...secrets, ...env });
const foreignProvider = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_JWKS_URL: 'https://login.example.com/jwks',
};
const CREATE = 'npm run -s admin -- user create';
const MAX_LINES = 24;

describe('The screen', () => {
  test('a demonstration shows its credentials as variables of the command line, and fits in a terminal', () => {
    const screen = describeDemonstration(configOf());
    for (const line of [
      'export SIGNALBOX_URL=http://localhost:8080',
      'export SIGNALBOX_CLIENT_ID=demo',
      `export SIGNALBOX_CLIENT_SECRET=${secrets.BOOTSTRAP_CLIENT_SECRET}`,
      'npx http://localhost:8080/sdk.tgz whoami',
    ])
      assert.ok(screen.split('\n').includes(line), line);
    assert.match(screen, /^TOKEN=/m);
    assert.ok(screen.trim().split('\n').length <= MAX_LINES, screen);
  });

  test('a demonstration with another provider names it, and shows no credentials of the built-in one', () => {
    const screen = describeDemonstration(configOf(foreignProvider));
    assert.match(screen, /^Sign in +with https:\/\/login\.example\.com$/m);
    assert.match(screen, /a token for the audience signalbox, which https:\/\/login\.example\.com/);
    assert.match(screen, /^curl .*\/incidents.*\$TOKEN/m);
    assert.doesNotMatch(screen, /secret|password|SIGNALBOX_CLIENT|oauth2\/token/i);
  });

  test('an instance shows its addresses, how many users can sign in, and no secret', () => {
    const screen = describeInstance(configOf(), 2, CREATE);
    for (const address of ['/console/', '/prod/api/v1', '/docs'])
      assert.ok(screen.includes(`http://localhost:8080${address}\n`), address);
    assert.match(screen, /^Sign in +2 users can sign in$/m);
    assert.match(describeInstance(configOf(), 1, CREATE), /^Sign in +1 user can sign in$/m);
    assert.doesNotMatch(screen, /secret|npm/);
    assert.ok(!screen.includes(secrets.ENCRYPTION_KEY));
  });

  test('an instance without users shows how to create the first one', () => {
    const screen = describeInstance(configOf(), 0, CREATE);
    assert.match(screen, /^Sign in +no user can sign in yet$/m);
    assert.ok(screen.split('\n').includes(CREATE));
  });

  test('an instance with another provider names it, and no command that creates users', () => {
    const screen = describeInstance(configOf(foreignProvider), 0, CREATE);
    assert.match(screen, /^Sign in +with https:\/\/login\.example\.com$/m);
    assert.ok(!screen.includes(CREATE));
  });

  test('a stopped demonstration says whether its data is deleted', () => {
    assert.equal(describeStop(configOf()), 'Stopped; the data is deleted.');
    assert.equal(
      describeStop(configOf({ DEMO_DATA_DIR: '/var/demo' })),
      'Stopped; the data is kept in /var/demo.',
    );
  });
});
