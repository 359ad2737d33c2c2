import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pino } from 'pino';
import { KeyRing } from '../../crypto/key-ring.ts';
import { loadConfig } from '../config.ts';
import { hasSecretFiles, keysOf, rereadSecrets } from './secret-files.ts';

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

describe('Secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), `${text}\n`);
  const env = {
    DATABASE_URL: 'postgres://desk@db.example.com/desk',
    DATABASE_PASSWORD_FILE: join(folder, 'password'),
    ENCRYPTION_KEY_FILE: join(folder, 'key'),
    OLD_ENCRYPTION_KEY_FILE: join(folder, 'old-key'),
  };
  write('password', 'one');
  write('key', keyOf(1));
  write('old-key', '');

  const start = () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const config = loadConfig(env);
    const keys = new KeyRing(...keysOf(config));
    return { config, keys, lines, reread: () => rereadSecrets(config, env, { keys, log }) };
  };

  test('secrets in files are read again into the configuration, and logged without their values', () => {
    const { config, keys, lines, reread } = start();
    reread();
    assert.deepEqual(lines, [], 'nothing has changed');
    write('password', 'two/2');
    write('key', keyOf(2));
    write('old-key', keyOf(1));
    reread();
    assert.equal(config.DATABASE_URL, 'postgres://desk:two%2F2@db.example.com/desk');
    assert.equal(keys.all.length, 2);
    assert.equal(lines[0]?.['msg'], 'secrets.read');
    assert.deepEqual(lines[0]?.['secrets'], [
      'DATABASE_URL',
      'DATABASE_PASSWORD',
      'ENCRYPTION_KEY',
      'OLD_ENCRYPTION_KEY',
    ]);
    assert.doesNotMatch(JSON.stringify(lines), /two|AgICAgIC|AQEBAQEB/);
  });

  test('secrets stay as they were if a file cannot be used', () => {
    const { config, lines, reread } = start();
    write('key', 'short');
    reread();
    assert.deepEqual(config.ENCRYPTION_KEY, Buffer.alloc(32, 2));
    assert.match(String(lines[0]?.['detail']), /ENCRYPTION_KEY/);
    write('key', keyOf(2));
  });

  test('the key that the database still needs stays in use, and the log says so', () => {
    const { keys, lines, reread } = start();
    write('key', keyOf(3));
    write('old-key', '');
    reread();
    assert.deepEqual(keys.current.id, new KeyRing(Buffer.alloc(32, 2)).current.id);
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['secrets.read', 'secrets.refused'],
    );
  });

  test('no secret is in a file unless a variable names the file', () => {
    assert.equal(hasSecretFiles(env), true);
    assert.equal(hasSecretFiles({ DATABASE_URL: env.DATABASE_URL, EGRESS_CA_FILE: 'x' }), false);
  });
});
