// An order is a service request for an item of the catalog: its form is answered, and its stages are those of the item.
import { type CatalogContent, findOrderable } from '../../catalog/index.ts';
import { groupMembers } from '../../identity/index.ts';
import { type Context, isSamePerson } from '../../platform/context.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type Answers, evaluateForm } from '../../forms/index.ts';
import { openNext } from '../approvals/advance.ts';
import { openedEntry } from '../approvals/advance.ts';
import { readersOf, waitingStage } from '../approvals/stage.ts';
import type { ServiceRequestCreate } from '../requests.schema.ts';

const fault = (pointer: string, code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer,
  code,
  message,
});

/** An approver who is chosen in the form must be one of those whom the stage takes. */
async function approverFaults(
  tx: Tx,
  { approvals, form }: CatalogContent,
  answers: Answers,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { approvers, field = '', group = '' } of approvals) {
    const chosen = approvers === 'field' ? answers[field] : undefined;
    if (typeof chosen !== 'string') continue;
    const members = await groupMembers(tx, group);
    if (members.some((one) => isSamePerson(one, chosen))) continue;
    const label = form.find(({ key }) => key === field)?.label ?? field;
    const message = `“${label}” takes a member of the group ${group}.`;
    faults.push(fault(`/answers/${field}`, 'not_allowed', message));
  }
  return faults;
}

/** Returns the answers as they are stored, or throws the faults of all of them. */
async function readAnswers(tx: Tx, content: CatalogContent, given: Answers): Promise<Answers> {
  const { answers, faults } = evaluateForm(content.form, given);
  const found = [
    ...faults.map((one): Fault => ({ in: 'body', ...one, pointer: `/answers${one.pointer}` })),
    ...(await approverFaults(tx, content, answers)),
  ];
  if (found.length > 0) throw invalid(found);
  return answers;
}

type Input = Pick<ServiceRequestCreate, 'answers' | 'requested_for'>;

/** Returns the columns of an order, those of the request's own that follow from the item included, and its first question. */
export async function placeOrder(tx: Tx, context: Context, itemId: string, input: Input) {
  const requested_for = input.requested_for ?? null;
  const found = await findOrderable(tx, context, itemId, requested_for ?? context.actor.email);
  if (!found) {
    const whom = requested_for === null ? 'you' : requested_for;
    const message = `${itemId} is no item that can be ordered for ${whom}; GET /catalog/items?orderable=true lists those that you can order.`;
    throw invalid([fault('/item_id', 'not_allowed', message)]);
  }
  const { item_id, version: item_version, content } = found;
  const answers = await readAnswers(tx, content, input.answers ?? {});
  const parties = { requested_by: context.actor.email, requested_for, answers };
  const waiting = content.approvals.map(waitingStage);
  const { stages, asked } = await openNext(tx, context, waiting, parties);
  return {
    columns: {
      short_description: content.name,
      item: content.name,
      assignment_group: content.assignment_group,
      item_id,
      item_version,
      answers,
      stages,
      approvers: readersOf(stages),
    },
    tasks: content.tasks,
    asked,
    also: asked ? { approval: { from: null, to: { opened: openedEntry(asked.stage) } } } : {},
  };
}
