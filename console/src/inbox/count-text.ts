// The number of unread notifications is shown in the badge of the bell and before the title of the page.

/** Badges and titles show no larger number. */
const MAX_SHOWN = 99;

export const countText = (count: number): string =>
  count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);

export const prefixOf = (count: number): string => (count > 0 ? `(${countText(count)}) ` : '');

/** Replaces the prefix that was set before, if the title still has it: pages set their titles without one. */
export const withPrefix = (title: string, before: string, next: string): string =>
  next + (before !== '' && title.startsWith(before) ? title.slice(before.length) : title);
