// A cached response never passes between two callers with different rights who ask the same. Whether rights differ is
// found by reading records over HTTP, not by the code that scopes the cache.
import { knowledgeOf } from '../../spec/knowledge.setup.ts';
import type { Instance, Json, Reply } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { startWithSameVector } from './same-vector.ts';

const kinds = ['incident', 'change', 'ci', 'article'] as const;
type Kind = (typeof kinds)[number];

const paths: Record<Kind, string> = {
  incident: '/incidents',
  change: '/changes',
  ci: '/cmdb/cis',
  article: '/knowledge/articles',
};

interface Caller {
  name: string;
  token: string;
  /** A GET returns the records with these ids, by kind. */
  readable: Record<Kind, readonly string[]>;
}

const roleSets = [
  ['super_admin'],
  ['itsm_manager'],
  ['agent'],
  ['agent'],
  ['requester'],
  ['requester'],
  ['requester'],
  ['requester', 'auditor'],
  ['agent', 'requester'],
  ['requester'],
];

/** The last caller is the same person as an earlier one, whose address a second provider writes in another case. */
const emailOf = (index: number): string =>
  index === roleSets.length - 1 ? emailOf(4).toUpperCase() : `caller${index}@example.com`;

/** An agent records incidents for these callers, so that they read them as their own. */
const requesters = [5, 6];

/** Creates records of each kind: incidents of several callers, articles that are published and that are not. */
async function fill(instance: Instance): Promise<Record<Kind, string[]>> {
  const { createPublished, create } = knowledgeOf(() => instance);
  const post = async (path: string, body: Json, token?: string): Promise<string> => {
    const reply = await instance.call('POST', path, { body, ...(token && { token }) });
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.body.id;
  };
  const incident: string[] = [];
  for (const [index, roles] of roleSets.entries()) {
    const token = await instance.mint({ sub: `caller${index}`, email: emailOf(index), roles });
    incident.push(await post('/incidents', { short_description: 'The gate is stuck' }, token));
  }
  for (const index of requesters) {
    const requester = emailOf(index).toUpperCase();
    incident.push(await post('/incidents', { short_description: 'The gate is shut', requester }));
  }
  const resolved = await post('/incidents', { short_description: 'The gate was stuck' });
  for (const body of [{ state: 'in_progress' }, { state: 'resolved', resolution: 'Oiled it.' }])
    await instance.call('PATCH', `/incidents/${resolved}`, { body });
  const article = (await createPublished({ title: 'Open the gate', body: 'Push the gate.' })).id;
  const draft = (await create({ title: 'Close the gate', body: 'Pull the gate.' })).id;
  await until('article and incident are indexed', async () => {
    const [row] = await instance.sql(
      'select (select count(*) from passages) > 0 and (select count(*) from incident_embeddings) > 0 as done',
    );
    return row.done;
  });
  return {
    incident,
    change: [await post('/changes', { short_description: 'Replace the gate' })],
    ci: [await post('/cmdb/cis', { name: 'gate-01', class: 'gateway' })],
    article: [article, draft],
  };
}

async function callersOf(instance: Instance, records: Record<Kind, string[]>): Promise<Caller[]> {
  const readableFor = async (token: string, kind: Kind): Promise<string[]> => {
    const replies = await Promise.all(
      records[kind].map((id) => instance.call('GET', `${paths[kind]}/${id}`, { token })),
    );
    return records[kind].filter((_, index) => replies[index]?.status === 200);
  };
  return Promise.all(
    roleSets.map(async (roles, index) => {
      const claims = { sub: `caller${index}`, email: emailOf(index), roles };
      const token = await instance.mint(claims);
      const lists = await Promise.all(kinds.map((kind) => readableFor(token, kind)));
      const readable = Object.fromEntries(kinds.map((kind, at) => [kind, lists[at] ?? []]));
      return { name: `${roles.join('+')} ${index}`, token, readable } as unknown as Caller;
    }),
  );
}

/** The second request differs only in words that do not matter; the response depends on these kinds of records. */
interface Asked {
  path: string;
  body: Json;
  again: Json;
  kinds: readonly Kind[];
}

function drawRequest(random: Random, { readable }: Caller): Asked {
  const kind = random.pick(kinds);
  const id = random.chance(0.3) ? undefined : random.shuffle(readable[kind])[0];
  const context = id === undefined ? {} : { context_record: { type: kind, id } };
  const text = 'How is the gate opened?';
  const other = random.pick([text, 'how is the gate opened please', 'How is the gate opened now?']);
  const incident = random.pick(readable.incident);
  const equal = (path: string, body: Json, read: readonly Kind[]) => ({
    path,
    body,
    again: body,
    kinds: read,
  });
  return random.pick<() => Asked>([
    ...Array.from({ length: 6 }, () => () => ({
      path: '/ai/ask',
      body: { question: text, ...context },
      again: { question: other, ...context },
      kinds: id === undefined ? (['article'] as const) : (['article', kind] as const),
    })),
    () => ({
      path: '/ai/query',
      body: { query: text, ...context },
      again: { query: other, ...context },
      kinds,
    }),
    () => equal('/ai/analyze', { record_type: 'incident', record_id: incident }, kinds),
    () => equal('/ai/exemplars', { description: text }, ['incident']),
    () => equal('/ai/suggest', { text }, ['incident']),
  ])();
}

const hasSameRights = (one: Caller, other: Caller, read: readonly Kind[]): boolean =>
  read.every((kind) => one.readable[kind].join() === other.readable[kind].join());

const isHit = ({ status, body }: Reply): boolean => status === 200 && body.cache_hit;

export async function proveRights({
  pairs,
  seed,
}: {
  pairs: number;
  seed: number;
}): Promise<Report> {
  const instance = await startWithSameVector();
  try {
    const random = randomFrom(seed);
    const callers = await callersOf(instance, await fill(instance));
    const figures = { pairs: 0, 'answered both': 0, 'hits of the same rights': 0, across: 0 };
    const faults: string[] = [];
    const send = (caller: Caller, path: string, body: Json) =>
      instance.call('POST', path, { token: caller.token, body });
    while (figures.pairs < pairs) {
      const first = random.pick(callers);
      const { path, body, again, kinds: read } = drawRequest(random, first);
      const others = callers.filter((one) => !hasSameRights(first, one, read));
      const peers = callers.filter((one) => one !== first && hasSameRights(first, one, read));
      const peer = peers.length > 0 ? random.pick(peers) : first;
      if (others.length === 0) continue;
      await instance.sql('delete from ai_cache');
      if ((await send(first, path, body)).status !== 200) continue;
      const second = random.pick(others);
      const reply = await send(second, path, again);
      const described = `${first.name}, ${second.name}: ${path} ${JSON.stringify(again)}`;
      figures.pairs += 1;
      if (reply.status === 200) figures['answered both'] += 1;
      if (isHit(reply)) {
        figures.across += 1;
        faults.push(`A hit across rights: ${described}`);
      }
      // Without this, a cache that is never filled would pass.
      const shared = await send(peer, path, again);
      if (isHit(shared)) figures['hits of the same rights'] += 1;
      // Auditors read what agents read, and may not use every endpoint.
      else if (shared.status !== 403)
        faults.push(`No hit with the same rights: ${peer.name} after ${described}`);
    }
    return { figures, faults };
  } finally {
    await instance.stop();
  }
}
