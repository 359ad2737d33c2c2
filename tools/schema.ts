// Writes server/schema.sql: what the migrations make of an empty database, as pg_dump tells it.
import { writeFile } from 'node:fs/promises';
import { schemaText } from '../server/test/surface.ts';

await writeFile(new URL('../server/schema.sql', import.meta.url), await schemaText());
