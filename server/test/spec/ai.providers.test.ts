// The AI endpoints behave alike with the models of a provider, over each wire protocol.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/harness.ts';
import {
  type ModelRequest,
  type ModelServer,
  type Protocol,
  startModelServer,
} from '../support/model-server.ts';
import { until } from '../support/processes.ts';
import { INPUT_TOKENS } from '../support/model-protocols.ts';
import { type AiWorld, skip, startAi } from './ai.setup.ts';

const eventsOf = (text: string): [name: string, data: Json][] =>
  text
    .trim()
    .split('\n\n')
    .map((event) => {
      const [name = '', data = ''] = event.split('\n');
      return [name.replace('event: ', ''), JSON.parse(data.replace('data: ', ''))];
    });

/** Cites the passage that says so, whichever number it has. */
const good = ({ text }: Pick<ModelRequest, 'text'>): string => {
  const head = text.slice(0, text.indexOf('Forget the stored'));
  const [, cited] = [...head.matchAll(/Passage \[(\d+)\]/g)].at(-1) ?? [];
  return `Forget the stored sign-in data and sign in to the VPN again [${cited}].`;
};
const findings = {
  probable_root_cause: 'The client stores the old password.',
  confidence: 0.8,
  resolution_steps: ['Forget the stored sign-in data.'],
  related_problem: '',
  similar_past_incidents: [],
  estimated_resolution_minutes: 10,
  summary: 'VPN rejects the password.',
};

for (const protocol of ['anthropic', 'bedrock', 'openai-compatible'] satisfies Protocol[]) {
  describe(`AI endpoints with ${protocol}`, { skip }, () => {
    let models: ModelServer;
    let world: AiWorld;
    let number = 0;
    /** Makes a question that is in no cache. */
    const fresh = (question = 'VPN rejects my password'): string =>
      `${question} on machine PC-${protocol.length}${(number += 1)}`;
    /** Counts the tokens that the work adds to the budgets of callers. */
    const tokensOf = async (work: () => Promise<unknown>): Promise<number> => {
      const countUsedTokens = async (): Promise<number> =>
        (await world.instance.sql('select coalesce(sum(tokens), 0)::int as n from ai_usage'))[0].n;
      const earlier = await countUsedTokens();
      await work();
      return (await countUsedTokens()) - earlier;
    };
    before(async () => {
      models = await startModelServer();
      world = await startAi({ env: models.env(protocol) });
    });
    after(async () => {
      await world.instance.stop();
      await models.stop();
    });

    test('the model behind the alias answers, and its citations refer to articles', async () => {
      models.behave((request) => ({ text: good(request) }));
      const body = await world.ask(fresh(), { model: 'model-3-opus' });
      assert.equal(body.model_used, `${protocol}/large`);
      assert.equal(
        body.answer,
        `Forget the stored sign-in data and sign in to the VPN again [${world.articles.vpn}].`,
      );
      assert.equal(body.citations[0].article_id, world.articles.vpn);
      assert.ok(body.tokens_used > 100, `${body.tokens_used}`);
      assert.equal((await world.ask(fresh())).model_used, `${protocol}/medium`);
      const [first] = models.requests;
      assert.ok(first?.text.includes('VPN rejects the password'), first?.text);
      assert.equal(first?.model, 'large');
    });

    test('an answer without a valid citation is withheld', async () => {
      for (const text of [
        'Just buy a new laptop.',
        'Forget the stored sign-in data and sign in again [17].',
        'Bananas are yellow fruit from the tropics [1].',
        'NO_ANSWER',
        '',
      ]) {
        models.behave(() => ({ text }));
        const body = await world.ask(fresh());
        assert.deepEqual([body.grounded, body.citations], [false, []], text);
        assert.doesNotMatch(body.answer, /laptop|Bananas|stored/);
      }
    });

    test('a refusal by the model is not returned as an answer', async () => {
      models.behave(() => ({ text: 'I cannot help with that.', refuses: true }));
      assert.equal((await world.ask(fresh())).grounded, false);
    });

    test('the last event of a streamed answer is the response', async () => {
      models.behave((request) => ({
        text: `${good(request)}\nSee ![x](https://evil.example/a.png).`,
      }));
      const reply = await world.post(
        '/ai/ask',
        { question: fresh() },
        { headers: { accept: 'text/event-stream' } },
      );
      const events = eventsOf(reply.text);
      const [name, response] = events.at(-1) ?? [];
      assert.equal(name, 'response', reply.text);
      assert.equal(response.citations[0].article_id, world.articles.vpn);
      const text = events.slice(0, -1).map(([, data]) => data.text);
      assert.ok(text.join('').startsWith('Forget the stored sign-in data'), text.join(''));
      assert.doesNotMatch(reply.text, /evil/);
    });

    test('a model without an answer streams no text', async () => {
      models.behave(() => ({ text: 'NO_ANSWER' }));
      const reply = await world.post(
        '/ai/ask',
        { question: fresh() },
        { headers: { accept: 'text/event-stream' } },
      );
      assert.deepEqual(
        eventsOf(reply.text).map(([name, data]) => [name, data.grounded]),
        [['response', false]],
      );
    });

    // All protocols share this code, and the engine takes its time for each suggestion.
    if (protocol === 'anthropic')
      test('suggestions for new incidents fall back to the local engine once their token budget is used up', async () => {
        models.behave(() => ({ json: findings }));
        const suggestWithin = async (budget: number) => {
          await world.instance.call('PATCH', '/settings', {
            as: 'super_admin',
            body: { ai_on_create: 'provider', ai_on_create_tokens_per_day: budget },
          });
          const { body } = await world.post('/incidents', { short_description: fresh() });
          await until('the suggestion', async () => {
            const incident = await world.instance.call('GET', `/incidents/${body.id}`);
            return incident.body.ai_suggested_resolution !== '';
          });
          const timeline = await world.instance.call('GET', `/incidents/${body.id}/timeline`);
          const entry = timeline.body.data.find(
            (one: Json) => one.kind === 'incident.ai_suggested',
          );
          return entry.changes.ai_suggestion.to;
        };
        const earlier = models.requests.length;
        assert.equal(await suggestWithin(1), `${protocol}/medium`);
        const asked = models.requests.length;
        assert.ok(asked > earlier);
        assert.equal(await suggestWithin(1), 'local/extractive');
        assert.equal(models.requests.length, asked);
        const body = { ai_on_create: 'local' };
        await world.instance.call('PATCH', '/settings', { as: 'super_admin', body });
      });

    test('findings follow the schema and name only cases that the model was given', async () => {
      const [first = ''] = world.cases;
      models.behave(() => ({
        json: {
          ...findings,
          related_problem: 'PRB9999999',
          similar_past_incidents: [first, 'INC7777777'],
        },
      }));
      const { body: incident } = await world.post('/incidents', {
        short_description: 'VPN rejects the new password',
      });
      const reply = await world.post('/ai/analyze', {
        record_type: 'incident',
        record_id: incident.id,
        model: 'model-3-haiku',
      });
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.model_used, `${protocol}/small`);
      assert.deepEqual(reply.body.findings, {
        ...findings,
        similar_past_incidents: [first],
      });
    });

    test('output that violates its schema is requested once more, then the response is 502', async () => {
      const { body: incident } = await world.post('/incidents', {
        short_description: 'VPN rejects the password again',
      });
      const analyze = (analysis_type: string) =>
        world.post('/ai/analyze', {
          record_type: 'incident',
          record_id: incident.id,
          analysis_type,
        });
      models.behave((_request, n) => ({ json: n === 1 ? { confidence: 'high' } : findings }));
      assert.equal((await analyze('root_cause')).status, 200);
      assert.equal(models.requests.length, 2);
      for (const bad of [{ json: { ...findings, confidence: 7 } }, { text: 'no JSON' }]) {
        models.behave(() => bad);
        const tokens = await tokensOf(async () => {
          const reply = await analyze('resolution');
          assert.deepEqual([reply.status, reply.body.code], [502, 'model_output_invalid']);
        });
        assert.equal(models.requests.length, 2);
        assert.ok(tokens > 2 * INPUT_TOKENS, `both responses are charged: ${tokens}`);
      }
    });

    test('the copilot reads with tools, cites their results, and proposes actions', async () => {
      const { body: incident } = await world.post('/incidents', {
        short_description: 'Zeppelin gateway rejects passwords',
        priority: 'P1',
      });
      let hasFailed = false;
      models.behave(({ toolResults, tools }) => {
        assert.ok(tools.includes('search_incidents') && tools.includes('propose_action'));
        // The second attempt proposes again.
        if (toolResults.length > 0 && !hasFailed) {
          hasFailed = true;
          return { status: 500 };
        }
        if (toolResults.length === 0)
          return {
            toolCalls: [
              { name: 'search_incidents', input: { q: 'zeppelin', priority: 'P1' } },
              {
                name: 'propose_action',
                input: {
                  method: 'PATCH',
                  path: `/incidents/${incident.id}`,
                  body: { category: 'network' },
                  reason: 'It is a gateway.',
                },
              },
              {
                name: 'propose_action',
                input: {
                  method: 'PATCH',
                  path: '/incidents/INC7777777',
                  body: { category: 'network' },
                  reason: 'Another one.',
                },
              },
            ],
          };
        assert.ok(toolResults.join('\n').includes(incident.id), toolResults.join('\n'));
        return { text: `There is one: [${incident.id}]. See also [INC7777777].` };
      });
      const reply = await world.post('/ai/query', { query: fresh('Which zeppelin incidents?') });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(
        reply.body.citations.map((one: Json) => one.id),
        [incident.id],
      );
      assert.deepEqual(
        reply.body.suggested_actions.map((one: Json) => one.path),
        [`/incidents/${incident.id}`],
      );
      const seen = await world.instance.call('GET', `/incidents/${incident.id}`);
      assert.deepEqual([seen.body.category, seen.body.version], [null, 1]);
      const streamed = await world.post(
        '/ai/query',
        { query: fresh('Which zeppelin incidents?') },
        { headers: { accept: 'text/event-stream' } },
      );
      assert.equal(eventsOf(streamed.text).at(-1)?.[1].citations[0].id, incident.id);
    });

    test('similar cases and suggestions are found without a model', async () => {
      models.behave(() => ({ status: 500 }));
      const bodies = {
        exemplars: { description: fresh() },
        suggest: { text: fresh() },
      };
      for (const [path, request] of Object.entries(bodies)) {
        const { status, body } = await world.post(`/ai/${path}`, request);
        assert.deepEqual([status, body.model_used], [200, 'local/extractive'], path);
      }
      assert.equal(models.requests.length, 0);
    });

    test('every endpoint that uses a model responds 503 while the model is unavailable', async () => {
      models.behave(() => ({ status: 403 }));
      const bodies = {
        ask: { question: fresh() },
        analyze: { record_type: 'incident', record_id: world.cases[2], analysis_type: 'impact' },
        query: { query: fresh() },
      };
      for (const [path, request] of Object.entries(bodies)) {
        const { status, body } = await world.post(`/ai/${path}`, request);
        assert.deepEqual([status, body.code], [503, 'model_unavailable'], path);
      }
    });

    test('a failed request to the model is retried once; if it cannot succeed, the response is 503 with Retry-After', async () => {
      const faults = {
        'rate limit': { status: 429, headers: { 'retry-after': '0' } },
        'server error': { status: 500 },
        'broken JSON': { isBroken: true, text: 'Forget it.' },
        'no response': { hangs: true },
      };
      for (const [name, fault] of Object.entries(faults)) {
        models.behave((request, n) => (n === 1 ? fault : { text: good(request) }));
        const body = await world.ask(fresh());
        assert.equal(body.grounded, true, name);
        assert.equal(models.requests.length, 2, name);
      }
      models.behave(() => ({ status: 401 }));
      let refused: Json;
      const tokens = await tokensOf(async () => {
        refused = await world.post('/ai/ask', { question: fresh() });
      });
      assert.ok(tokens < INPUT_TOKENS, `only the embedding is charged: ${tokens}`);
      assert.deepEqual([refused.status, refused.body.code], [503, 'model_unavailable']);
      assert.equal(models.requests.length, 1, 'a wrong key is not tried again');
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.doesNotMatch(refused.text, /test-key|refused by the test/);
    });

    test('a stream that the model interrupts or delays too long ends with an error event', async () => {
      for (const fault of [{ isBroken: true, pauseMs: 5 }, { pauseMs: 1500 }]) {
        models.behave((request) => ({
          text: `${good(request)}\n${'More text follows. '.repeat(20)}`,
          ...fault,
        }));
        let reply: Json;
        const tokens = await tokensOf(async () => {
          reply = await world.post(
            '/ai/ask',
            { question: fresh() },
            { headers: { accept: 'text/event-stream' } },
          );
        });
        assert.ok(tokens > INPUT_TOKENS, `the prompt is charged: ${tokens}`);
        const last = reply.status === 200 ? eventsOf(reply.text).at(-1) : undefined;
        const code = last ? last[1].code : reply.body.code;
        assert.ok(['model_unavailable', 'model_output_invalid'].includes(code), reply.text);
      }
    });

    test('the key and the model are sent in the form of the provider', async () => {
      models.behave((request) => ({ text: good(request) }));
      await world.ask(fresh());
      const { headers } = models.requests[0] as Json;
      assert.ok(
        headers['x-api-key'] === 'test-key' || headers.authorization === 'Bearer test-key',
        JSON.stringify(headers),
      );
    });
  });
}

describe('An unavailable provider', { skip }, () => {
  let models: ModelServer;
  let world: AiWorld;
  /** The model never responds to these requests. */
  let hanging: Promise<Reply>[];
  before(async () => {
    models = await startModelServer();
    const env = { ...models.env('openai-compatible'), AI_TIMEOUT_SECONDS: '40' };
    world = await startAi({ env });
    models.behave(() => ({ hangs: true }));
    const body = { ai_on_create: 'provider' };
    await world.instance.call('PATCH', '/settings', { as: 'super_admin', body });
    await world.post('/incidents', { short_description: 'VPN does not accept my password' });
    hanging = [world.post('/ai/ask', { question: 'VPN rejects the password of PC-100' })];
    await until('a request and a task wait for the model', () => models.requests.length === 2);
  });
  after(async () => {
    await world.instance.stop();
    await models.stop();
  });

  test('after five failures no request reaches the provider; cached answers and other routes are served', async () => {
    models.behave((request) => ({ text: good(request) }));
    const known = 'VPN rejects my password';
    assert.equal((await world.ask(known)).grounded, true);
    models.behave(() => ({ status: 503 }));
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const reply = await world.post('/ai/ask', { question: `VPN rejects password of PC-${n}` });
      statuses.push(reply.status);
      assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
    assert.deepEqual(statuses, [503, 503, 503, 503, 503]);
    assert.equal(models.requests.length, 5, 'the circuit is open');
    assert.equal((await world.ask(known)).cache_hit, true);
    assert.equal((await world.post('/ai/suggest', { text: 'VPN' })).status, 200);
    assert.equal((await world.instance.call('GET', '/incidents')).status, 200);
  });

  test('a shutdown does not wait for the model: requests get 503, and tasks are retried later', async () => {
    await world.instance.app.close();
    const [reply] = await Promise.all(hanging);
    assert.deepEqual([reply?.status, reply?.body.code], [503, 'model_unavailable']);
    assert.match(reply?.body.detail, /shutting down/);
    await until('the task waits for its next attempt', async () => {
      const rows = await world.instance.sql(
        `select from tasks where kind = 'suggest-resolution' and due_at < now() + interval '30 seconds'`,
      );
      return rows.length === 1;
    });
  });
});
