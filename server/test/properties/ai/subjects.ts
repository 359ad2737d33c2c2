// A cached response rests on records and rights; each subject has the change that outdates the response.
import { knowledgeOf, uniqueWord } from '../../spec/knowledge.setup.ts';
import type { Instance, Json, Reply } from '../../support/harness.ts';

export interface Subject {
  what: string;
  /** Sends the same request each time. */
  ask: () => Promise<Reply>;
  change: () => Promise<unknown>;
  /** Tells whether the response is from before the change. */
  isOutdated: (reply: Reply) => boolean;
}

export type SubjectKind = (instance: Instance) => Promise<Subject>;

const bodyOf = async (sent: Promise<Reply>): Promise<Json> => {
  const reply = await sent;
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.body;
};

const post = (instance: Instance, path: string, body?: Json): Promise<Json> =>
  bodyOf(instance.call('POST', path, body === undefined ? {} : { body }));
const patch = (instance: Instance, path: string, body: Json): Promise<Json> =>
  bodyOf(instance.call('PATCH', path, { body }));

/** The subject is an article that only this question asks for; its text has a unique word. */
const ofArticle =
  (what: string, change: (instance: Instance, path: string) => Promise<unknown>): SubjectKind =>
  async (instance) => {
    const [topic, old] = [uniqueWord(), uniqueWord()];
    const { createPublished } = knowledgeOf(() => instance);
    const { id } = await createPublished({ title: `About ${topic}`, body: `Use ${old}.` });
    return {
      what,
      ask: () => instance.call('POST', '/ai/ask', { body: { question: `What about ${topic}?` } }),
      change: () => change(instance, `/knowledge/articles/${id}`),
      isOutdated: ({ text }) => text.includes(old),
    };
  };

/** The subject is a resolved incident, the only one of its category. */
const ofCase =
  (what: string, change: (instance: Instance, path: string) => Promise<unknown>): SubjectKind =>
  async (instance) => {
    const [category, old] = [uniqueWord(), uniqueWord()];
    const { id } = await post(instance, '/incidents', { short_description: 'x', category });
    await patch(instance, `/incidents/${id}`, { state: 'in_progress' });
    await patch(instance, `/incidents/${id}`, { state: 'resolved', resolution: `Used ${old}.` });
    return {
      what,
      ask: () => instance.call('POST', '/ai/exemplars', { body: { description: 'x', category } }),
      change: () => change(instance, `/incidents/${id}`),
      isOutdated: ({ text }) => text.includes(old),
    };
  };

const contexts = {
  incident: { path: '/incidents', label: 'short_description', more: {} },
  change: { path: '/changes', label: 'short_description', more: {} },
  ci: { path: '/cmdb/cis', label: 'name', more: { class: 'server' } },
};

/** The subject is the record that a query is about. */
const ofContext =
  (type: keyof typeof contexts): SubjectKind =>
  async (instance) => {
    const { path, label, more } = contexts[type];
    const old = uniqueWord();
    const { id } = await post(instance, path, { [label]: old, ...more });
    const body = { query: 'Summarise it', context_record: { type, id } };
    return {
      what: `${type} edited`,
      ask: () => instance.call('POST', '/ai/query', { body }),
      change: () => patch(instance, `${path}/${id}`, { [label]: uniqueWord() }),
      isOutdated: ({ text }) => text.includes(old),
    };
  };

const ofAnalysis: SubjectKind = async (instance) => {
  const old = uniqueWord();
  const { id } = await post(instance, '/incidents', { short_description: old });
  const body = { record_type: 'incident', record_id: id, analysis_type: 'summary' };
  return {
    what: 'analysed incident edited',
    ask: () => instance.call('POST', '/ai/analyze', { body }),
    change: () => patch(instance, `/incidents/${id}`, { short_description: uniqueWord() }),
    isOutdated: ({ text }) => text.includes(old),
  };
};

/** A client that becomes a requester must not see the answer about the incident of another. */
const ofRole: SubjectKind = async (instance) => {
  const asAdmin = { as: 'super_admin' } as const;
  const client = await bodyOf(
    instance.call('POST', '/clients', { ...asAdmin, body: { name: 'x', roles: ['agent'] } }),
  );
  const { id } = await post(instance, '/incidents', { short_description: uniqueWord() });
  const tokenOf = async (): Promise<string> => {
    const response = await fetch(`${instance.deps.config.AUTH_URL}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.client_id,
        client_secret: client.secret,
      }),
    });
    return ((await response.json()) as Json).access_token;
  };
  let token = await tokenOf();
  const body = { question: 'What about it?', context_record: { type: 'incident', id } };
  return {
    what: 'role taken away',
    ask: () => instance.call('POST', '/ai/ask', { token, body }),
    change: async () => {
      const update = { ...asAdmin, body: { roles: ['requester'] } };
      await bodyOf(instance.call('PATCH', `/clients/${client.client_id}`, update));
      token = await tokenOf();
    },
    isOutdated: ({ status }) => status === 200,
  };
};

/** A person who is no longer the requester must not see the answer about the incident. */
const ofRequester: SubjectKind = async (instance) => {
  const [person, other] = [uniqueWord(), uniqueWord()].map((name) => `${name}@example.com`);
  const { id } = await post(instance, '/incidents', {
    short_description: uniqueWord(),
    requester: person,
  });
  const token = await instance.mint({ sub: person, email: person, roles: ['requester'] });
  const body = { question: 'What about it?', context_record: { type: 'incident', id } };
  return {
    what: 'requester changed',
    ask: () => instance.call('POST', '/ai/ask', { token, body }),
    change: () => patch(instance, `/incidents/${id}`, { requester: other }),
    isOutdated: ({ status }) => status === 200,
  };
};

export const subjectKinds: readonly SubjectKind[] = [
  ofArticle('article edited', (instance, path) =>
    patch(instance, path, { body: `Use ${uniqueWord()}.` }),
  ),
  ofArticle('article retired', (instance, path) => post(instance, `${path}/retire`)),
  ofArticle('article deleted', (instance, path) => bodyOf(instance.call('DELETE', path))),
  ofCase('resolution edited', (instance, path) =>
    patch(instance, path, { resolution: `Used ${uniqueWord()}.` }),
  ),
  ofCase('case reopened', (instance, path) => patch(instance, path, { state: 'reopened' })),
  ofCase('case deleted', (instance, path) => bodyOf(instance.call('DELETE', path))),
  ofContext('incident'),
  ofContext('change'),
  ofContext('ci'),
  ofAnalysis,
  ofRole,
  ofRequester,
];
