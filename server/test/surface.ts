// The committed surfaces as the code makes them now: the OpenAPI document without any service running.
import { pino } from 'pino';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/platform/config.ts';
import { connect } from '../src/platform/db.ts';

export async function openapiText(): Promise<string> {
  const config = loadConfig({
    BASE_URL: 'http://localhost:8080',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  // Nothing connects until the first statement, and there is none.
  const { db, unprepared } = connect(config.DATABASE_URL, 2, () => {});
  const app = await buildApp({
    config,
    db,
    unprepared,
    cursorKey: Buffer.alloc(32),
    settings: () => Promise.reject(new Error('no settings here')),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}
