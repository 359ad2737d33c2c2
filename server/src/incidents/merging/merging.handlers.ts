import {
  ok,
  okRecord,
  type Reply,
  type RequestContext,
} from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { readRecord } from '../../records/index.ts';
import { incidents, presentIncident } from '../incidents.record.ts';
import type { IncidentMerge } from './merging.schema.ts';
import { mergeIncident, unmergeIncident } from './merging.service.ts';
import { readDuplicates } from './merging.sql.ts';
import { peopleToNotify } from './following.ts';

type IdRequest<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;

export async function merge(tx: Tx, request: IdRequest<IncidentMerge>): Promise<Reply> {
  const { params, ifMatch, body } = request;
  const { row, context } = await mergeIncident(tx, request, { id: params.id, ifMatch }, body);
  return okRecord(await presentIncident(row, context, tx));
}

export async function unmerge(tx: Tx, request: IdRequest): Promise<Reply> {
  const { params, ifMatch } = request;
  const { row, context } = await unmergeIncident(tx, request, { id: params.id, ifMatch });
  return okRecord(await presentIncident(row, context, tx));
}

export async function listDuplicates(request: IdRequest): Promise<Reply> {
  const { db } = request.deps;
  const leader = await readRecord(db, incidents, request.params.id, request);
  const data = await readDuplicates(db, leader.id);
  return ok({ data, people: peopleToNotify(request.actor, leader, data).length });
}
