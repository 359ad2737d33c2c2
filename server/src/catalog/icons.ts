// The console draws these; another client may show none.
export const icons = [
  'laptop',
  'phone',
  'key',
  'user_plus',
  'software',
  'printer',
  'desk',
  'network',
  'database',
  'help',
] as const;

export type Icon = (typeof icons)[number];
