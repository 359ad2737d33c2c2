// Values have the same colours in tables and on cards.
import type { Style } from './terminal.ts';

type Format = Parameters<Style>[0];

const formats: Record<string, Format> = {
  P1: ['bold', 'red'],
  P2: 'yellow',
  new: 'cyan',
  reopened: 'cyan',
  'in progress': 'blue',
  implementing: 'blue',
  'on hold': 'yellow',
  submitted: 'cyan',
  review: 'cyan',
  resolved: 'green',
  done: 'green',
  skipped: 'dim',
  closed: 'dim',
  cancelled: 'dim',
  retired: 'dim',
  draft: 'dim',
  published: 'green',
  approved: 'green',
  rejected: 'red',
  high: 'red',
  critical: ['bold', 'red'],
  operational: 'green',
  degraded: 'yellow',
  maintenance: 'yellow',
  'non operational': 'red',
  delivered: 'green',
  retrying: 'yellow',
  failed: 'red',
};

/** A table passes the padded text beside the value. */
export const paintValue = (style: Style, text: string, value = text): string => {
  const format = formats[value];
  return format ? style(format, text) : text;
};

export const paintSla = (style: Style, text: string): string =>
  text.startsWith('breached') ? style('red', text) : text;

export const paintDim = (style: Style, text: string): string => style('dim', text);
export const paintId = (style: Style, text: string): string => style('bold', text);
