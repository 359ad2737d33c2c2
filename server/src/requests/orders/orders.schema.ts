// An order has these fields besides those of every service request. All but the item and the answers are read-only.
import Type from 'typebox';
import { CatalogItemId } from '../../catalog/index.ts';
import { questionTypes } from '../../forms/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { announceMore, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { shortDescription } from '../../records/index.ts';

const timeOrNull = (description: string) =>
  nullable(Type.String({ format: 'date-time', description }));
const people = (description: string) => Type.Array(Type.String(), { description });

const answers = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The answers by the keys of their questions.',
});

const Question = object(
  {
    key: Type.String(),
    label: Type.String(),
    type: oneOf(questionTypes, { description: announceMore('types') }),
    choices: Type.Array(object({ value: Type.String(), label: Type.String() })),
  },
  { title: 'AnsweredQuestion' },
);

const StageDecision = object(
  {
    by: Type.String({ description: 'E-mail address of the person who decided.' }),
    as: oneOf(['approver', 'delegate', 'manager'], {
      description: 'Managers decide instead of the approvers.',
    }),
    for: people('The absent approvers for whom the decision counts.'),
    decision: oneOf(['approved', 'rejected']),
    comment: nullable(Type.String()),
    at: Type.String({ format: 'date-time' }),
  },
  { title: 'StageDecision' },
);

const RequestStage = object(
  {
    name: Type.String(),
    need: Type.Union([oneOf(['any', 'all']), Type.Integer()], {
      description: 'How many of the approvers have to approve.',
    }),
    state: oneOf(['waiting', 'open', 'approved', 'rejected']),
    approvers: people('The people whom the stage named when it opened.'),
    waiting_for: people('The approvers for whom no decision counts yet.'),
    decisions: Type.Array(StageDecision),
    nobody_left: Type.Boolean({
      description: 'Nobody whom the stage names can decide, so managers have to.',
    }),
    started_at: timeOrNull('When the stage opened.'),
    decided_at: timeOrNull('When the stage was decided.'),
  },
  { title: 'RequestStage' },
);

const ProgressStep = object(
  {
    key: oneOf(['sent', 'stage', 'work', 'done'], { description: announceMore('steps') }),
    name: Type.String(),
    state: oneOf(['done', 'current', 'waiting', 'failed']),
  },
  { title: 'ProgressStep' },
);

export const orderFields = {
  item_id: nullable(
    Type.String({ description: 'The item of the catalog; null for a request without one.' }),
  ),
  item_version: nullable(
    Type.Integer({ description: 'The version of the item that was answered.' }),
  ),
  answers: nullable(answers),
  questions: Type.Array(Question, {
    description: 'The questions that were asked, in their order, as they were then.',
  }),
  stages: Type.Array(RequestStage, { description: 'The approvals, in their order.' }),
  tasks: object(
    { total: Type.Integer(), done: Type.Integer({ description: 'Done or skipped.' }) },
    { description: 'The number of its tasks.' },
  ),
  progress: Type.Array(ProgressStep, {
    description: 'The steps from sending to fulfilment, to show how the request stands.',
  }),
};

/** With an item, the description is the item's name unless it is sent. */
export const orderCreate = {
  short_description: Type.Optional(shortDescription),
  item_id: Type.Optional(CatalogItemId),
  answers: Type.Optional(answers),
};

/** A request has a description or an item, and answers only with an item. */
export function orderFaults(body: unknown): Fault[] {
  const { item_id, short_description, answers: given } = (body ?? {}) as Record<string, unknown>;
  const fault = (pointer: string, code: Fault['code'], message: string): Fault[] => [
    { in: 'body', pointer, code, message },
  ];
  if (item_id === undefined && short_description === undefined)
    return fault('/short_description', 'required', 'short_description is required.');
  return item_id === undefined && given !== undefined
    ? fault('/answers', 'not_allowed', 'answers belong to an item: send item_id as well.')
    : [];
}

/** The example of a request has no item. */
export const exampleOrder = {
  item_id: null,
  item_version: null,
  answers: null,
  questions: [],
  stages: [],
  tasks: { total: 0, done: 0 },
  progress: [
    { key: 'sent', name: 'Sent', state: 'done' },
    { key: 'stage', name: 'Approval', state: 'done' },
    { key: 'work', name: 'Work', state: 'current' },
    { key: 'done', name: 'Done', state: 'waiting' },
  ],
};
