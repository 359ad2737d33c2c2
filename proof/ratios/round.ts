/** What a generator of load reports. */
export interface Round {
  done: number;
  perSecond: number;
  failed: number;
}
