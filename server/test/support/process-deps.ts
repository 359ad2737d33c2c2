// Builds what a process of an instance needs, without serving anything, for tests of modules that use it directly.
import { loadConfig } from '../../src/platform/runtime/config.ts';
import { buildDeps } from '../../src/platform/runtime/deps.ts';
import { INSTANCE_KEY } from './harness.ts';

/** Processes with the same instance name share their keys in Valkey. */
export const processDeps = (
  databaseUrl: string,
  instanceName: string,
): ReturnType<typeof buildDeps> =>
  buildDeps(
    loadConfig({
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '2',
      VALKEY_URL: process.env['VALKEY_URL'] ?? '',
      ENCRYPTION_KEY: INSTANCE_KEY,
      INSTANCE_NAME: instanceName,
      LOG_LEVEL: 'silent',
    }),
  );
