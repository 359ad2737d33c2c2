// Every record type that has readers has these endpoints.
import type { TSchema } from 'typebox';
import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { reads, type Route, writes } from '../platform/http/routes/route.ts';
import type { AnyRecordType } from '../records/index.ts';
import {
  deleteWatch,
  getParticipants,
  postWatch,
  putParticipants,
} from './participants.handlers.ts';
import { Participants, ParticipantsReplace, Watching } from './participants.schema.ts';

const tag = 'Participants';

function routesOf(type: AnyRecordType): Route[] {
  const { path, schema, readers } = type;
  const title = (schema as { title?: string } | undefined)?.title;
  const Id: TSchema | undefined = schema?.properties['id'];
  if (!readers || title === undefined || !Id) return [];
  const params = object({ id: Id });
  const { policy } = readers;
  const errorsOfState = type.requireWritable ? (['merged'] as const) : [];
  return [
    reads({
      method: 'GET',
      path: `${path}/:id/participants`,
      operationId: `get${title}Participants`,
      tag,
      summary: 'Get participants',
      description:
        'The requester, the people in copy and the watchers of the record. Requesters see no watchers.',
      policy,
      params,
      success: { status: 200, description: 'The participants.', schema: Participants },
      read: (request) => getParticipants(type)(request as never),
    }),
    writes({
      method: 'PUT',
      path: `${path}/:id/participants`,
      operationId: `replace${title}Participants`,
      tag,
      summary: 'Replace participants',
      description:
        'Replaces the people in copy and the watchers; those who stay keep their source. A new watcher must be able to read the record. The requester is changed as a field of the record. The list has the version of the record.',
      policy: may('participants.write'),
      params,
      body: ParticipantsReplace,
      success: { status: 200, description: 'The participants.', schema: Participants },
      errors: ['version_mismatch', 'too_many_participants', ...errorsOfState],
      write: (tx, request) => putParticipants(type)(tx, request as never),
    }),
    writes({
      method: 'POST',
      path: `${path}/:id/watch`,
      operationId: `watch${title}`,
      tag,
      summary: 'Watch a record',
      description:
        'Makes you a watcher: you are notified of new states of the record and of the notes that you may read. A repetition changes nothing.',
      policy,
      params,
      success: { status: 200, description: 'You watch the record.', schema: Watching },
      errors: ['too_many_participants'],
      write: (tx, request) => postWatch(type)(tx, request as never),
    }),
    writes({
      method: 'DELETE',
      path: `${path}/:id/watch`,
      operationId: `unwatch${title}`,
      tag,
      summary: 'Stop watching a record',
      description: 'You are no longer a watcher. A repetition changes nothing.',
      policy,
      params,
      success: { status: 200, description: 'You do not watch the record.', schema: Watching },
      write: (tx, request) => deleteWatch(type)(tx, request as never),
    }),
  ];
}

export const participantRoutes = (types: readonly AnyRecordType[]): Route[] =>
  types.flatMap(routesOf);
