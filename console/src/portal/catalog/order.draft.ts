// The draft of an order is stored in the tab by person and item until the order is sent.
import type { FormValues, Me } from '../../api/index.ts';
import { draftsOf } from '../../records/index.ts';

export interface OrderDraft {
  /** The id is sent as the Idempotency-Key: sending one draft twice creates one request. */
  id: string;
  /** Hidden questions keep their values, in case they are asked again. */
  values: FormValues;
  /** Empty if the order is for the person who makes it. */
  requestedFor: string;
}

export const emptyOrder = (id: string): OrderDraft => ({ id, values: {}, requestedFor: '' });

const isEmpty = ({ values, requestedFor }: OrderDraft): boolean =>
  requestedFor === '' && Object.keys(values).length === 0;

export const orderDrafts = ({ email }: Me, item: string) =>
  draftsOf<OrderDraft>(sessionStorage, email, item, 'order', isEmpty);
