import { diffFields } from '../../events/index.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import {
  ok,
  okRecord,
  type Reply,
  type RequestContext,
} from '../../platform/http/request/context.ts';
import { readRecord } from '../../records/index.ts';
import { articles } from '../articles.record.ts';
import { textFields } from '../articles.text.ts';
import { diffLines } from './diff.ts';
import {
  findVersion,
  latestVersion,
  type ListedVersion,
  versionList,
  type VersionRow,
  versionsOf,
} from './versions.sql.ts';

async function readVersion(
  { deps }: RequestContext,
  id: string,
  version: number,
): Promise<VersionRow> {
  const row = await findVersion(deps.db, id, version);
  if (!row) throw notFound(`Version ${version} of ${id}`);
  return row;
}

const summaryOf = ({ version, title, edited_by, created_at }: Omit<ListedVersion, 'id'>) => ({
  version,
  title,
  edited_by,
  created_at,
});

const fieldsBesideBody = textFields.filter((name) => name !== 'body');

async function compare(
  request: RequestContext,
  id: string,
  from: number,
  to: number,
): Promise<Reply> {
  const [before, after] = [
    await readVersion(request, id, from),
    await readVersion(request, id, to),
  ];
  return ok({
    data: [after, before].map(summaryOf),
    total: 2,
    diff: {
      from,
      to,
      fields: diffFields(before, after, fieldsBesideBody),
      body: diffLines(before.body, after.body),
    },
  });
}

interface VersionsQuery {
  from?: number;
  to?: number;
}

export async function listVersions(
  request: RequestContext<{ id: string }, VersionsQuery>,
): Promise<Reply> {
  const { params, query, deps } = request;
  const { id } = await readRecord(deps.db, articles, params.id, request);
  const { from, to } = query;
  if (from !== undefined)
    return compare(request, id, from, to ?? (await latestVersion(deps.db, id)));
  if (to !== undefined) {
    const message = '`from` is required if `to` is given.';
    throw invalid([{ in: 'query', pointer: '/from', code: 'required', message }]);
  }
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(request, versionList, versionsOf(id), newestFirst, (rows) =>
    rows.map(summaryOf),
  );
}

export async function getVersion(
  request: RequestContext<{ id: string; version: string }>,
): Promise<Reply> {
  const { params, deps } = request;
  const { id } = await readRecord(deps.db, articles, params.id, request);
  return okRecord(await readVersion(request, id, Number(params.version)));
}
