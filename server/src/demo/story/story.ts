// The history of all records up to now is planned without a database.
import { categoryChoices } from '../data/categories.ts';
import { changeSettings } from '../data/change-settings.ts';
import { storm } from '../data/incidents.ts';
import { openChanges } from '../data/open-changes.ts';
import { orderPlans } from '../data/orders.ts';
import { pastChanges } from '../data/past-changes.ts';
import { administrator, monitoring } from '../data/people.ts';
import { requestItems, requestPlans } from '../data/requests.ts';
import { planChange } from './changes.ts';
import { type CiInputs, planCis } from './cis.ts';
import { DAY, HOUR, History, MINUTE, type Step } from './history.ts';
import { MONTHS_BACK, planIncidents, STORM_AGE, stormKeys } from './incidents.ts';
import { planCatalog, planOrder } from './orders.ts';
import { planRequest } from './requests.ts';

export const beginOf = (time: Date): number => time.getTime() - MONTHS_BACK - DAY;

/** Returns all steps in chronological order, so that ids, events and audit entries ascend with time. */
export function makeStory(time: Date): Step[] {
  const now = time.getTime();
  const begin = beginOf(time);
  const stormBegan = now - STORM_AGE;
  const settings = new History<{ update: object }>('settings', 'settings', now);
  const ci = new History<CiInputs>('ci', storm.ci, now);
  const changes = [...pastChanges(now), ...openChanges(now, stormBegan)];
  return [
    ...planCis(begin, now),
    ...settings.at(begin + 12 * HOUR, administrator, 'update', {
      ...changeSettings(now),
      categories: categoryChoices,
      request_items: requestItems,
    }).steps,
    ...planIncidents(now),
    ...changes.flatMap((plan) => planChange(plan, now, stormKeys)),
    ...ci.at(stormBegan + 10 * MINUTE, monitoring, 'update', { status: 'degraded' }).steps,
    ...requestPlans.flatMap((plan, n) => planRequest(plan, n, now)),
    ...planCatalog(begin + 13 * HOUR, now),
    ...orderPlans(now).flatMap((plan, n) => planOrder(plan, n, now)),
  ].toSorted((a, b) => a.at - b.at);
}
