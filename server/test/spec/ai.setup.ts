// The AI endpoints are tested on an instance with articles and resolved incidents.
import assert from 'node:assert/strict';
import { Embedder } from '../../src/knowledge/embeddings/embedder.ts';
import {
  type Instance,
  type Json,
  type RequestOptions,
  startInstance,
  UNLIMITED_AI,
} from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { knowledgeOf } from './knowledge.setup.ts';

/** The tests are skipped for this reason; false if they can run. */
export const skip = new Embedder().unavailableReason() ?? false;

const articles = {
  battery: {
    title: 'Laptop battery is swollen',
    body: '## Symptoms\n\nThe touchpad is raised and the case bulges.\n\n## Steps\n\nUnplug the laptop. Do not charge it again. Bring it to the service desk.',
  },
  vpn: {
    title: 'VPN rejects the password',
    body: '## Cause\n\nThe VPN client stores the old password.\n\n## Steps\n\nForget the stored sign-in data and sign in to the VPN again. Error code VPN-691.',
  },
  printer: {
    title: 'Printer prints blank pages',
    body: '## Cause\n\nThe toner of the printer is empty.\n\n## Steps\n\nReplace the toner cartridge.',
  },
};

const cases = [
  {
    short_description: 'VPN does not accept my password',
    description: 'Since the password change the VPN client says authentication failed.',
    category: 'network',
    subcategory: 'vpn',
    assignment_group: 'Network',
    priority: 'P3',
    resolution: 'Removed the stored sign-in data. The user signed in again.',
    parent_problem_id: 'PRB0000007',
  },
  {
    short_description: 'VPN authentication failed from home',
    description: 'VPN rejects the sign-in with the new password.',
    category: 'network',
    subcategory: 'vpn',
    assignment_group: 'Network',
    priority: 'P3',
    resolution: 'Cleared the stored password.',
    parent_problem_id: 'PRB0000007',
  },
  {
    short_description: 'Printer prints empty sheets',
    description: 'Every page of the printer on floor 2 is blank.',
    category: 'devices',
    subcategory: 'printer',
    assignment_group: 'Workplace',
    priority: 'P4',
    resolution: 'Replaced the toner.',
  },
];

export interface AiWorld {
  instance: Instance;
  articles: Record<keyof typeof articles, string>;
  /** The ids of the resolved incidents have the order of the constant `cases`. */
  cases: string[];
  post: (path: string, body: Json, options?: RequestOptions) => ReturnType<Instance['call']>;
  ask: (question: string, more?: Json, options?: RequestOptions) => Promise<Json>;
  resolve: (fields: Json, resolution?: Json) => Promise<string>;
  /** Waits until this many resolved incidents have a vector. */
  waitUntilEmbedded: (count: number) => Promise<void>;
}

export async function startAi(options: Parameters<typeof startInstance>[0] = {}): Promise<AiWorld> {
  const instance = await startInstance({
    worker: true,
    model: true,
    ...options,
    env: {
      RATE_LIMITS: UNLIMITED_AI,
      ...options.env,
    },
  });
  const { createPublished } = knowledgeOf(() => instance);
  const post: AiWorld['post'] = (path, body, more) =>
    instance.call('POST', path, { as: 'agent', body, ...more });
  const resolve: AiWorld['resolve'] = async ({ resolution, ...fields }, last = {}) => {
    const created = await post('/incidents', fields);
    assert.equal(created.status, 201, created.text);
    const path = `/incidents/${created.body.id}`;
    for (const body of [{ state: 'in_progress' }, { state: 'resolved', resolution, ...last }]) {
      const reply = await instance.call('PATCH', path, { as: 'agent', body });
      assert.equal(reply.status, 200, reply.text);
    }
    return created.body.id;
  };
  const waitUntilEmbedded = async (count: number) => {
    await until(`${count} incidents are embedded`, async () => {
      const [row] = await instance.sql('select count(*)::int as n from incident_embeddings');
      return row.n === count;
    });
  };
  const ids = await Promise.all(
    Object.entries(articles).map(async ([name, fields]) => [
      name,
      (await createPublished(fields)).id,
    ]),
  );
  const resolved: string[] = [];
  for (const one of cases) resolved.push(await resolve(one));
  await waitUntilEmbedded(cases.length);
  await until('all articles are indexed', async () => {
    const [row] = await instance.sql(
      'select count(distinct article_id)::int as n from passages where embedding is not null',
    );
    return row.n === ids.length;
  });
  return {
    instance,
    articles: Object.fromEntries(ids),
    cases: resolved,
    post,
    ask: async (question, more = {}, callOptions = {}) => {
      const reply = await post('/ai/ask', { question, ...more }, callOptions);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    resolve,
    waitUntilEmbedded,
  };
}
