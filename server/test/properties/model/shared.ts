// All clients write one record concurrently: its audit trail must be a history that the model accepts, and every
// response must be the model's at a version that the record had while the request ran.
import assert from 'node:assert/strict';
import type { Json } from '../../support/harness.ts';
import { type TestedRecord, send, prepareRequest } from './client.ts';
import { compare, Divergence, historyLine } from './compare.ts';
import type { Command, Family, Model, Observed, Outcome, Session } from './family.ts';

interface ObservedBeside extends Observed {
  /** Any client knew at most this version before the request was sent. */
  since: number;
}

export interface SharedRecord {
  id: string;
  creation: Observed;
  latest: { version: number; shown: Json };
  responses: ObservedBeside[];
}

export async function createShared<M extends Model>(
  session: Session<M>,
  command: Command,
): Promise<SharedRecord> {
  const sent = prepareRequest(session, 0, command);
  const reply = await send(session, sent, undefined);
  const { id } = reply.body;
  compare(reply, session.family.create(sent), id);
  const latest = { version: 1, shown: reply.body };
  return { id, creation: { sent, reply }, latest, responses: [] };
}

export async function performShared<M extends Model>(
  session: Session<M>,
  client: number,
  command: Command,
  shared: SharedRecord,
): Promise<void> {
  const sent = prepareRequest(session, client, command, shared.latest);
  const since = shared.latest.version;
  const reply = await send(session, sent, shared.id);
  shared.responses.push({ sent, reply, since });
  const { version } = reply.body ?? {};
  if (reply.status === 200 && version > shared.latest.version)
    shared.latest = { version, shown: reply.body };
}

const matches = (reply: Observed['reply'], outcome: Outcome<unknown>, id: string): boolean => {
  try {
    compare(reply, outcome, id);
    return true;
  } catch {
    return false;
  }
};

/** Returns the model at each version; each entry is the accepted request of one response. */
function replay<M extends Model>(
  family: Family<M>,
  { id, creation, responses }: SharedRecord,
  entries: readonly Json[],
): { models: M[]; applied: Set<Observed> } {
  let before = family.create(creation.sent).after;
  const models = [before];
  const applied = new Set<Observed>();
  const byRequest = new Map(responses.map((one) => [one.reply.headers.get('x-request-id'), one]));
  for (const { record_version, request_id } of entries.slice(1)) {
    const observed = byRequest.get(request_id);
    assert.ok(observed, `version ${record_version} has no response`);
    const outcome = family.expect(before, observed.sent);
    compare(observed.reply, outcome, id);
    assert.equal(outcome.after.version, record_version, 'version of a write');
    before = outcome.after;
    models.push(before);
    applied.add(observed);
  }
  return { models, applied };
}

/** Finds the models of a record's versions. */
export function explainShared<M extends Model>(
  family: Family<M>,
  shared: SharedRecord,
  entries: readonly Json[],
): TestedRecord<M> {
  const { id, creation } = shared;
  const responses = [creation, ...shared.responses];
  try {
    const { models, applied } = replay(family, shared, entries);
    for (const observed of shared.responses.filter((one) => !applied.has(one))) {
      const { sent, reply, since } = observed;
      const isExplained = models.slice(since - 1).some((model) => {
        const outcome = family.expect(model, sent);
        return outcome.after.version === model.version && matches(reply, outcome, id);
      });
      assert.ok(isExplained, `no version explains: ${historyLine(observed)}`);
    }
    return { id, models, responses };
  } catch (error) {
    throw new Divergence(error, { id, responses });
  }
}
