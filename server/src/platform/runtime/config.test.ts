import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import pg from 'pg';
import { loadConfig } from './config.ts';
import { UsageError } from '../errors.ts';

const good = {
  DATABASE_URL: 'postgres://u:hush-hush@127.0.0.1:5432/db',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
};

const messageOf = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.message;
  }
  return '';
};

describe('Configuration', () => {
  test('two variables are enough; URLs follow the ports', () => {
    const config = loadConfig({ ...good, PORT: '9000' });
    assert.deepEqual(
      [config.PORT, config.BASE_URL, config.AUTH_URL],
      [9000, 'http://localhost:9000', 'http://localhost:8081'],
    );
  });

  test('an empty variable counts as unset, and a trailing slash is removed', () => {
    assert.equal(loadConfig({ ...good, PORT: '' }).PORT, 8080);
    assert.equal(
      loadConfig({ ...good, BASE_URL: 'https://desk.example.com/' }).BASE_URL,
      'https://desk.example.com',
    );
  });

  test('a proxy is a host and a port, and its credentials are never shown', () => {
    const EGRESS_PROXY = 'http://user:p%40ss@proxy.example.com:3128';
    assert.equal(loadConfig({ ...good, EGRESS_PROXY }).EGRESS_PROXY, EGRESS_PROXY);
    for (const wrong of [
      'proxy.example.com:3128',
      'https://u:hush-hush@proxy.example.com',
      'http://u:hush-hush@proxy.example.com/path',
      'http://u:hush-hush%zz@proxy.example.com',
    ]) {
      const message = messageOf({ ...good, EGRESS_PROXY: wrong });
      assert.match(message, /EGRESS_PROXY must/);
      assert.doesNotMatch(message, /hush-hush/);
    }
  });

  test('a file without certificate authorities is refused', () => {
    const CA_FILE = fileURLToPath(import.meta.url);
    for (const wrong of [CA_FILE, '/nonexistent'])
      assert.match(
        messageOf({ ...good, CA_FILE: wrong }),
        /CA_FILE must be the path of a readable/,
      );
  });

  test('a secret may be in a file, whose content is never shown if it cannot be used', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
    const file = join(folder, 'secret');
    writeFileSync(file, `${good.DATABASE_URL}\n`);
    const { DATABASE_URL, ...rest } = good;
    const config = loadConfig({ ...rest, DATABASE_URL_FILE: file });
    assert.equal(config.DATABASE_URL, DATABASE_URL);
    assert.match(
      messageOf({ ...good, DATABASE_URL_FILE: file }),
      /DATABASE_URL and DATABASE_URL_FILE are both set; keep one/,
    );
    const missing = { ...rest, DATABASE_URL_FILE: join(folder, 'gone') };
    assert.match(
      messageOf(missing),
      /DATABASE_URL cannot be read from the file that DATABASE_URL_FILE names \(ENOENT\)/,
    );
    writeFileSync(file, 'hush-hush');
    const wrong = messageOf({ ...rest, DATABASE_URL_FILE: file });
    assert.match(wrong, /DATABASE_URL must be a URL/);
    assert.doesNotMatch(wrong, /hush-hush/);
    assert.equal(
      loadConfig({ ...good, PORT_FILE: file }).PORT,
      8080,
      'only secrets may be in files',
    );
    rmSync(folder, { recursive: true });
  });

  test('a password that is given apart from its URL may have any character', () => {
    const password = `p@ss/w#rd:?&%41 '"\\ü`;
    const { DATABASE_URL, VALKEY_URL } = loadConfig({
      ...good,
      DATABASE_PASSWORD: password,
      VALKEY_URL: 'redis://valkey:6379',
      VALKEY_PASSWORD: password,
    });
    for (const [url, start] of [
      [DATABASE_URL, 'postgres://u:'],
      [VALKEY_URL, 'redis://:'],
    ] as const) {
      assert.ok(url.startsWith(start), url);
      assert.equal(decodeURIComponent(new URL(url).password), password);
    }
    assert.equal(new pg.Client(DATABASE_URL).password, password);
    assert.equal(loadConfig(good).DATABASE_URL, good.DATABASE_URL);
  });

  test('all faults are shown at once, each with the name of its variable', () => {
    const message = messageOf({ PORT: 'http', BASE_URL: 'desk', LOG_LEVEL: 'loud' });
    for (const name of ['PORT', 'BASE_URL', 'LOG_LEVEL', 'DATABASE_URL', 'ENCRYPTION_KEY']) {
      assert.match(message, new RegExp(`^ {2}${name} `, 'm'), name);
    }
    assert.match(message, /LOG_LEVEL must be one of fatal, /);
    assert.match(message, /PORT must be a whole number from 0 to 65535\. It is "http"\./);
  });

  test('mail is received at an address and a port, or not at all', () => {
    const read = (LMTP_LISTEN: string) => loadConfig({ ...good, LMTP_LISTEN }).LMTP_LISTEN;
    assert.equal(read(''), undefined);
    assert.deepEqual(read('127.0.0.1:8024'), { host: '127.0.0.1', port: 8024 });
    assert.deepEqual(read('[::1]:24'), { host: '::1', port: 24 });
    for (const wrong of [
      '8024',
      ':8024',
      'mx.example.com:24',
      '127.0.0.1',
      '::1:24',
      '1.2.3.4:65536',
    ])
      assert.match(messageOf({ ...good, LMTP_LISTEN: wrong }), /LMTP_LISTEN must be an IP address/);
    assert.match(messageOf({ ...good, LMTP_TRUSTED: '10.0.0.0/33' }), /LMTP_TRUSTED must be/);
  });

  test('single limits and trusted networks are read, and invalid ones refused', () => {
    const { RATE_LIMITS, TRUSTED_PROXIES } = loadConfig({
      ...good,
      RATE_LIMITS: 'general=7, ai.ask = 3',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
    });
    assert.deepEqual(
      [RATE_LIMITS.general, RATE_LIMITS['ai.ask'], RATE_LIMITS.gateway],
      [7, 3, 5000],
    );
    assert.deepEqual(TRUSTED_PROXIES, ['10.0.0.0/8', '::1']);
    for (const wrong of [
      'general',
      'general=0',
      'general=-1',
      'x=1',
      'constructor=1',
      'general=1/s',
    ])
      assert.match(
        messageOf({ ...good, RATE_LIMITS: wrong }),
        /RATE_LIMITS must be comma-separated pairs/,
      );
    for (const wrong of ['10.0.0.0/33', 'gateway', '::1/129'])
      assert.match(messageOf({ ...good, TRUSTED_PROXIES: wrong }), /TRUSTED_PROXIES must be/);
    const { VALKEY_URL } = loadConfig({ ...good, VALKEY_URL: '' });
    assert.equal(VALKEY_URL, '');
    assert.match(messageOf({ ...good, VALKEY_URL: 'valkey.local' }), /VALKEY_URL must be/);
  });

  test('a secret is never shown', () => {
    const message = messageOf({
      DATABASE_URL: 'mysql://u:hush-hush@h/db',
      ENCRYPTION_KEY: 'aGVsbG8=',
    });
    assert.match(
      message,
      /DATABASE_URL must be a URL that begins with postgres:\/\/ or postgresql:\/\//,
    );
    assert.match(
      message,
      /ENCRYPTION_KEY must be 32 bytes in base64; generate one with `openssl rand -base64 32`/,
    );
    assert.doesNotMatch(message, /hush-hush|aGVsbG8/);
  });
});

describe('Settings of a model provider', () => {
  const base = {
    DATABASE_URL: 'postgres://localhost/x',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  };
  const AI_MODELS = 'model-3-haiku=small,model-3-sonnet=medium,model-3-opus=large';
  const faultsOf = (env: Record<string, string>): string => {
    try {
      loadConfig({ ...base, ...env });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('each model provider has required settings, and every alias needs a model', () => {
    assert.equal(faultsOf({}), '');
    assert.match(faultsOf({ AI_PROVIDER: 'oracle' }), /must be one of anthropic, bedrock/);
    const incomplete = { AI_PROVIDER: 'anthropic', AI_MODELS: 'model-3-haiku=small' };
    assert.match(faultsOf(incomplete), /one for each of model-3-haiku/);
    assert.match(faultsOf({ AI_PROVIDER: 'anthropic', AI_MODELS }), /AI_API_KEY is required/);
    const compatible = { AI_PROVIDER: 'openai-compatible', AI_MODELS };
    assert.match(faultsOf(compatible), /AI_BASE_URL is required/);
    assert.equal(faultsOf({ ...compatible, AI_BASE_URL: 'http://models.internal/v1' }), '');
    const bedrock = { AI_PROVIDER: 'bedrock', AI_MODELS, AI_REGION: 'eu-central-1' };
    assert.match(
      faultsOf({ ...bedrock, AI_ACCESS_KEY_ID: 'x' }),
      /AI_SECRET_ACCESS_KEY is required/,
    );
    assert.equal(faultsOf({ ...bedrock, AI_API_KEY: 'x' }), '');
  });

  test('a secret of a model provider is never shown', () => {
    const text = faultsOf({ AI_PROVIDER: 'bedrock', AI_MODELS, AI_SECRET_ACCESS_KEY: 'hush' });
    assert.match(text, /AI_REGION or AI_BASE_URL is required/);
    assert.doesNotMatch(text, /hush/);
  });
});

describe('Settings of mail with OAuth', () => {
  const oauth = {
    ...good,
    SMTP_URL: 'smtp://desk%40example.com@mail.example.com:587?auth=oauth',
    SMTP_OAUTH_TOKEN_URL: 'https://login.example.com/token',
    SMTP_OAUTH_CLIENT_ID: 'desk',
    SMTP_OAUTH_CLIENT_SECRET: 'hush-hush',
  };

  test('OAuth needs a token endpoint and a client, and its scope is optional', () => {
    assert.equal(messageOf(oauth), '');
    assert.equal(messageOf({ ...oauth, SMTP_OAUTH_SCOPE: 'mail.send' }), '');
    const { SMTP_URL } = oauth;
    const message = messageOf({ ...good, SMTP_URL });
    for (const name of ['TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET'])
      assert.match(message, new RegExp(`SMTP_OAUTH_${name} is required with auth=oauth`));
    assert.equal(messageOf({ ...good, SMTP_URL: 'smtp://mail.example.com' }), '');
  });

  test('OAuth is refused without a user, with a password, and with TLS that is off or not verified', () => {
    const at = 'desk%40example.com@mail.example.com';
    const cases: [url: string, message: RegExp][] = [
      ['smtp://mail.example.com?auth=oauth', /SMTP_URL must name the user/],
      ['smtp://desk%zz@mail.example.com?auth=oauth', /SMTP_URL must name the user, percent-enc/],
      ['smtps://desk:hush-hush@mail.example.com?auth=oauth', /SMTP_URL must not have a password/],
      [`smtps://${at}?auth=oauth2`, /SMTP_URL must have auth=oauth or no auth/],
      [`smtps://${at}?auth=oauth&auth=plain`, /SMTP_URL must have auth=oauth or no auth/],
      [`smtp://${at}?auth=oauth&ignoreTLS=true`, /SMTP_URL must not have ignoreTLS, .* STARTTLS/],
      [`smtp://${at}?auth=oauth&requireTLS=false`, /SMTP_URL must not have/],
      [`smtps://${at}?auth=oauth&secure=false`, /SMTP_URL must not have/],
      [`smtps://${at}?auth=oauth&tls.rejectUnauthorized=false`, /CA_FILE/],
    ];
    for (const [SMTP_URL, expected] of cases) {
      const message = messageOf({ ...oauth, SMTP_URL });
      assert.match(message, expected);
      assert.doesNotMatch(message, /hush-hush/);
    }
  });

  test('the client secret is sent in clear to this machine only', () => {
    const messageWith = (SMTP_OAUTH_TOKEN_URL: string) =>
      messageOf({ ...oauth, SMTP_OAUTH_TOKEN_URL });
    assert.equal(messageWith('http://127.0.0.1:8081/oauth2/token'), '');
    for (const wrong of [
      'http://login.example.com/token',
      'http://localhost.example.com/token',
      'https://u:p@login.example.com/token',
      'login.example.com',
    ])
      assert.match(messageWith(wrong), /SMTP_OAUTH_TOKEN_URL must be a URL that begins with https/);
  });
});
