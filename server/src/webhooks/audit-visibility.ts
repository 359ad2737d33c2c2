// The audit trail shows webhooks by handle and with masked URLs. Entries are append-only, so entries of earlier
// releases, which contain the id or the whole URL, are masked when they are read.
import type { AuditVisibility, EntryRow } from '../events/index.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { Actor } from '../platform/context.ts';
import { inboundNames } from './inbound/inbound.sql.ts';
import { auditedUrl } from './outbound/outbound.url.ts';
import { mayManage } from './rights.ts';

const isInbound = (reference: string): boolean => /^(wh_in|whr)_/.test(reference);

/** Returns all ids under which audit entries of these records may be stored. */
async function recordIds(db: Db, references: readonly string[]): Promise<string[]> {
  const inbound = references.filter(isInbound);
  if (inbound.length === 0) return [...references];
  const names = await inboundNames(db, inbound);
  return [...new Set([...references, ...names.flatMap(({ id, handle }) => [id, handle])])];
}

/** Callers who manage webhooks see the whole URL: they can read it in the webhook itself. */
function withMaskedUrl(row: EntryRow, actor: Pick<Actor, 'roles'>): EntryRow {
  const { changes, record_type } = row;
  const url = record_type === 'outbound_webhook' ? changes?.['url'] : undefined;
  if (!url || mayManage(actor)) return row;
  const masked = { from: auditedUrl(url.from), to: auditedUrl(url.to) };
  return { ...row, changes: { ...changes, url: masked } };
}

async function show(
  db: Db,
  actor: Pick<Actor, 'roles'>,
  rows: readonly EntryRow[],
): Promise<EntryRow[]> {
  const hasSecretId = (row: EntryRow) =>
    row.record_type === 'inbound_webhook' && !row.record_id.startsWith('whr_');
  const ids = new Set(rows.filter(hasSecretId).map((row) => row.record_id));
  const names = ids.size === 0 ? [] : await inboundNames(db, [...ids]);
  const handles = new Map(names.map(({ id, handle }) => [id, handle]));
  return rows.map((row) =>
    hasSecretId(row)
      ? { ...row, record_id: handles.get(row.record_id) ?? 'whr_unknown' }
      : withMaskedUrl(row, actor),
  );
}

export const webhookAudit: AuditVisibility = { recordIds, show };
