// Writes openapi.json from the routes. server/test/repository/generated.test.ts fails while the two differ.
import { writeFile } from 'node:fs/promises';
import { openapiText } from '../server/test/support/surface.ts';

await writeFile(new URL('../openapi.json', import.meta.url), await openapiText());
