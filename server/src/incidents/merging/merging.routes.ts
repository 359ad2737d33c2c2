import { may } from '../../identity/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { Incident, IncidentId } from '../incidents.schema.ts';
import { listDuplicates, merge, unmerge } from './merging.handlers.ts';
import { Duplicates, IncidentMerge } from './merging.schema.ts';

const tag = 'Incidents';
const params = object({ id: IncidentId });
const policy = may('incidents.edit_all_fields');

export const mergingRoutes: Route[] = [
  writes({
    method: 'POST',
    path: '/incidents/:id/merge',
    operationId: 'mergeIncident',
    tag,
    summary: 'Merge an incident',
    description:
      'Makes the incident a duplicate of `into`, its leader; if `into` is a duplicate itself, of the leader of that. The state stays, the SLA clock pauses, and other updates are refused with 409 `merged`; notes can be added, and the timeline of the leader shows them. Duplicates of the incident follow. Emits `incident.updated`. An incident that is merged into that leader already is returned unchanged.',
    policy,
    params,
    body: IncidentMerge,
    success: { status: 200, description: 'The duplicate.', schema: Incident },
    errors: ['merged', 'cannot_merge', 'version_mismatch'],
    write: merge,
  }),
  writes({
    method: 'POST',
    path: '/incidents/:id/unmerge',
    operationId: 'unmergeIncident',
    tag,
    summary: 'Unmerge an incident',
    description:
      'Undoes a merge: the incident is as it was before, and its SLA clock goes on. An incident that is not merged is returned unchanged. Emits `incident.updated`.',
    policy,
    params,
    success: { status: 200, description: 'The incident.', schema: Incident },
    errors: ['version_mismatch'],
    write: unmerge,
  }),
  reads({
    method: 'GET',
    path: '/incidents/:id/duplicates',
    operationId: 'listDuplicates',
    tag,
    summary: 'List duplicates',
    description:
      'The incidents that are merged into this one, and the number of people who get its public notes with `to_duplicates`.',
    policy,
    params,
    success: { status: 200, description: 'The duplicates.', schema: Duplicates },
    read: listDuplicates,
  }),
];
