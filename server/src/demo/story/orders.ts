import type { CatalogItemCreate } from '../../catalog/index.ts';
import type { ServiceRequestCreate } from '../../requests/index.ts';
import { type CatalogKey, catalogItems } from '../data/catalog.ts';
import type { OrderPlan } from '../data/orders.ts';
import { addressOf, managers, type Person, requester } from '../data/people.ts';
import { DAY, HOUR, History, MINUTE, ref, type Step } from './history.ts';

interface ItemInputs {
  create: CatalogItemCreate;
  publish: object;
}

interface OrderInputs {
  create: ServiceRequestCreate;
  approve: { comment?: string };
  reject: { comment?: string };
  task: TaskStep;
  fulfil: object;
}

/** A task is created with its order, and has no key in the story. */
export interface TaskStep {
  /** Counts the tasks of the item from 0. */
  place: number;
  patch: { state: 'in_progress' | 'done'; assigned_to: string };
}

const keyOf = (item: CatalogKey): string => `item-${item}`;

export const planCatalog = (begin: number, now: number): Step[] =>
  Object.entries(catalogItems).flatMap(
    ([key, item], n) =>
      new History<ItemInputs>('item', keyOf(key as CatalogKey), now)
        .at(begin + n * 10 * MINUTE, managers.helen, 'create', item)
        .after(MINUTE, managers.helen, 'publish', {}).steps,
  );

const patchOf = (worker: Person, state: TaskStep['patch']['state']): TaskStep['patch'] => ({
  state,
  assigned_to: addressOf(worker),
});

export function planOrder(plan: OrderPlan, n: number, now: number): Step[] {
  const { by, item, answers, daysAgo, decisions = [], tasks = [], fulfilled } = plan;
  const history = new History<OrderInputs>('request', `order-${n}`, now);
  const openedAt = now - daysAgo * DAY;
  const after = (hours: number) => openedAt + hours * HOUR;
  history.at(openedAt, requester(by), 'create', { item_id: ref(keyOf(item)), answers });
  for (const [hours, approver, decision, comment] of decisions)
    history.at(after(hours), approver, decision, comment === undefined ? {} : { comment });
  for (const [hours, worker, place, state] of tasks)
    history.at(after(hours), worker, 'task', { place, patch: patchOf(worker, state) });
  if (fulfilled) history.at(after(fulfilled[0]), fulfilled[1], 'fulfil', {});
  return history.steps;
}
