/** Never returns the same time twice: two writes in one millisecond would hide a shift of the SLA clock. */
export function risingClock(): () => Date {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return new Date(last);
  };
}
