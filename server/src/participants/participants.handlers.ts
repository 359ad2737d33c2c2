import { okRecord, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { readSnapshot } from '../platform/postgres/transaction.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { type AnyRecordType, readRecord } from '../records/index.ts';
import type { ParticipantsReplace, Watching } from './participants.schema.ts';
import {
  presentParticipants,
  replaceParticipants,
  unwatch,
  watch,
} from './participants.service.ts';

interface RecordPath {
  id: string;
}

export const getParticipants =
  (type: AnyRecordType) =>
  (request: RequestContext<RecordPath>): Promise<Reply> =>
    readSnapshot(request.deps.db, async (tx) => {
      const row = await readRecord(tx, type, request.params.id, request);
      return okRecord(await presentParticipants(tx, type, row, request));
    });

export const putParticipants =
  (type: AnyRecordType) =>
  async (
    tx: Tx,
    request: RequestContext<RecordPath, unknown, ParticipantsReplace>,
  ): Promise<Reply> => {
    const { params, ifMatch, body } = request;
    return okRecord(await replaceParticipants(tx, request, type, { id: params.id, ifMatch }, body));
  };

const okWatching = (body: Watching): Reply => okRecord(body);

export const postWatch =
  (type: AnyRecordType) =>
  async (tx: Tx, request: RequestContext<RecordPath>): Promise<Reply> => {
    const { version } = await watch(tx, request, type, request.params.id);
    return okWatching({ watching: true, version });
  };

export const deleteWatch =
  (type: AnyRecordType) =>
  async (tx: Tx, request: RequestContext<RecordPath>): Promise<Reply> => {
    const { version } = await unwatch(tx, request, type, request.params.id);
    return okWatching({ watching: false, version });
  };
