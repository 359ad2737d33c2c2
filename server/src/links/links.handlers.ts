import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type AnyRecordType,
  linkList,
  type LinkRow,
  readLinks,
  readRecord,
} from '../records/index.ts';
import { type LinkCreate, type LinkRemoved, presentLink } from './links.schema.ts';
import { addLink, removeLink } from './links.service.ts';

interface RecordPath {
  id: string;
}

export const listLinks =
  (type: AnyRecordType) =>
  async (request: RequestContext<RecordPath>): Promise<Reply> => {
    const { params, deps, actor } = request;
    const row = await readRecord(deps.db, type, params.id, request);
    return respondWithList(
      request,
      linkList,
      { key: `${type.type} ${row.id} ${actor.email.toLowerCase()}` },
      { sort: 'id', order: 'asc' },
      (rows: readonly LinkRow[]) => rows.map(presentLink),
      readLinks({ type, row }, request),
    );
  };

export const createLink =
  (type: AnyRecordType) =>
  async (tx: Tx, request: RequestContext<RecordPath, unknown, LinkCreate>): Promise<Reply> => {
    const { link, isNew } = await addLink(tx, request, type, request.params.id, request.body);
    return { status: isNew ? 201 : 200, body: presentLink(link) };
  };

export const deleteLink =
  (type: AnyRecordType) =>
  async (tx: Tx, request: RequestContext<RecordPath & { link_id: string }>): Promise<Reply> => {
    const { params, actor, now } = request;
    const { id } = await removeLink(tx, request, type, params.id, params.link_id);
    const removed: LinkRemoved = {
      id,
      removed: true,
      removed_at: now.toISOString(),
      removed_by: actor.email,
    };
    return ok(removed);
  };
