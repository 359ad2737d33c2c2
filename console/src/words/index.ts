// Fields, values, people and errors are worded the same on every page.
export {
  customField,
  customKey,
  customName,
  type CustomName,
  customText,
  customTextAt,
  learnFields,
  nestCustom,
  patchedFields,
  valueAt,
} from './custom.ts';
export { faultWords, inputFaultText, joinWords } from './faults.ts';
export {
  becameText,
  editText,
  fieldLabel,
  holdReasons,
  replierLabels,
  labelInSentence,
  isLongField,
  isPersonField,
  openStates,
  plainText,
  priorityLabels,
  valueText,
} from './fields.ts';
export { matchText } from './matches.ts';
export { filesNotes, isFilesNote } from './notes.ts';
export { metricLabels, metricMarks, type SlaMetric, slaMetrics } from './sla.ts';
export { learnNames, personName, readNamesBy } from './people.ts';
export { usePersonName, usePersonNames } from './use-names.ts';
