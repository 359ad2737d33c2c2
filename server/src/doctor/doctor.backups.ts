import { readBackups } from '../backups/index.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { type Finding, ok, skip, warn } from './findings.ts';

/** A daily backup may take two hours longer than that of the day before; the alert has the same limit. */
const MAX_AGE_HOURS = 26;

export async function backupFinding({ db, now, sharesBackend }: Deps): Promise<Finding> {
  if (sharesBackend) return skip('The embedded database is for demonstrations.');
  const { createdAt, last } = await readBackups(db);
  const [newest] = last;
  const hours = (now().getTime() / 1000 - (newest?.finishedAt ?? createdAt)) / 3600;
  const detail = newest
    ? `the last backup (${newest.kind}) finished ${hours.toFixed(1)} hours ago`
    : `none is recorded; the database is ${hours.toFixed(1)} hours old`;
  return hours <= MAX_AGE_HOURS
    ? ok(detail)
    : warn(
        `${detail}.`,
        'Schedule backups whose last step is `admin backup-taken`; see docs/backup.md.',
      );
}
