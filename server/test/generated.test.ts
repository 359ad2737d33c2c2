// Generated files are committed and match what the code generates now.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openapiText, schemaText } from './support/surface.ts';

const committed = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('Generated files', () => {
  test('openapi.json is what the routes say (npm run generate)', async () => {
    assert.equal(await openapiText(), committed('openapi.json'));
  });

  test('server/schema.sql is what the migrations make (npm run generate)', async () => {
    assert.equal(await schemaText(), committed('server/schema.sql'));
  });

  test('every operation has a description, and every body and record an example', async () => {
    const { paths, components } = JSON.parse(await openapiText());
    for (const [path, methods] of Object.entries<Record<string, any>>(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method} ${path}`;
        assert.ok(operation.summary && operation.description && operation.operationId, name);
        const body = operation.requestBody?.content['application/json'];
        if (body) assert.ok(body.example, `${name}: an example of its body`);
      }
    }
    for (const name of ['Incident', 'WorkNote', 'Entry', 'TimelineEntry', 'Health', 'Problem']) {
      assert.ok(components.schemas[name].examples?.length > 0, name);
    }
  });
});
