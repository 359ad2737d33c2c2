// People are notified of service requests that wait for them, and requesters of decisions.
import type { RecordNotice } from '../notifications/index.ts';
import { recordUrls } from '../records/index.ts';
import { openStageOf } from './approvals/stage.ts';
import { serviceRequests } from './requests.record.ts';
import type { ServiceRequestRow } from './requests.sql.ts';

export function serviceRequestNotice(
  row: ServiceRequestRow,
  type: 'approval.requested' | 'request.decided',
  baseUrl: string,
): RecordNotice {
  const { id, short_description, priority, state, requested_by, decision_comment } = row;
  const urls = recordUrls(serviceRequests, id, baseUrl);
  const stage = type === 'approval.requested' ? openStageOf(row.stages) : undefined;
  const headline =
    type === 'approval.requested' ? `${id} is waiting for a decision` : `${id} was ${state}`;
  const people = row.requested_for === null ? '' : ` For: ${row.requested_for}.`;
  return {
    type,
    record: { type: 'request', id, version: row.version },
    data: {
      service_request_id: id,
      short_description,
      priority,
      state,
      ...(stage && { stage: stage.name }),
      ...urls,
    },
    content: {
      subject: `[${priority}] ${headline}: ${short_description}`,
      lines: [
        stage ? `${headline}: ${stage.name}.` : `${headline}.`,
        short_description,
        `Requested by: ${requested_by}.${people} Priority: ${priority}.`,
        ...(decision_comment === null ? [] : [decision_comment]),
        ...(stage
          ? ['Nothing is decided by opening the page: it has a button for each decision.']
          : []),
      ],
      link: { label: `Open ${id}`, url: urls.html_url },
    },
  };
}
