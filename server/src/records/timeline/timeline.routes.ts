import type { TProperties, TSchema } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import type { RequestContext } from '../../platform/http/request/context.ts';
import type { Policy } from '../../platform/http/routes/policy.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import type { RecordType, VersionedRow } from '../record-type.ts';
import { listTimeline, type TimelineMembers } from './timeline.handlers.ts';
import { timelineEntrySchema } from './timeline.schema.ts';

/** A feature adds these members to the schema and to the entries of timelines. */
export interface TimelinePart {
  schema: TProperties;
  membersOf: TimelineMembers;
}

interface TimelineOptions {
  Id: TSchema;
  tag: string;
  operationId: string;
  description: string;
  /** The list has this title in the OpenAPI document; an entry is `<title>Entry`. */
  title: string;
  policy: Policy;
  parts: readonly TimelinePart[];
  example: object;
}

export const timelineRoute = <Row extends VersionedRow>(
  type: RecordType<Row, Context>,
  { Id, tag, operationId, description, title, policy, parts, example }: TimelineOptions,
): Route => {
  const members = Object.assign({}, ...parts.map(({ schema }) => schema)) as TProperties;
  const handle = listTimeline(
    type,
    parts.map(({ membersOf }) => membersOf),
  );
  return reads({
    method: 'GET',
    path: `${type.path}/:id/timeline`,
    operationId,
    tag,
    summary: 'List timeline entries',
    description,
    policy,
    params: object({ id: Id }),
    query: listQuery({}, { sorts: ['at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of the timeline.',
      schema: listEnvelope(timelineEntrySchema(`${title}Entry`, members, example), title, {
        total: false,
      }),
    },
    errors: ['invalid_cursor'],
    read: (request) => handle(request as RequestContext<{ id: string }>),
  });
};
