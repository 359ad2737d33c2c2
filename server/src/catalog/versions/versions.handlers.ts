import { notFound } from '../../platform/errors.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { okRecord, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { readRecord } from '../../records/index.ts';
import { catalogItems } from '../items.record.ts';
import { findVersion, type ListedVersion, versionList, versionsOf } from './versions.sql.ts';

const summaryOf = ({ id: _, ...shown }: ListedVersion) => shown;

export async function listVersions(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { id } = await readRecord(request.deps.db, catalogItems, request.params.id, request);
  const newestFirst = { sort: 'version', order: 'desc' } as const;
  return respondWithList(request, versionList, versionsOf(id), newestFirst, (rows) =>
    rows.map(summaryOf),
  );
}

export async function getVersion({
  deps,
  params: { id, version },
}: RequestContext<{ id: string; version: string }>): Promise<Reply> {
  const found = await findVersion(deps.db, id, Number(version));
  if (!found) throw notFound(`Version ${version} of ${id}`);
  const { content, ...row } = found;
  return okRecord({ ...row, ...content });
}
