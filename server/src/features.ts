// Lists the features in the order in which the API reference shows them; those of the lower layers come first.
import { aiFeature } from './ai/index.ts';
import { backupFeature } from './backups/index.ts';
import { bulkFeature } from './bulk/index.ts';
import { calendarFeature } from './calendars/index.ts';
import { catalogFeature } from './catalog/index.ts';
import { changeFeature } from './changes/index.ts';
import { cmdbFeature } from './cmdb/index.ts';
import {
  auditRoutes,
  eventRoutes,
  expiringEvents,
  presenceRoutes,
  restoreChecks,
  retentionSettings,
  streamRoutes,
} from './events/index.ts';
import { type Feature, tableOf } from './feature.ts';
import { identityFeature, may } from './identity/index.ts';
import { fieldFeature } from './fields/index.ts';
import { impactFeature } from './impact/index.ts';
import { incidentFeature } from './incidents/index.ts';
import { knowledgeFeature } from './knowledge/index.ts';
import { leaverFeature } from './leavers/index.ts';
import { linkFeature } from './links/index.ts';
import { mailFeature } from './mail/index.ts';
import { notificationFeature, unreadNotifications } from './notifications/index.ts';
import { DAY, MINUTE } from './platform/background/schedules.ts';
import { outgoingFeature } from './outgoing/index.ts';
import { healthRoutes } from './platform/http/probes.ts';
import { purgeExpiredKeys, sealedBodies } from './platform/http/routes/idempotency.ts';
import { dropExpired, ensurePartitions } from './platform/postgres/partitions.ts';
import {
  attachmentSettings,
  purgeExpiredAttachmentUsage,
  recordEventVisibility,
} from './records/index.ts';
import { participantFeature } from './participants/index.ts';
import { requestFeature } from './requests/index.ts';
import { restoreFeature } from './restore/index.ts';
import { ruleFeature } from './rules/index.ts';
import { scimFeature } from './scim/index.ts';
import { searchFeature } from './search/index.ts';
import { slaFeature } from './sla/index.ts';
import { settingsFeature } from './settings/index.ts';
import { version } from './version.ts';
import { viewFeature } from './views/index.ts';
import { webhookFeature } from './webhooks/index.ts';

const auditFeature: Feature = { routes: auditRoutes(may('audit.read')) };

const streamRules = {
  visibility: recordEventVisibility,
  presence: may('presence.share'),
  notifications: unreadNotifications,
};

const eventFeature: Feature = {
  routes: (features) => [
    ...eventRoutes(may('events.read'), recordEventVisibility, tableOf(features, 'events')),
    ...streamRoutes(may('events.read'), streamRules),
    ...presenceRoutes(streamRules),
  ],
  settings: retentionSettings,
  expiring: [expiringEvents],
  healthChecks: restoreChecks,
  schedules: ({ maintenance, now, settings }, features) => [
    {
      name: 'ensure-partitions',
      everySeconds: DAY,
      run: () => ensurePartitions(maintenance, now()),
    },
    {
      name: 'drop-expired-partitions',
      everySeconds: DAY,
      run: async () => {
        const tables = features.flatMap(({ expiring = [] }) => expiring);
        await dropExpired(maintenance, tables, now(), (await settings()).retention_days);
      },
    },
  ],
};

const attachmentFeature: Feature = {
  settings: attachmentSettings,
  schedules: ({ db, now }) => [
    {
      name: 'purge-attachment-usage',
      everySeconds: DAY,
      run: () => purgeExpiredAttachmentUsage(db, now()),
    },
  ],
};

const idempotencyFeature: Feature = {
  sealed: [sealedBodies],
  schedules: ({ db, now }) => [
    {
      name: 'purge-idempotency-keys',
      everySeconds: MINUTE,
      run: () => purgeExpiredKeys(db, now()),
    },
  ],
};

const healthFeature: Feature = { routes: healthRoutes(may('health.read'), version) };

export const features: readonly Feature[] = [
  idempotencyFeature,
  attachmentFeature,
  incidentFeature,
  requestFeature,
  catalogFeature,
  cmdbFeature,
  impactFeature,
  changeFeature,
  knowledgeFeature,
  linkFeature,
  participantFeature,
  aiFeature,
  bulkFeature,
  auditFeature,
  identityFeature,
  scimFeature,
  leaverFeature,
  fieldFeature,
  calendarFeature,
  slaFeature,
  ruleFeature,
  settingsFeature,
  eventFeature,
  webhookFeature,
  notificationFeature,
  mailFeature,
  outgoingFeature,
  restoreFeature,
  healthFeature,
  viewFeature,
  searchFeature,
  backupFeature,
];
