/** A load generator returns this for each round. */
export interface Round {
  done: number;
  perSecond: number;
  failed: number;
}
