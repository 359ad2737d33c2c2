import Type from 'typebox';
import { entryKinds } from './catalogue.ts';
import { Entry } from './entries.ts';
import { anyOf, instant, listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import type { Policy } from '../platform/http/routes/policy.ts';
import { reads, type Route } from '../platform/http/routes/route.ts';
import { oneOf } from '../platform/http/input/schema.ts';
import { listAudit } from './audit.handlers.ts';

const text = Type.String({ minLength: 1, maxLength: 255 });

export const auditRoutes = (policy: Policy): Route[] => [
  reads({
    method: 'GET',
    path: '/audit',
    operationId: 'listAudit',
    tag: 'Audit',
    summary: 'List audit entries',
    description:
      'Every change to every record, newest first, with its actor, its request, and the value of each field before and after. Entries are never changed or removed.',
    policy,
    query: listQuery(
      {
        actor: Type.Optional(anyOf(text, 'E-mail address of the actor.')),
        kind: Type.Optional(anyOf(oneOf(entryKinds), 'Kind of the entry.')),
        record: Type.Optional(anyOf(text, 'Id of the record; for an inbound webhook, its handle.')),
        request_id: Type.Optional(
          anyOf(text, 'The X-Request-Id of the request that made the change.'),
        ),
        since: Type.Optional(instant('At this time or later.')),
        until: Type.Optional(instant('Before this time.')),
      },
      { sorts: ['at'], order: 'desc', pages: false },
    ),
    success: {
      status: 200,
      description: 'A page of entries.',
      schema: listEnvelope(Entry, 'EntryList', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listAudit,
  }),
];
