// The SDK calls every operation of openapi.json over TCP: once with success, once with an error that it documents.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { skip as withoutModel } from '../../../server/test/spec/ai.setup.ts';
import { receiverEnv } from '../../../server/test/support/receivers.ts';
import { type Document, operationsOf, refName } from '../../../tools/sdk.document.ts';
import { sdkMethods } from '../../../server/src/platform/http/routes/sdk-methods.ts';
import { SignalboxError } from '../../src/index.ts';
import { sdkSection } from '../setup.ts';
import { administrationCases } from './administration.cases.ts';
import { catalogCases } from './catalog.cases.ts';
import { linkCases } from './links.cases.ts';
import { mailCases } from './mail.cases.ts';
import { recordCases } from './records.cases.ts';
import { ruleCases } from './rules.cases.ts';
import { serviceCases } from './services.cases.ts';
import { taskCases } from './tasks.cases.ts';
import { type Case, type MethodName, World } from './world.ts';

const cases: Record<MethodName, Case> = {
  ...recordCases,
  ...catalogCases,
  ...linkCases,
  ...mailCases,
  ...ruleCases,
  ...serviceCases,
  ...taskCases,
  ...administrationCases,
};

const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as Document & { components: { responses: Record<string, { content: Record<string, unknown> }> } };

/** Returns the codes that the operation documents for this status. */
const documentedCodes = (response: { $ref?: string } | undefined): unknown =>
  JSON.stringify(document.components.responses[refName(response?.$ref ?? '')] ?? null);

const pathPattern = (path: string): RegExp =>
  new RegExp(`^/prod/api/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

describe('Operations of the SDK', () => {
  test('every operation of openapi.json has a method, and every method a case', () => {
    const methods = operationsOf(document).map(({ id }) => sdkMethods[id] ?? `none for ${id}`);
    assert.deepEqual(methods.toSorted(), Object.keys(cases).toSorted());
  });
});

sdkSection(
  'Each operation once with success and once with its error',
  (instance) => {
    let world: World;
    before(async () => {
      world = new World(instance);
      await world.prepare();
    });
    after(() => world.stop());

    test(
      'ai.askStream and ai.queryStream return the text in parts, then the response',
      { skip: withoutModel },
      async () => {
        const question = 'How do I reset my password?';
        const parts = await Array.fromAsync(world.agent.ai.askStream({ question }));
        const last = parts.at(-1);
        assert.ok(last?.type === 'response' && !last.response.grounded, 'there are no articles');
        await world.incident();
        const found = await Array.fromAsync(
          world.agent.ai.queryStream({ query: 'Which incidents are open?' }),
        );
        assert.deepEqual([...new Set(found.map(({ type }) => type))], ['text', 'response']);
        await assert.rejects(Array.fromAsync(world.auditor.ai.askStream({ question })), (error) =>
          SignalboxError.is(error, 'insufficient_role'),
        );
      },
    );

    for (const { id, method, path, operation } of operationsOf(document)) {
      const name = sdkMethods[id] as MethodName;
      const last = () => {
        const { recorded } = world;
        const request = recorded.at(-1);
        assert.equal(request?.method, method, 'the last request is that of the operation');
        assert.match(request?.path ?? '', pathPattern(path));
        return request?.status ?? 0;
      };

      const skip = name.startsWith('ai.') && withoutModel;
      test(
        `${name} sends ${method} ${path}, returns its body, and fails with its documented error`,
        { skip },
        async () => {
          const { ok, fails, code } = cases[name];
          const result = await ok(world);
          const status = last();
          assert.ok(status >= 200 && status < 300, String(status));
          assert.ok(result, 'it returns the body');

          const error: unknown = await Promise.resolve(fails(world)).then(
            () => assert.fail('the request should fail'),
            (fault: unknown) => fault,
          );
          assert.ok(error instanceof SignalboxError, String(error));
          assert.equal(error.code, code, error.message);
          assert.equal(error.status, last());
          assert.ok(error.requestId);
          const documented = documentedCodes(operation.responses[String(error.status)]);
          assert.ok(String(documented).includes(`"${code}"`), `${error.status} ${code}`);
        },
      );
    }
  },
  {
    worker: true,
    model: true,
    env: {
      RETRY_DELAYS_SECONDS: '0.05,0.05,0.05,0.05',
      // Mails wait for this server.
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...receiverEnv(),
    },
  },
);
