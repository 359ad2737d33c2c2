// The content of a catalog item is what a publication makes live and stores for ever.
import type { Condition } from '../conditions/index.ts';
import type { Form, Question } from '../forms/index.ts';
import { type PendingRevision as PendingRevisionOf, revisable } from '../records/index.ts';
import type { ApprovalStage } from './definition/stages.schema.ts';
import type { TaskTemplate } from './definition/tasks.schema.ts';
import type { Icon } from './icons.ts';

export interface CatalogContent {
  name: string;
  category: string;
  summary: string | null;
  description: string | null;
  icon: Icon | null;
  audience: Condition | null;
  form: Form;
  approvals: readonly ApprovalStage[];
  tasks: readonly TaskTemplate[];
  assignment_group: string | null;
}

export const contentFields = [
  'name',
  'category',
  'summary',
  'description',
  'icon',
  'audience',
  'form',
  'approvals',
  'tasks',
  'assignment_group',
] as const satisfies (keyof CatalogContent)[];

export type PendingRevision = PendingRevisionOf<CatalogContent>;

export const { contentOf, revise, applyRevision } = revisable<CatalogContent>(contentFields);

type Given<T, Required extends keyof T> = Pick<T, Required> & Partial<T>;

export interface SentContent extends Partial<Omit<CatalogContent, 'form' | 'approvals' | 'tasks'>> {
  form?: readonly Given<Question, 'key' | 'label' | 'type'>[];
  approvals?: readonly Given<ApprovalStage, 'name' | 'approvers'>[];
  tasks?: readonly Given<TaskTemplate, 'key' | 'name'>[];
}

const completeQuestion = (sent: NonNullable<SentContent['form']>[number]): Question => ({
  help: null,
  choices: [],
  required: false,
  default: null,
  show_if: null,
  ...sent,
});

type StageMember = 'people' | 'group' | 'field';

const membersOf: Readonly<Record<ApprovalStage['approvers'], readonly StageMember[]>> = {
  people: ['people'],
  group: ['group'],
  manager_of_requester: [],
  field: ['field', 'group'],
};

/** Drops members that this kind of approvers does not use, which an editor may have left behind. */
const completeStage = (sent: NonNullable<SentContent['approvals']>[number]): ApprovalStage => ({
  name: sent.name,
  approvers: sent.approvers,
  ...Object.fromEntries(
    membersOf[sent.approvers].flatMap((name) =>
      sent[name] === undefined ? [] : [[name, sent[name]]],
    ),
  ),
  need: sent.need ?? 'any',
});

const completeTask = (sent: NonNullable<SentContent['tasks']>[number]): TaskTemplate => ({
  assignment_group: null,
  assigned_to: null,
  depends_on: [],
  due_in_hours: null,
  ...sent,
});

/** Returns the stored form of what a request sent: questions, stages and tasks have every member. */
export const completeContent = ({
  form,
  approvals,
  tasks,
  ...others
}: SentContent): Partial<CatalogContent> => ({
  ...others,
  ...(form && { form: form.map(completeQuestion) }),
  ...(approvals && { approvals: approvals.map(completeStage) }),
  ...(tasks && { tasks: tasks.map(completeTask) }),
});

/** A new item, and one that is tried before it is saved, has these values where none are given. */
export const emptyContent: CatalogContent = {
  name: '',
  category: '',
  summary: null,
  description: null,
  icon: null,
  audience: null,
  form: [],
  approvals: [],
  tasks: [],
  assignment_group: null,
};
