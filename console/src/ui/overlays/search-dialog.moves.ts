// Arrows move through the options in a circle; Home and End go to the first and the last one.
const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at < last ? at + 1 : 0),
  ArrowUp: (at, last) => (at > 0 ? at - 1 : last),
  Home: () => 0,
  End: (_, last) => last,
};

/** Returns undefined if the key moves nothing, or there is no option. */
export const nextOption = (
  options: readonly string[],
  active: string | undefined,
  key: string,
): string | undefined =>
  options[moves[key]?.(options.indexOf(active ?? ''), options.length - 1) ?? -1];
