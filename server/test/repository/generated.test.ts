// The committed generated files match the output of the generators.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { errorCatalog } from '../../src/platform/error-catalog.ts';
import type { ErrorCode } from '../../src/platform/errors.ts';
import { sdkFiles } from '../../../tools/sdk.ts';
import { openapiText, schemaText, baselineText } from '../support/surface.ts';

const readCommitted = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('Generated files', () => {
  test('openapi.json matches the routes (npm run generate)', async () => {
    assert.equal(await openapiText(), readCommitted('openapi.json'));
  });

  test('server/schema.sql matches the migrations (npm run generate)', async () => {
    assert.equal(await schemaText(), readCommitted('server/schema.sql'));
  });

  test('server/migrations/baseline.json has the fingerprint of the first migration (npm run generate)', async () => {
    assert.equal(await baselineText(), readCommitted('server/migrations/baseline.json'));
  });

  test('the generated sources of the SDK match openapi.json (npm run generate)', () => {
    for (const [path, text] of Object.entries(sdkFiles(readCommitted('openapi.json'))))
      assert.equal(text, readCommitted(path), path);
  });

  test('an operation without a method in the SDK is an error', () => {
    const document = JSON.parse(readCommitted('openapi.json'));
    document.paths['/incidents'].get.operationId = 'inventIncidents';
    assert.throws(() => sdkFiles(JSON.stringify(document)), /no method for inventIncidents/);
  });

  test('every reference in openapi.json resolves, and every component is used', async () => {
    const text = await openapiText();
    const { components } = JSON.parse(text);
    const used = new Set(
      [...text.matchAll(/"\$ref": "#\/components\/([^"]+)"/g)].map(([, to = '']) => to),
    );
    const { securitySchemes: _, ...kinds } = components;
    const named = Object.entries<object>(kinds).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    assert.deepEqual([...used].toSorted(), named.toSorted());
    for (const name of named) assert.match(name, /^[a-z]+\/[\w.-]+$/);
  });

  test('openapi.json lists the error codes of every operation in its description, its enum and its examples', async () => {
    const { paths, components } = JSON.parse(await openapiText());
    const operations = Object.values<Record<string, any>>(paths).flatMap((methods) =>
      Object.values(methods),
    );
    for (const { operationId, responses } of operations) {
      for (const [status, { $ref }] of Object.entries<{ $ref: string }>(responses)) {
        if (Number(status) < 400) continue;
        const { description, content } = components.responses[$ref.split('/').at(-1) ?? ''];
        const { schema, examples } = content['application/json'];
        const [, { properties }] = schema.allOf;
        const codes: ErrorCode[] = properties.code.enum;
        assert.ok(codes.length > 0, `${operationId} ${status}`);
        assert.deepEqual(Object.keys(examples), codes, `${operationId} ${status}`);
        for (const code of codes) {
          assert.equal(errorCatalog[code].status, Number(status), `${operationId}: ${code}`);
          assert.ok(description.includes(`\`${code}\``), `${operationId}: ${code}`);
          assert.equal(components.examples[code].value.code, code);
        }
      }
    }
  });

  test('every tag of an operation is listed once, with a description, and no other', async () => {
    const { paths, tags } = JSON.parse(await openapiText());
    const used = new Set<string>(
      Object.values<Record<string, any>>(paths).flatMap((methods) =>
        Object.values(methods).flatMap((operation) => operation.tags),
      ),
    );
    assert.deepEqual(
      tags.map(({ name }: { name: string }) => name).toSorted(),
      [...used].toSorted(),
    );
    for (const { name, description } of tags)
      assert.match(description ?? '', /^[A-Z].*\.$/, `openapi.tags.ts describes ${name}`);
  });

  test('a summary is an imperative of two to five words', async () => {
    const { paths } = JSON.parse(await openapiText());
    for (const methods of Object.values<Record<string, any>>(paths))
      for (const { summary } of Object.values(methods))
        assert.match(summary, /^[A-Z][a-z]+( [\w-]+){1,4}$/);
  });

  test('every operation has a description, and every body and record an example', async () => {
    const { paths, components } = JSON.parse(await openapiText());
    for (const [path, methods] of Object.entries<Record<string, any>>(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method} ${path}`;
        assert.ok(operation.summary && operation.description && operation.operationId, name);
        const body = operation.requestBody?.content['application/json'];
        if (body) assert.ok(body.example, `${name} has no example of its body`);
      }
    }
    for (const name of ['Incident', 'WorkNote', 'Entry', 'TimelineEntry', 'Health', 'Problem']) {
      assert.ok(components.schemas[name].examples?.length > 0, name);
    }
  });
});
