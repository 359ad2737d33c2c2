/** The result of a load generator. */
export interface Round {
  done: number;
  perSecond: number;
  failed: number;
}
