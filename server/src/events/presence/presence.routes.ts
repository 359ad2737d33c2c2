// Presence shows who has a record open now. It is never stored in the database, and never audited.
import { notFound } from '../../platform/errors.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { eventStreamsOf, type StreamRules } from '../stream/event-streams.ts';
import { PRESENCE_SECONDS } from './presence.store.ts';
import { Presence, PresenceUpdate } from './presence.schema.ts';

const putPresence =
  (rules: StreamRules) =>
  async (request: RequestContext<unknown, unknown, PresenceUpdate>): Promise<Reply> => {
    const { deps, actor, body, now } = request;
    const { record, mode } = body;
    const reference = { record_type: record.type, record_id: record.id };
    const facts = await rules.visibility.facts(deps.db, [reference]);
    if (!rules.visibility.sees(actor)(reference, facts)) throw notFound(record.id);
    const expires_at = new Date(now.getTime() + PRESENCE_SECONDS * 1000).toISOString();
    const presence: Presence = { record, mode, actor: actor.email, expires_at };
    await eventStreamsOf(deps, rules).announce(presence);
    return ok(presence);
  };

export const presenceRoutes = (rules: StreamRules): Route[] => [
  reads({
    method: 'PUT',
    path: '/presence',
    operationId: 'putPresence',
    tag: 'Events',
    summary: 'Show your presence',
    description: `Shows others for ${PRESENCE_SECONDS} seconds that you view or edit a record; send it again while you stay. It is sent as the event \`presence\` on the streams of all who may read the record, except requesters, and is neither stored nor audited.`,
    policy: rules.presence,
    body: PresenceUpdate,
    success: { status: 200, description: 'Your presence.', schema: Presence },
    errors: ['not_found'],
    read: putPresence(rules),
  }),
];
