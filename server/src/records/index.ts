export {
  type CustomColumns,
  type NotedColumns,
  priority,
  type RecordColumns,
  shortDescription,
} from './common-fields.ts';
export {
  type AnyAutomation,
  type Automation,
  automationOf,
  offerAutomations,
} from './automation/automation.ts';
export {
  offerRuleEngine,
  type RuledWrite,
  type RuleEngine,
  type RuleOutcome,
  type RuleRun,
} from './automation/rule-engine.ts';
export {
  bulkCreate,
  type BulkOffers,
  type BulkOperation,
  type BulkOperations,
  bulkUpdate,
} from './bulk-operations.ts';
export { fieldIndexSql, withCustomFilters } from './custom/custom.filters.ts';
export { withCustom } from './custom/custom.present.ts';
export { changeName, type FieldViewer, isAgent, seesKeys } from './custom/custom.rights.ts';
export {
  customFilterPatterns,
  FILTER_PREFIX,
  KEY_PATTERN,
  listedCustom,
  MAX_FIELDS,
} from './custom/custom.schema.ts';
export { storedValue, valueSchema, valuesSchema } from './custom/value-schemas.ts';
export {
  changesCustom,
  customChanges,
  newValueFaults,
  withMergedCustom,
  withWarnings,
} from './custom/custom.values.ts';
export { conditionFieldsOf, requesterFields } from './fields/condition-fields.ts';
export { decidableParameter, type Decisions, narrowToDecidable } from './decisions/decidable.ts';
export {
  labelOf,
  labelSql,
  type RecordLabel,
  type RecordOfPerson,
  recordsOfPersonSql,
} from './labels.ts';
export {
  countOpenByPerson,
  countOpenWork,
  findOpenWork,
  type OpenRecord,
  type Worker,
} from './work/open-work.sql.ts';
export { findWaiting } from './work/waiting.sql.ts';
export {
  actionHandler,
  createHandler,
  deleteHandler,
  getHandler,
  listHandler,
  restoreHandler,
  updateHandler,
} from './handlers.ts';
export {
  type LinkKind,
  linkKinds,
  type StoredLinkKind,
  storedLinkKinds,
} from './links/link-fields.ts';
export {
  childrenOf,
  countLinks,
  deleteLink,
  findAncestors,
  findSameLink,
  insertLink,
  type LinkEnd,
  lockForLink,
  MAX_ANCESTORS,
  MAX_LINKS,
  type StoredLink,
} from './links/links.sql.ts';
export {
  findReadableLink,
  linkList,
  type LinkRow,
  readLinks,
  typeOfId,
} from './links/readable-links.sql.ts';
export {
  deleteParticipants,
  findPeopleBehind,
  insertParticipants,
  MAX_PARTICIPANTS,
  type NewParticipant,
  type Participant,
  type ParticipantKind,
  participantKinds,
  participantSources,
  readParticipants,
} from './participants/participants.sql.ts';
export type { AddedNote } from './notes/added-note.ts';
export { isHiddenAsDeleted, recordEventVisibility } from './events/event-visibility.ts';
export {
  type LockedRecord,
  lockForUpdate,
  lockIf,
  lockRequested,
  type LockTarget,
  monotonicNow,
} from './lock.ts';
export {
  type MailOrigin,
  mailOrigins,
  type MailOrigins,
  offerMailOrigins,
  type ReplyKind,
} from './mail/mail-origins.ts';
export { insertNoteMails, saveNoteMail } from './mail/note-mails.sql.ts';
export { roomOfRecord } from './notes/attachments.quota.ts';
export { attach, storeContents } from './notes/attachments.service.ts';
export { newAttachmentIds } from './notes/attachments.sql.ts';
export { attachmentSettings } from './notes/attachments.settings.ts';
export { insertFiles, readFile } from './notes/attachments.sql.ts';
export { purgeExpiredAttachmentUsage } from './notes/attachments.usage.sql.ts';
export { countReadable } from './notes/notes.counts.ts';
export { type Mention, type MentionReader, offerMentionReader } from './notes/mentions.ts';
export { mayReadNote, noteView } from './notes/notes.rights.ts';
export { noteRoutes } from './notes/notes.routes.ts';
export type { NoteCreate, NotesOf } from './notes/notes.schema.ts';
export type { NotedRow, NotedType } from './notes/noted-type.ts';
export {
  type AddNote,
  type NoteToAdd,
  noteWriter,
  saveNoted,
  saveWithNote,
  storeNotes,
} from './notes/notes.service.ts';
export {
  currentNoteCounts,
  findNote,
  findNotes,
  findPublicNotesBefore,
  insertNote,
  newNoteId,
  newNoteIds,
  type NoteRow,
  type NoteVia,
} from './notes/notes.sql.ts';
export { DEFAULT_PRIORITY, priorities, type Priority } from './priorities.ts';
export { recordTable } from './record-table.ts';
export {
  type AnyRecordType,
  offerRecordTypes,
  ownerOf,
  type RecordType,
  recordUrls,
  requesterOf,
  type RowVisibility,
  stateColumnOf,
  typeNamed,
  typesOfWork,
  typesWithDecisions,
  type VersionedRow,
  typesWithGroupColumn,
  type WriteSteps,
} from './record-type.ts';
export { fieldsOf } from './related-fields.ts';
export { type PendingRevision, revisable } from './revisions/pending-revision.ts';
export { resource } from './resource.ts';
export {
  type AddedByUpdate,
  createRecord,
  emitEntry,
  offerSaveListeners,
  type SaveListeners,
  saveUpdate,
  softDelete,
  type UpdateOptions,
} from './save.ts';
export { saveColumns, saveUpdates } from './many/save-many.ts';
export { insertRows, type PastEmission, replay, reserveIds } from './many/past.ts';
export { recordSource, typedId } from './search/record-source.ts';
export { readMarked } from './search/search.sql.ts';
export {
  searchedTypes,
  type SearchGroup,
  type SearchRequest,
  type SearchSource,
} from './search/search-source.ts';
export { stateMachine } from './state-machine.ts';
export { type Warning, warningsSchema } from './warnings/warnings.schema.ts';
export { withStoredTimes } from './stored-times.ts';
export { type TimelinePart, timelineRoute } from './timeline/timeline.routes.ts';
export {
  findVisible,
  isVisible,
  missing,
  ownerVisibility,
  readRecord,
  viewerOf,
} from './visibility.ts';
