// People who take part in records of any type: they are listed, mentioned in notes, and notified of updates.
import type { Feature } from '../feature.ts';
import { readMentions } from './mentions/mentions.service.ts';
import { notifyOfUpdate, queueForUpdate } from './notices/notices.jobs.ts';
import { NOTICE_JOB } from './notices/notices.sql.ts';
import { participantRoutes } from './participants.routes.ts';
export { addInCopy } from './participants.service.ts';

const typesOf = (features: readonly Feature[]) =>
  features.flatMap(({ records = [] }) => records.filter(({ readers }) => readers !== undefined));

export const participantFeature: Feature = {
  routes: (features) => participantRoutes(typesOf(features)),
  onSaved: (features) =>
    Object.fromEntries(typesOf(features).map((type) => [type.type, queueForUpdate(type)])),
  mentions: readMentions,
  jobs: { [NOTICE_JOB]: notifyOfUpdate },
};
