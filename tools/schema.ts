// Writes server/schema.sql, the pg_dump of an empty database after all migrations.
import { writeFile } from 'node:fs/promises';
import { schemaText } from '../server/test/support/surface.ts';

await writeFile(new URL('../server/schema.sql', import.meta.url), await schemaText());
