// Writes server/schema.sql, the pg_dump of an empty database after all migrations, and the fingerprint of the baseline.
import { writeFile } from 'node:fs/promises';
import { baselineText, schemaText } from '../server/test/support/surface.ts';

await writeFile(new URL('../server/schema.sql', import.meta.url), await schemaText());
await writeFile(
  new URL('../server/migrations/baseline.json', import.meta.url),
  await baselineText(),
);
