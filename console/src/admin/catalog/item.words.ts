// Parts, icons and states of a catalog item have these words.
import type { ItemPart } from './item.values.ts';

const partLabels: Readonly<Record<ItemPart, string>> = {
  name: 'Name',
  category: 'Category',
  summary: 'Summary',
  description: 'Description',
  icon: 'Icon',
  audience: 'Audience',
  form: 'Questions',
  approvals: 'Approvals',
  tasks: 'Tasks',
  assignment_group: 'Group that fulfils it',
};

export const iconLabels: Readonly<Record<string, string>> = {
  '': 'None',
  laptop: 'Laptop',
  phone: 'Phone',
  key: 'Key',
  user_plus: 'New person',
  software: 'Software',
  printer: 'Printer',
  desk: 'Desk',
  network: 'Network',
  database: 'Database',
  help: 'Help',
};

export const stateLabels = { draft: 'Draft', published: 'Published', retired: 'Retired' } as const;

/** Returns "Questions, Name and Tasks". */
export function partsText(parts: readonly ItemPart[]): string {
  const labels = parts.map((part) => partLabels[part]);
  const last = labels.at(-1) ?? '';
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(', ')} and ${last}`;
}
