// A record that all clients write concurrently: its audit trail must be a history that the model accepts, and every
// response must be the model's at a version that the record had while the request ran.
import assert from 'node:assert/strict';
import type { Instance, Json, Reply } from '../../support/harness.ts';
import { compare, historyLine, send, sentBy } from './family.client.ts';
import type { Command, Family, Model, Sent } from './family.ts';
import { Divergence } from './own.ts';

interface Observed {
  sent: Sent;
  reply: Pick<Reply, 'status' | 'body' | 'headers'>;
  /** The highest version that any client knew before the request was sent. */
  since: number;
}

export interface SharedRecord {
  id: string;
  creation: Sent;
  latest: { version: number; shown: Json };
  responses: Observed[];
}

export async function performShared<Action extends { do: string }, M extends Model>(
  instance: Instance,
  family: Family<Action, M>,
  client: number,
  command: Command<Action>,
  shared: SharedRecord,
): Promise<void> {
  const sent = sentBy(family, client, command, shared.latest);
  const since = shared.latest.version;
  const reply = await send(instance, family, sent, shared.id);
  shared.responses.push({ sent, reply, since });
  const { version } = reply.body ?? {};
  if (reply.status === 200 && version > shared.latest.version)
    shared.latest = { version, shown: reply.body };
}

const matches = (reply: Observed['reply'], outcome: Parameters<typeof compare>[1]): boolean => {
  try {
    compare(reply, outcome);
    return true;
  } catch {
    return false;
  }
};

/** The model at each version; each entry is the accepted request of one response. */
function replay<Action extends { do: string }, M extends Model>(
  family: Family<Action, M>,
  { creation, responses }: SharedRecord,
  entries: readonly Json[],
): { models: M[]; applied: Set<Observed> } {
  const models = [family.create(creation).after];
  const applied = new Set<Observed>();
  const byRequest = new Map(responses.map((one) => [one.reply.headers.get('x-request-id'), one]));
  for (const [index, entry] of entries.entries()) {
    assert.equal(entry.record_version, index + 1, 'versions have no gap');
    const [before, previous] = [models.at(-1), entries[index - 1]];
    if (!previous || !before) continue;
    assert.ok(entry.at >= previous.at, `${entry.at} comes after ${previous.at}`);
    const observed = byRequest.get(entry.request_id);
    assert.ok(observed, `version ${entry.record_version} has no response`);
    const outcome = family.expect(before, observed.sent);
    compare(observed.reply, outcome);
    assert.equal(outcome.after.version, entry.record_version, 'version of a write');
    models.push(outcome.after);
    applied.add(observed);
  }
  return { models, applied };
}

/** Returns the model of the final record. */
export function auditShared<Action extends { do: string }, M extends Model>(
  family: Family<Action, M>,
  shared: SharedRecord,
  entries: readonly Json[],
): M {
  try {
    const { models, applied } = replay(family, shared, entries);
    for (const observed of shared.responses.filter((one) => !applied.has(one))) {
      const { sent, reply, since } = observed;
      const isExplained = models.slice(since - 1).some((model) => {
        const outcome = family.expect(model, sent);
        return outcome.after.version === model.version && matches(reply, outcome);
      });
      assert.ok(isExplained, `no version explains: ${historyLine(sent, reply)}`);
    }
    const final = models.at(-1);
    assert.ok(final);
    return final;
  } catch (error) {
    const history = shared.responses.map(({ sent, reply }) => historyLine(sent, reply));
    throw new Divergence(error instanceof Error ? error.message : String(error), {
      id: shared.id,
      history: history.slice(-40),
    });
  }
}
