// The AI endpoints need no provider: the local engine answers from articles and similar cases.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stopEmbedding } from '../../src/knowledge/embeddings/process-embedder.ts';
import { faultsOf, type Json } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { type AiWorld, skip, startAi } from './ai.setup.ts';
import { knowledgeOf } from './knowledge.setup.ts';

describe('AI endpoints', { skip }, () => {
  let world: AiWorld;
  before(async () => {
    world = await startAi();
  });
  after(() => world.instance.stop());

  describe('ask', () => {
    test('an answer quotes the passage of the article that it cites', async () => {
      const body = await world.ask('My notebook case bulges, what should I do?');
      assert.equal(body.citations.length, 1);
      const [citation] = body.citations;
      assert.equal(citation.article_id, world.articles.battery);
      assert.equal(citation.title, 'Laptop battery is swollen');
      assert.ok(citation.relevance > 0.5 && citation.relevance <= 1, citation.relevance);
      assert.ok(body.answer.includes(citation.passage), body.answer);
      assert.deepEqual(
        [body.grounded, body.model_used, body.cache_hit],
        [true, 'local/extractive', false],
      );
      assert.ok(Number.isInteger(body.tokens_used) && body.tokens_used > 0);
      assert.ok(Number.isInteger(body.latency_ms) && body.latency_ms >= 0);
    });

    test('each answer that cites an article is counted, also one from the cache', async () => {
      const path = `/knowledge/articles/${world.articles.battery}`;
      const countCitations = async () =>
        (await world.instance.call('GET', path)).body.citation_count;
      const question = 'The case of my notebook bulges: which steps follow?';
      const citedBefore = await countCitations();
      const replies = [await world.ask(question), await world.ask(question)];
      assert.deepEqual(
        replies.map(({ citations, cache_hit }) => [citations[0].article_id, cache_hit]),
        [
          [world.articles.battery, false],
          [world.articles.battery, true],
        ],
      );
      await until('the citations', async () => (await countCitations()) >= citedBefore + 2);
    });

    test('the answer to a question that no article covers has no citations and says so', async () => {
      for (const question of [
        'What is on the menu of the canteen on Friday?',
        'How many moons does Jupiter have?',
      ]) {
        const body = await world.ask(question);
        assert.deepEqual([body.citations, body.grounded], [[], false], question);
        assert.match(body.answer, /found nothing/);
        assert.ok(Array.isArray(body.related), question);
      }
    });

    test('a question without an answer names the articles that come nearest, and says that they do not answer it', async () => {
      const question = 'What does a colour copy cost?';
      const as = { as: 'requester' } as const;
      const body = await world.ask(question, {}, as);
      assert.equal(body.grounded, false);
      assert.equal(body.related[0]?.article_id, world.articles.printer, JSON.stringify(body));
      assert.ok(body.related.length <= 3);
      for (const { article_id, title, relevance, ...more } of body.related) {
        const { body: article } = await world.instance.call(
          'GET',
          `/knowledge/articles/${article_id}`,
          as,
        );
        assert.deepEqual([title, more], [article.title, {}]);
        assert.ok(relevance > 0 && relevance <= body.related[0].relevance, relevance);
        assert.ok(body.answer.includes(`- ${title} (${article_id})`), body.answer);
      }
      assert.match(body.answer, /^I found nothing that answers this\.[^]*they do not answer it:/);
      const query = await world.post('/ai/query', { query: 'How far is the next copy shop?' });
      assert.deepEqual(
        [query.body.grounded, query.body.related[0]?.article_id],
        [false, world.articles.printer],
        query.text,
      );
      const answered = [
        await world.ask('The VPN rejects my password'),
        (await world.post('/ai/query', { query: 'VPN rejects the password' })).body,
      ];
      for (const one of answered) assert.deepEqual([one.grounded, 'related' in one], [true, false]);
    });

    test('an answer begins with the steps of the article, not with its symptoms or cause', async () => {
      for (const [question, article, steps] of [
        ['My notebook case bulges', 'battery', 'Unplug the laptop.'],
        ['Why does the VPN reject my password?', 'vpn', 'Forget the stored sign-in data'],
      ] as const) {
        const body = await world.ask(question);
        const beginning = `From “${body.citations[0]?.title}” (${world.articles[article]}):\n\n**Steps**\n\n${steps}`;
        assert.ok(body.answer.startsWith(beginning), body.answer);
        assert.ok(body.citations[0].passage.startsWith(steps));
      }
    });

    test('no answer comes from a draft, retired or deleted article', async () => {
      const { call, create, createPublished } = knowledgeOf(() => world.instance);
      const about = (thing: string) => ({ title: thing, body: `Ask the depot for a ${thing}.` });
      const ask = (thing: string) => world.ask(`Where do I get a ${thing}?`);
      await create(about('forklift licence'));
      const [retired, deleted] = await Promise.all(
        ['canteen voucher', 'parking permit'].map((thing) => createPublished(about(thing))),
      );
      for (const { id, title } of [retired, deleted])
        await until(`${title} is answered`, async () => {
          const { citations } = await ask(title);
          return citations[0]?.article_id === id;
        });
      const manager = { as: 'itsm_manager' } as const;
      const ends = [
        await call('POST', `/${retired?.['id']}/retire`, undefined, manager),
        await call('DELETE', `/${deleted?.['id']}`, undefined, manager),
      ];
      for (const { status, text } of ends) assert.equal(status, 200, text);
      for (const thing of ['forklift licence', 'canteen voucher', 'parking permit']) {
        const { grounded, citations, related } = await ask(thing);
        assert.deepEqual([grounded, citations], [false, []], thing);
        assert.ok(!related.some(({ title }: Json) => title === thing), `${thing} is not related`);
      }
    });

    test('a requester gets answers from the same published articles', async () => {
      const body = await world.ask('The VPN rejects my password', {}, { as: 'requester' });
      assert.equal(body.citations[0].article_id, world.articles.vpn);
    });

    test('a context record helps to find the article, and must be readable by the caller', async () => {
      const { body: incident } = await world.post('/incidents', {
        short_description: 'Printer prints blank pages',
      });
      const context_record = { type: 'incident', id: incident.id };
      const body = await world.ask('How do I fix it?', { context_record });
      assert.equal(body.citations[0]?.article_id, world.articles.printer);
      const refused = await world.post(
        '/ai/ask',
        { question: 'How do I fix it?', context_record },
        { as: 'requester' },
      );
      assert.deepEqual([refused.status, refused.body.code], [404, 'not_found']);
      const unknown = { question: 'x', context_record: { type: 'change', id: 'CHG9999999' } };
      assert.equal((await world.post('/ai/ask', unknown)).status, 404);
    });

    test('every fault of a question is reported in one response', async () => {
      const reply = await world.post('/ai/ask', {
        question: ' ',
        max_kb_results: 21,
        model: 'model-9',
        context_record: { type: 'moon', id: 'x' },
        other: 1,
      });
      assert.deepEqual(faultsOf(reply), [
        '/context_record/type not_allowed',
        '/max_kb_results too_large',
        '/model not_allowed',
        '/other unknown_field',
        '/question blank',
      ]);
      assert.deepEqual(faultsOf(await world.post('/ai/ask', {})), ['/question required']);
    });

    test('the last event of a streamed answer is the whole response', async () => {
      const question = 'The printer prints blank pages, why?';
      const reply = await world.post(
        '/ai/ask',
        { question },
        { headers: { accept: 'text/event-stream' } },
      );
      assert.equal(reply.status, 200);
      assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/);
      const events = reply.text
        .trim()
        .split('\n\n')
        .map((event) => event.split('\n').map((line) => line.replace(/^(event|data): /, '')));
      const last = JSON.parse(events.at(-1)?.[1] ?? '');
      const text = events
        .slice(0, -1)
        .map(([, data]) => JSON.parse(data ?? '').text)
        .join('');
      assert.equal(events.at(-1)?.[0], 'response');
      assert.equal(text, last.answer);
      const plain = await world.ask(question);
      assert.deepEqual(plain.citations, last.citations);
      const invalid = await world.post('/ai/ask', {}, { headers: { accept: 'text/event-stream' } });
      assert.deepEqual([invalid.status, invalid.body.code], [400, 'validation_failed']);
    });
  });

  describe('exemplars and suggest', () => {
    test('exemplars are similar resolved incidents with their resolution and times', async () => {
      const reply = await world.post('/ai/exemplars', {
        record_type: 'incident',
        description: 'VPN sign-in fails with the new password',
        top_k: 2,
      });
      assert.equal(reply.status, 200, reply.text);
      const { exemplars, count } = reply.body;
      assert.deepEqual(
        new Set(exemplars.map((one: Json) => one.incident_id)),
        new Set(world.cases.slice(0, 2)),
      );
      assert.equal(count, 2);
      assert.ok(exemplars[0].similarity_score >= exemplars[1].similarity_score);
      assert.match(exemplars[0].resolution, /stored/);
      assert.equal(exemplars[0].resolution_time_min, 0);
    });

    test('exemplars are filtered by category, and top_k above 20 is refused', async () => {
      const found = await world.post('/ai/exemplars', {
        description: 'VPN sign-in fails',
        category: 'devices',
      });
      assert.ok(found.body.exemplars.every((one: Json) => one.incident_id === world.cases[2]));
      const refused = await world.post('/ai/exemplars', { description: 'x', top_k: 21 });
      assert.deepEqual(faultsOf(refused), ['/top_k too_large']);
      const other = await world.post('/ai/exemplars', { description: 'x', record_type: 'change' });
      assert.deepEqual(faultsOf(other), ['/record_type not_allowed']);
    });

    test('a case without a resolution text shows its last note that is not private', async () => {
      const id = await world.resolve(
        { short_description: 'Badge reader at gate 7 beeps thrice' },
        { work_note: 'Reset the badge reader.' },
      );
      await world.instance.call('POST', `/incidents/${id}/notes`, {
        body: { body: 'Private remark.', visibility: 'private' },
      });
      await world.waitUntilEmbedded(4);
      const reply = await world.post('/ai/exemplars', {
        description: 'Badge reader at gate 7 beeps',
        top_k: 1,
      });
      assert.deepEqual(
        [reply.body.exemplars[0].incident_id, reply.body.exemplars[0].resolution],
        [id, 'Reset the badge reader.'],
      );
    });

    test('an incident stops being a case as soon as it is reopened or deleted', async () => {
      const text = 'Coffee machine on floor 9 leaks oat milk';
      const id = await world.resolve({ short_description: text, resolution: 'Closed the valve.' });
      await world.waitUntilEmbedded(5);
      const finds = async (suffix: string) => {
        const reply = await world.post('/ai/exemplars', { description: `${text}${suffix}` });
        return reply.body.exemplars.some((one: Json) => one.incident_id === id);
      };
      assert.equal(await finds(''), true);
      const patch = (body: Json) => world.instance.call('PATCH', `/incidents/${id}`, { body });
      assert.equal((await patch({ state: 'reopened' })).status, 200);
      assert.equal(await finds('.'), false);
      for (const state of ['in_progress', 'resolved']) await patch({ state });
      await until('it is a case again', () => finds(' '));
      assert.equal((await world.instance.call('DELETE', `/incidents/${id}`)).status, 200);
      assert.equal(await finds('!'), false);
      assert.deepEqual(
        await world.instance.sql('select from incident_embeddings where incident_id = $1', [id]),
        [],
      );
      await world.instance.call('POST', `/incidents/${id}/restore`);
      await until('it is a case again', () => finds(' '));
    });

    test('suggestions are voted by similar cases, with their share as confidence', async () => {
      const reply = await world.post('/ai/suggest', {
        text: 'VPN keeps rejecting my new password',
        suggest_for: ['category', 'priority', 'assignment_group'],
      });
      assert.equal(reply.status, 200, reply.text);
      const { category, subcategory, priority, assignment_group } = reply.body.suggestions;
      assert.deepEqual(
        [category.value, subcategory.value, priority.value, assignment_group.value],
        ['network', 'vpn', 'P3', 'Network'],
      );
      assert.ok(category.confidence > 0.5 && category.confidence < 1, category.confidence);
      assert.match(priority.reasoning, /similar resolved incidents had P3, such as INC/);
      assert.equal(reply.body.model_used, 'local/extractive');
      const some = await world.post('/ai/suggest', { text: 'VPN', suggest_for: ['priority'] });
      assert.deepEqual(Object.keys(some.body.suggestions), ['priority']);
      const refused = await world.post('/ai/suggest', { text: 'x', suggest_for: ['state'] });
      assert.deepEqual(faultsOf(refused), ['/suggest_for/0 not_allowed']);
    });
  });

  describe('analyze', () => {
    test('findings come from similar cases, and the analysis is in the timeline', async () => {
      const { body: incident } = await world.post('/incidents', {
        short_description: 'VPN says authentication failed',
        description: 'The new password is rejected.',
      });
      const reply = await world.post('/ai/analyze', {
        record_type: 'incident',
        record_id: incident.id,
        analysis_type: 'root_cause',
      });
      assert.equal(reply.status, 200, reply.text);
      const { findings, record_id, analysis_type } = reply.body;
      assert.deepEqual([record_id, analysis_type], [incident.id, 'root_cause']);
      assert.match(findings.probable_root_cause, /stored/);
      assert.equal(findings.related_problem, 'PRB0000007');
      assert.ok(findings.resolution_steps.length > 0);
      assert.ok(world.cases.slice(0, 2).includes(findings.similar_past_incidents[0]));
      assert.ok(Number.isInteger(findings.estimated_resolution_minutes));
      assert.ok(findings.confidence > 0 && findings.confidence <= 1);
      const timeline = await world.instance.call('GET', `/incidents/${incident.id}/timeline`);
      const entry = timeline.body.data.find((one: Json) => one.kind === 'incident.ai_analyzed');
      assert.deepEqual(entry.changes.ai_analysis.to, {
        analysis_type: 'root_cause',
        model_used: 'local/extractive',
      });
      const { body } = await world.instance.call('GET', `/incidents/${incident.id}`);
      assert.equal(body.version, 1);
    });

    test('a change is analyzed for impact, resolution and summary', async () => {
      const { body: change } = await world.post('/changes', {
        short_description: 'Replace the VPN gateway',
      });
      for (const analysis_type of ['impact', 'resolution', 'summary']) {
        const reply = await world.post('/ai/analyze', {
          record_type: 'change',
          record_id: change.id,
          analysis_type,
        });
        assert.equal(reply.status, 200, reply.text);
        assert.match(reply.body.findings.summary, new RegExp(change.id));
      }
    });

    test('analyzing an unknown record is 404, an unknown record type or analysis 400', async () => {
      const of = (record_type: string, record_id: string, analysis_type = 'root_cause') =>
        world.post('/ai/analyze', { record_type, record_id, analysis_type });
      assert.equal((await of('incident', 'INC9999999')).status, 404);
      assert.deepEqual(faultsOf(await of('ci', 'CI1')), ['/record_type not_allowed']);
      const refused = await of('incident', 'INC0000001', 'astrology');
      assert.deepEqual(refused.body.errors[0].allowed, [
        'root_cause',
        'impact',
        'resolution',
        'summary',
      ]);
    });
  });

  test('requesters may use only ask, and auditors no AI endpoint', async () => {
    const bodies: Record<string, Json> = {
      analyze: { record_type: 'incident', record_id: world.cases[0] },
      exemplars: { description: 'VPN' },
      suggest: { text: 'VPN' },
      query: { query: 'VPN' },
      ask: { question: 'VPN' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const asRequester = await world.post(`/ai/${path}`, body, { as: 'requester' });
      assert.equal(asRequester.status, path === 'ask' ? 200 : 403, path);
      assert.equal((await world.post(`/ai/${path}`, body, { as: 'auditor' })).status, 403, path);
    }
  });

  describe('query', () => {
    test('a query reads the records it names and cites them', async () => {
      const { body: ci } = await world.post('/cmdb/cis', { name: 'vpn-gw-01', class: 'gateway' });
      const reply = await world.post('/ai/query', { query: `What is ${ci.id}?` });
      assert.equal(reply.status, 200, reply.text);
      assert.ok(reply.body.answer.includes('vpn-gw-01'));
      assert.deepEqual(
        reply.body.citations.find((one: Json) => one.id === ci.id),
        { type: 'ci', id: ci.id, title: 'vpn-gw-01', relevance: 1 },
      );
      assert.equal(reply.body.grounded, true);
    });

    test('the last event of a streamed query is the response', async () => {
      const { body: ci } = await world.post('/cmdb/cis', { name: 'vpn-gw-02', class: 'gateway' });
      const reply = await world.post(
        '/ai/query',
        { query: `What is ${ci.id}?` },
        { headers: { accept: 'text/event-stream' } },
      );
      const [name, data = ''] = reply.text.trim().split('\n\n').at(-1)?.split('\n') ?? [];
      assert.equal(name, 'event: response', reply.text);
      const response = JSON.parse(data.replace('data: ', ''));
      assert.ok(response.answer.includes('vpn-gw-02'), data);
      assert.deepEqual([response.model_used, response.grounded], ['local/extractive', true]);
    });

    test('a query lists the records that match its filters', async () => {
      const { body: incident } = await world.post('/incidents', {
        short_description: 'Zeppelin docking station is down',
        priority: 'P1',
      });
      const reply = await world.post('/ai/query', {
        query: 'Which open P1 incidents concern the zeppelin?',
      });
      assert.ok(reply.body.answer.includes(incident.id), reply.body.answer);
      assert.ok(reply.body.citations.some((one: Json) => one.id === incident.id));
    });

    test('a query for unplanned changes is not one for planned changes', async () => {
      const { body: change } = await world.post('/changes', {
        short_description: 'Unplanned repair of the gondola',
      });
      const idsIn = async (query: string): Promise<string[]> =>
        (await world.post('/ai/query', { query })).body.citations.map(({ id }: Json) => id);
      const all = await idsIn('Which unplanned changes concern the gondola?');
      assert.ok(all.includes(change.id), `${change.id} is a draft`);
      const planned = await idsIn('Which planned changes concern the gondola?');
      assert.ok(!planned.includes(change.id), `${change.id} is not scheduled`);
    });

    test('a query cites articles and similar cases, each with its passage or title', async () => {
      const reply = await world.post('/ai/query', { query: 'VPN rejects the new password' });
      const byType = Map.groupBy(reply.body.citations, (one: Json) => one.type);
      const article: Json = byType.get('article')?.[0];
      assert.deepEqual([article.id, article.article_id], [world.articles.vpn, world.articles.vpn]);
      assert.ok(article.passage.length > 0);
      assert.ok(byType.has('incident'));
    });

    test('a query proposes actions and executes none', async () => {
      const { body: incident } = await world.post('/incidents', {
        short_description: 'VPN does not accept my new password',
      });
      const reply = await world.post('/ai/query', {
        query: 'What can I do?',
        context_record: { type: 'incident', id: incident.id },
      });
      const [action] = reply.body.suggested_actions;
      assert.deepEqual(
        [action.method, action.path, action.body.category],
        ['PATCH', `/incidents/${incident.id}`, 'network'],
      );
      const seen = await world.instance.call('GET', `/incidents/${incident.id}`);
      assert.deepEqual([seen.body.category, seen.body.version], [null, 1]);
      const sent = await world.instance.call(action.method, action.path, { body: action.body });
      assert.equal(sent.status, 200, sent.text);
    });
  });

  describe('the suggested resolution of a new incident', () => {
    test('a suggested resolution comes from similar cases, with neither a new version nor an event', async () => {
      const { body: created } = await world.post(
        '/incidents',
        {
          short_description: 'VPN does not accept my password',
          description: 'Authentication failed.',
        },
        { as: 'requester' },
      );
      assert.equal(created.ai_suggested_resolution, '');
      const path = `/incidents/${created.id}`;
      const incident = await until('the suggestion', async () => {
        const { body } = await world.instance.call('GET', path);
        return body.ai_suggested_resolution !== '' && body;
      });
      assert.match(incident.ai_suggested_resolution, /stored/);
      assert.doesNotMatch(incident.ai_suggested_resolution, /INC\d/);
      const lines = incident.ai_suggested_resolution.split('\n');
      assert.deepEqual(lines, [...new Set(lines)]);
      assert.match(incident.ai_suggested_resolution, new RegExp(`See ${world.articles.vpn}`));
      assert.equal(incident.version, 1);
      const events = await world.instance.call('GET', `/events?record=${created.id}`);
      assert.equal(events.body.data.length, 1);
      const asRequester = { as: 'requester' } as const;
      const own = await world.instance.call('GET', path, asRequester);
      assert.equal(own.body.ai_suggested_resolution, '', 'it quotes the incidents of others');
      const readEntry = async (ask?: typeof asRequester) => {
        const { body } = await world.instance.call('GET', `${path}/timeline`, ask);
        return body.data.find((one: Json) => one.kind === 'incident.ai_suggested');
      };
      assert.deepEqual((await readEntry()).changes, {
        ai_suggestion: { from: null, to: 'local/extractive' },
      });
      assert.equal(await readEntry(asRequester), undefined, 'it tells of a match with others');
      const { body: patched } = await world.instance.call('PATCH', path, {
        body: { ...incident, category: 'network' },
      });
      assert.equal(patched.ai_suggested_resolution, incident.ai_suggested_resolution);
    });

    test('a suggestion that quotes an incident is cleared and computed again when that incident is deleted or reopened', async () => {
      const symptom = { short_description: 'Badge reader on gate seven shows a red lamp' };
      const resolved = [
        await world.resolve({ ...symptom, resolution: 'Reader rebooted by hand.' }),
        await world.resolve({ ...symptom, resolution: 'Reader fuse exchanged.' }),
      ];
      await until('both are embedded', async () => {
        const rows = await world.instance.sql(
          'select from incident_embeddings where incident_id = any($1)',
          [resolved],
        );
        return rows.length === 2;
      });
      const { body } = await world.post('/incidents', symptom);
      const suggestion = async (): Promise<string> =>
        (await world.instance.call('GET', `/incidents/${body.id}`)).body.ai_suggested_resolution;
      await until('both are quoted', async () =>
        /rebooted[^]*exchanged|exchanged[^]*rebooted/.test(await suggestion()),
      );
      const [first, second] = resolved;
      await world.instance.call('DELETE', `/incidents/${first}`);
      assert.doesNotMatch(await suggestion(), /rebooted/);
      await until('it is computed anew', async () => (await suggestion()).includes('exchanged'));
      await world.instance.call('PATCH', `/incidents/${second}`, { body: { state: 'reopened' } });
      assert.doesNotMatch(await suggestion(), /exchanged/);
    });

    test('no resolution is suggested for a new incident while the setting is off', async () => {
      const settings = { as: 'super_admin', body: { ai_on_create: 'off' } } as const;
      await world.instance.call('PATCH', '/settings', settings);
      const { body } = await world.post('/incidents', {
        short_description: 'VPN does not accept my password either',
      });
      await until('the task is done', async () => {
        const rows = await world.instance.sql(
          `select from tasks union all select from events where relayed_at is null`,
        );
        return rows.length === 0;
      });
      const { body: seen } = await world.instance.call('GET', `/incidents/${body.id}`);
      assert.equal(seen.ai_suggested_resolution, '');
    });
  });

  test('while an article waits to be indexed, responses count the others and say so, and so does the health check', async () => {
    const { sql, call } = world.instance;
    const question = 'My notebook case bulges: which steps are urgent?';
    const stream = async (path: string, body: Json) => {
      const reply = await world.post(path, body, { headers: { accept: 'text/event-stream' } });
      const events = reply.text
        .trim()
        .split('\n\n')
        .map((event) => JSON.parse(event.split('\n')[1]?.replace('data: ', '') ?? ''));
      return { text: events.map(({ text = '' }) => text).join(''), last: events.at(-1) };
    };
    const searchCheck = async () => (await call('GET', '/health')).body.checks.search;
    const [{ total }] = await sql(
      `select count(*)::int as total from articles where state = 'published' and deleted_at is null`,
    );
    const ready = { ready: true, indexed: total, total };
    const first = await world.ask(question);
    assert.deepEqual([first.index, await searchCheck()], [ready, { status: 'ok' }]);

    const hidden = await sql('delete from passages where article_id = $1 returning *', [
      world.articles.printer,
    ]);
    const waiting = { ready: false, indexed: total - 1, total };
    const note = `Articles are still being indexed, ${total - 1} of ${total} so far`;
    const cached = await world.ask(question);
    assert.deepEqual([cached.cache_hit, cached.index], [true, waiting]);
    assert.ok(cached.answer.startsWith(first.answer), 'the part that helps comes first');
    assert.ok(cached.answer.includes(note), cached.answer);
    const none = await world.ask('How many moons does Saturn have?');
    assert.deepEqual([none.grounded, none.index], [false, waiting]);
    assert.ok(none.answer.includes(note), none.answer);
    const asked = await stream('/ai/ask', { question: `${question} And why?` });
    const queried = await stream('/ai/query', { query: question });
    for (const { text, last } of [asked, queried]) {
      assert.deepEqual([last.grounded, last.index, text], [true, waiting, last.answer]);
      assert.ok(text.includes(note));
    }
    const degraded = {
      status: 'degraded',
      detail: `${total - 1} of ${total} articles are indexed.`,
    };
    await until('the health is checked again', async () => (await searchCheck()).status !== 'ok');
    const probe = await fetch(`${world.instance.url}/readyz`);
    const { checks } = (await probe.json()) as Json;
    assert.deepEqual([probe.status, checks.search], [200, degraded]);

    await sql(
      `insert into passages select * from jsonb_populate_recordset(null::passages, $1::jsonb)`,
      [JSON.stringify(hidden)],
    );
    const last = await world.ask(question);
    assert.deepEqual([last.answer, last.index], [first.answer, ready]);
  });

  test('without embeddings, questions are answered by words and the other endpoints respond 503', async () => {
    await stopEmbedding(world.instance.deps);
    const body = await world.ask('Laptop battery is swollen and the case bulges');
    assert.equal(body.citations[0]?.article_id, world.articles.battery);
    const reply = await world.post('/ai/exemplars', { description: 'never embedded' });
    assert.deepEqual([reply.status, reply.body.code], [503, 'model_unavailable']);
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
  });
});
