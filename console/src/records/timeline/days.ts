// The heading of a day in the timeline.
const DAY_MS = 86_400_000;

const formats = {
  near: new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }),
  far: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }),
};

/** Both are midnights; a day with a change of the clocks is an hour shorter or longer. */
export function dayName(day: number, today: number): string {
  const days = Math.round((today - day) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const isNear = new Date(day).getFullYear() === new Date(today).getFullYear();
  return formats[isNear ? 'near' : 'far'].format(day);
}
