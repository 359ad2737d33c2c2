/** Joins class names; falsy ones are left out. */
export const classes = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');
