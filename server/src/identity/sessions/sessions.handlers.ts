// Callers list and end their own logins.
import { emit } from '../../events/index.ts';
import { notFound } from '../../platform/errors.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { insertRevocation } from '../revocations/revocations.sql.ts';
import { endSession, sessionList } from './sessions.sql.ts';

export const listSessions = (request: RequestContext): Promise<Reply> => {
  const { actor } = request;
  const scope = { key: actor.id, filters: { user_id: [actor.id] } };
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(request, sessionList, scope, newestFirst, (rows) =>
    rows.map(({ client_id: client, ...row }) => ({
      ...row,
      client,
      current: row.id === actor.sessionId,
    })),
  );
};

/** Also revokes the access tokens of the session, within two seconds in every process. */
export async function deleteSession(
  tx: Tx,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { id } = request.params;
  const ended = await endSession(tx, id, request.actor.id);
  if (ended.length === 0) throw notFound(`Session ${id}`);
  const at = request.now.toISOString();
  for (const one of ended) {
    await insertRevocation(tx, { subject: one, generation: 1, revoked_at: at });
    await emit(tx, request, {
      record: { type: 'session', id: one, version: 1 },
      kind: 'session.ended',
      changes: { ended: { from: false, to: true } },
      events: [],
    });
  }
  return ok({ id, ended: true, ended_at: at });
}
