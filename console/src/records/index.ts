// Pages of all record types share saving with merge and conflict, drafts, timeline and composer, steps and keys:
//
//   const change = useLiveRecord({ type: 'change', id });     the record, followed by events
//   const page = useRecord({ type: 'change', record: change, steps, fields, more });
//   <RecordFrame top={<RecordTop page={page} facts={…} />}>
//     <RecordBody main={<><LongText …/><Composer …/><Timeline …/></>}
//                 panels={[{ id: 'details', label: 'Properties', content: <Properties …/> }]} />
//   </RecordFrame>
//
// A step is a row with a label, the question that it asks, and the fields that it sets or its own request. Properties are a table of fields with
// their editors; each is saved by one PATCH with If-Match. `...recordRoute('change')` in the route reads the record before its page is shown.
// changes/record/ is a complete example, changes/create/ one of a form with `useCreate` and CreateFrame. Records without notes leave out the composer.
export { AnswersTable } from './answers/answers-table.tsx';
export { type ApprovalDecision, ApprovalPanel } from './approvals/approval-panel.tsx';
export { ApprovalStages } from './approvals/approval-stages.tsx';
export { Ask } from './ask.tsx';
export { ArticleHints, useArticleHints } from './create/article-hints.tsx';
export { CiImpact } from './cis/ci-impact.tsx';
export { Impacts } from './cis/impacts.tsx';
export { CreateFields } from './create/create-fields.tsx';
export { FieldsForm } from './create/fields-form.tsx';
export { CreateFrame } from './create/create-frame.tsx';
export { startDraft, startDraftWith } from './create/start-draft.ts';
export { useCreate } from './create/use-create.ts';
export { UnsentFiles } from './create/unsent-files.tsx';
export type { CreateState } from './create/use-create.ts';
export { draftsOf } from './drafts.ts';
export { AssigneeFact } from './header/assignee-fact.tsx';
export { Fact, RecordHeader } from './header/header.tsx';
export { StepForm } from './header/steps.tsx';
export { RecordLink } from './links/record-link.tsx';
export { useCiNames } from './links/record-names.ts';
export { applyMacroTo } from './macros/apply.ts';
export { MacroForm } from './macros/macro-form.tsx';
export { macroCommands } from './macros/macros.keys.ts';
export { rulesPanels } from './rules/rules-panel.tsx';
export { RelatedPanel } from './related/index.ts';
export { LongText } from './long-text.tsx';
export { AssigneePicker } from './properties/assignee-picker.tsx';
export { Facts, Properties } from './properties/properties.tsx';
export type { PropertyField } from './properties/property-field.ts';
export { PropertyRow } from './properties/property-row.tsx';
export { RecordBody, type RecordPanel } from './record-body.tsx';
export { RecordFrame } from './record-frame.tsx';
export { recordCommands, workCommands } from './record.keys.ts';
export { recordRoute } from './record.route.ts';
export { RecordTop } from './record-top.tsx';
export type { RecordConflict } from './saving/conflict.ts';
export { ConflictPanel } from './saving/conflict-panel.tsx';
export { changeRecord, takeStep } from './saving/change-record.ts';
export { describeOrder } from './saving/patch-text.ts';
export { useForeignChange } from './saving/use-foreign-change.ts';
export { ForeignChangeText } from './saving/record-notices.tsx';
export { acceptRecord, refreshRecord, saveRecord } from './saving/save-record.ts';
export { SlaTargets } from './sla/sla-targets.tsx';
export { hasPolicies } from './sla/targets.view.ts';
export type { Step, StepOptions, StepQuestion } from './step.ts';
export { changeTask } from './tasks/change-task.ts';
export { isEnded, taskSteps, waitText } from './tasks/task.steps.ts';
export { taskCommands } from './tasks/tasks.keys.ts';
export { Composer } from './timeline/composer.tsx';
export { dayName } from './timeline/days.ts';
export { addFiles, attachmentsOf, canBeDelayed, fileSize, isPicture } from './timeline/files.ts';
export type { OutgoingNote } from './timeline/outgoing-notes.ts';
export { outgoingNotes, useOutgoingNotes } from './timeline/use-outgoing-notes.ts';
export { useOpenerText } from './timeline/use-opener-text.ts';
export { Timeline } from './timeline/timeline.tsx';
export { useLiveRecord } from './use-live-record.ts';
export { type RecordState, useRecord } from './use-record.ts';
export { useRecordEvents } from './use-record-events.ts';
export {
  CountLink,
  isOfWaiting,
  WAITING,
  WaitingBeside,
  waitingEmpty,
  WaitingInRail,
} from './waiting/waiting-views.tsx';
export { recordDrafts } from './use-record-drafts.ts';
