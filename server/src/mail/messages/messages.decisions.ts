// People decide about messages that were not applied.
import { emit } from '../../events/index.ts';
import { invalid } from '../../platform/errors.ts';
import { okRecord, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { findVisible, typeOfId, viewerOf } from '../../records/index.ts';
import type { MessageAttach } from './messages.schema.ts';
import { missingMessage, presentMessage } from './messages.handlers.ts';
import { lockMessage, queueMessage, saveMessage } from './messages.sql.ts';
import { type Decision, stateAfter } from './messages.states.ts';

type Deciding<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;

const auditKinds = {
  release: 'message.released',
  discard: 'message.discarded',
  attach: 'message.attached',
  reprocess: 'message.reprocessed',
} as const satisfies Record<Decision, string>;

async function decide(
  tx: Tx,
  request: Deciding,
  decision: Decision,
  attachTo: string | null,
): Promise<Reply> {
  const { id } = request.params;
  const before = await lockMessage(tx, id);
  if (!before) throw missingMessage(id);
  const state = stateAfter(decision, before.state);
  const row = await saveMessage(tx, before, {
    state,
    cause: state === 'ignored' ? 'discarded' : null,
    attempts: 0,
    decision,
    attach_to: attachTo,
    decided_by: request.actor.email,
    decided_at: request.clock().toISOString(),
  });
  if (state === 'received') await queueMessage(tx, id);
  await emit(tx, request, {
    record: { type: 'message', id, version: row.version },
    kind: auditKinds[decision],
    changes: {
      state: { from: before.state, to: row.state },
      cause: { from: before.cause, to: row.cause },
      ...(attachTo !== null && { attach_to: { from: before.attach_to, to: attachTo } }),
    },
    events: [],
  });
  return okRecord(presentMessage(row));
}

const withoutRecord = (decision: Decision) => (tx: Tx, request: Deciding) =>
  decide(tx, request, decision, null);

export const releaseMessage = withoutRecord('release');
export const discardMessage = withoutRecord('discard');
export const reprocessMessage = withoutRecord('reprocess');

/** Mail becomes notes of these records. */
const attachable = new Set(['incident', 'request']);

export async function attachMessage(tx: Tx, request: Deciding<MessageAttach>): Promise<Reply> {
  const { record_id: recordId } = request.body;
  const type = typeOfId(recordId);
  const viewer = type && attachable.has(type.type) ? viewerOf(type, request) : undefined;
  const row = type && viewer && (await findVisible(tx, type, recordId, viewer));
  if (!row) {
    const message = `There is no incident or service request ${recordId} that you may read.`;
    throw invalid([{ in: 'body', pointer: '/record_id', code: 'not_readable', message }]);
  }
  return decide(tx, request, 'attach', recordId);
}
