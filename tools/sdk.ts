// Writes the generated sources of the SDK from openapi.json. server/test/repository/generated.test.ts fails while they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Document } from './sdk.document.ts';
import { operationsText, resourcesText } from './sdk.resources.ts';
import { eventTypesText, schemasText } from './sdk.schemas.ts';

const START = '// Generated from openapi.json by `npm run generate`; do not edit.\n';

/** Maps the path of each generated file to its text. */
export function sdkFiles(openapi: string): Record<string, string> {
  const document = JSON.parse(openapi) as Document;
  return {
    'sdk/src/generated/schemas.ts': START + schemasText(document),
    'sdk/src/generated/event-types.ts': START + eventTypesText(document),
    'sdk/src/generated/resources.ts': START + resourcesText(document),
    'sdk/src/generated/operations.ts': START + operationsText(document),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('../', import.meta.url);
  const files = sdkFiles(readFileSync(new URL('openapi.json', root), 'utf8'));
  for (const [path, text] of Object.entries(files)) writeFileSync(new URL(path, root), text);
}
