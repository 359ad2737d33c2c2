// A catalog item as its editor has it: every value is text, and rows keep their ids while they move.
import type { ApprovalStage, CatalogItem, ItemContent } from '../../api/index.ts';
import {
  type Fields,
  type GroupValue,
  printCondition,
  readCondition,
} from '../../conditions/index.ts';
import { addQuestion } from './form.edits.ts';
import { readForm, writeForm } from './form.values.ts';
import { type FormValue, nextId } from './question.values.ts';
import { readTasks, type TaskValue, writeTasks } from './task.values.ts';

type Approvers = ApprovalStage['approvers'];

export interface StageValue {
  id: string;
  name: string;
  approvers: Approvers;
  people: readonly string[];
  group: string;
  /** Names a question by its key. */
  field: string;
  need: 'any' | 'all' | 'some';
  /** Counts if some are needed. */
  count: string;
}

export interface ItemValues {
  name: string;
  category: string;
  summary: string;
  description: string;
  icon: string;
  /** Null is everyone. */
  audience: GroupValue | null;
  form: FormValue;
  approvals: readonly StageValue[];
  tasks: readonly TaskValue[];
  assignment_group: string;
}

export const newStage = (): StageValue => ({
  id: nextId(),
  name: '',
  approvers: 'manager_of_requester',
  people: [],
  group: '',
  field: '',
  need: 'any',
  count: '2',
});

/** A new item begins with the row of its first question. */
export const blankItem = (): ItemValues => ({
  name: '',
  category: '',
  summary: '',
  description: '',
  icon: '',
  audience: null,
  form: addQuestion([]).form,
  approvals: [],
  tasks: [],
  assignment_group: '',
});

function readStage({ need, people, group, field, ...stage }: ApprovalStage): StageValue {
  const isCounted = typeof need === 'number';
  return {
    ...newStage(),
    ...stage,
    people: people ?? [],
    group: group ?? '',
    field: field ?? '',
    need: isCounted ? 'some' : need,
    ...(isCounted && { count: String(need) }),
  };
}

/** Each kind of approvers has the members that it uses. */
const approverParts: Readonly<Record<Approvers, (stage: StageValue) => Partial<ApprovalStage>>> = {
  people: ({ people }) => ({ people }),
  group: ({ group }) => ({ ...(group !== '' && { group }) }),
  manager_of_requester: () => ({}),
  field: ({ group, field }) => ({
    ...(group !== '' && { group }),
    ...(field !== '' && { field }),
  }),
};

const writeStage = (stage: StageValue): ApprovalStage => ({
  name: stage.name.trim(),
  approvers: stage.approvers,
  ...approverParts[stage.approvers](stage),
  need: stage.need === 'some' ? Number(stage.count) || 1 : stage.need,
});

/** Reads what an edit begins with: the pending revision, where there is one. */
export function readItem(item: CatalogItem, audienceFields: Fields): ItemValues {
  const content: ItemContent = { ...item, ...item.pending };
  return {
    name: content.name,
    category: content.category,
    summary: content.summary ?? '',
    description: content.description ?? '',
    icon: content.icon ?? '',
    audience: content.audience && readCondition(content.audience, audienceFields),
    form: readForm(content.form),
    approvals: content.approvals.map(readStage),
    tasks: readTasks(content.tasks),
    assignment_group: content.assignment_group ?? '',
  };
}

const orNull = (text: string): string | null => text.trim() || null;

type Writers = {
  [Name in keyof ItemValues]: (
    value: ItemValues[Name],
    audienceFields: Fields,
  ) => ItemContent[Name] | undefined;
};

const writers: Writers = {
  name: (text) => text.trim(),
  category: (text) => text.trim(),
  summary: orNull,
  description: orNull,
  icon: orNull,
  audience: (condition, fields) => condition && printCondition(condition, fields),
  form: writeForm,
  approvals: (stages) => stages.map(writeStage),
  tasks: writeTasks,
  assignment_group: orNull,
};

export type ItemPart = keyof ItemValues;
export const itemParts = Object.keys(writers) as ItemPart[];

/** Returns undefined while a condition of the part is not complete. */
export const writePart = (values: ItemValues, part: ItemPart, fields: Fields): unknown =>
  (writers[part] as (value: unknown, fields: Fields) => unknown)(values[part], fields);

/** Returns undefined while a condition is not complete. */
export function writeItem(values: ItemValues, fields: Fields): ItemContent | undefined {
  const written = itemParts.map((part) => [part, writePart(values, part, fields)] as const);
  return written.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(written) as unknown as ItemContent);
}
