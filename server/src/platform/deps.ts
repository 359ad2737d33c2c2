// Everything a handler may reach, built once in main.ts and handed down.
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Settings } from './settings.ts';

export interface Deps {
  config: Config;
  db: Db;
  /** For lists and searches; see platform/db.ts. */
  unprepared: Db;
  cursorKey: Buffer;
  settings: () => Promise<Settings>;
  now: () => Date;
  log: Logger;
}
