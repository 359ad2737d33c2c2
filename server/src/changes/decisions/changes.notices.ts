// Notifies approvers of a submitted change, and its requester of the decision.
import { addressesWithRole, may } from '../../identity/index.ts';
import { notifyPeople, type RecordNotice } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { recordUrls } from '../../records/index.ts';
import { changes } from '../changes.record.ts';
import type { ChangeRow } from '../changes.sql.ts';

const headlines = {
  'approval.requested': ({ id }) => `${id} is waiting for a decision`,
  'change.decided': ({ id, state }) => `${id} was ${state}`,
} as const satisfies Record<string, (row: ChangeRow) => string>;

function noticeOf(row: ChangeRow, type: keyof typeof headlines, baseUrl: string): RecordNotice {
  const { id, short_description, priority, state, risk } = row;
  const headline = headlines[type](row);
  const urls = recordUrls(changes, id, baseUrl);
  return {
    type,
    record: { type: 'change', id, version: row.version },
    data: { change_id: id, short_description, priority, state, ...urls },
    content: {
      subject: `[${priority}] ${headline}: ${short_description}`,
      lines: [`${headline}.`, short_description, `Risk: ${risk}. Type: ${row.type}.`],
      link: { label: `Open ${id}`, url: urls.html_url },
    },
  };
}

/** Notifies the users who may decide, except the requester, who may not. */
export async function notifyDeciders(tx: Tx, context: Context, row: ChangeRow): Promise<void> {
  const others = await addressesWithRole(tx, Object.keys(may('changes.decide')), [
    row.requested_by,
  ]);
  await notifyPeople(tx, context, noticeOf(row, 'approval.requested', context.baseUrl), others);
}

export const notifyRequester = (tx: Tx, context: Context, row: ChangeRow): Promise<void> =>
  notifyPeople(tx, context, noticeOf(row, 'change.decided', context.baseUrl), [row.requested_by]);
