export * from './catalog/answers.ts';
export * from './catalog/forms.ts';
export * from './catalog/items.ts';
export * from './catalog/ordering.ts';
export * from './catalog/request-parts.ts';
export * from './catalog/tasks.ts';
export * from './changes.ts';
export { supplyTokens, type TokenHint } from './client.ts';
export { connection } from './connection.ts';
export { assigneesQuery, directoryQuery, MAX_FOUND, personQuery, readNames } from './directory.ts';
export { type Field, FIELDS_MS, fieldsQuery, isCustomized, MAX_FIELDS } from './fields.ts';
export { followEvents, type LiveEvent } from './events.ts';
export {
  conflictOf,
  faultOf,
  inputFaultsOf,
  isMissing,
  nextAttemptOf,
  PageLoadError,
} from './faults.ts';
export * from './incidents.ts';
export { noticesQuery } from './inbox/notices.ts';
export * from './jobs.ts';
export * from './links/links.ts';
export * from './links/merging.ts';
export * from './links/participants.ts';
export {
  isRequester,
  mayUse,
  type Me,
  type MeUpdate,
  meQuery,
  reachesAll,
  updateMe,
} from './me.ts';
export * from './inbox/notifications.ts';
export * from './inbox/waiting.ts';
export * from './own.ts';
export type { ListPage } from './pages.ts';
export { queryClient } from './query-client.ts';
export { createView, deleteView, updateView, type View, viewsQuery } from './views.ts';
export * from './assistant.ts';
export * from './records.ts';
export * from './related.ts';
export * from './requests.ts';
export { type PortalResults, portalSearchQuery } from './search/portal-search.ts';
export { searchAllQuery, type SearchGroup, type SearchHit } from './search/search.ts';
export * from './admin-lists.ts';
export * from './administration.ts';
export * from './calendars/calendars.ts';
export * from './sla/sla-policies.ts';
export * from './rules/rules.ts';
export * from './providers/identities.ts';
export * from './providers/identity-providers.ts';
export * from './articles/article-hints.ts';
export * from './articles/articles.ts';
export * from './edits/articles.ts';
export * from './edits/inbound.ts';
export * from './edits/webhooks.ts';
export * from './ci.ts';
export { choicesQuery } from './choices.ts';
export * from './cis.ts';
export * from './webhooks.ts';
export * from './inbound.ts';
export * from './inbox/mailboxes.ts';
export * from './inbox/messages.ts';
export * from './identity/factors.ts';
export * from './profile.ts';
export * from './identity/sign-ins.ts';
export * from './stats.ts';
export * from './presence.ts';
export { warningTexts } from './warnings.ts';
