// Audit entries in words.
import type { Entry } from '../../api/index.ts';

const inWords = (text: string): string => text.replaceAll('_', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Incident updated" of `incident.updated`; "API key revoked" of `api_key.revoked`. */
export const kindText = (kind: string): string => {
  const [subject = '', verb = ''] = kind.split('.', 2);
  return `${capital(inWords(subject)).replace(/^(Api|Ci|Sla)\b/, (name) => name.toUpperCase())} ${inWords(verb)}`;
};

/** Values that say nothing beside the other fields of an update. */
const implied = new Set(['version', 'updated_at']);

export const changesOf = ({ changes = {} }: Pick<Entry, 'changes'>) =>
  Object.entries(changes)
    .filter(([field]) => !implied.has(field))
    .map(([field, { from, to }]) => ({ field, from, to }));

export const fieldLabel = (field: string): string => capital(inWords(field));

const MAX_NAMED = 4;

/** "Roles, active" */
export function fieldsText(entry: Pick<Entry, 'changes'>): string {
  const names = changesOf(entry).map(({ field }) => inWords(field));
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return capital(names.slice(0, MAX_NAMED).join(', ') + more);
}

const pages = {
  incident: '/incidents/$id',
  change: '/changes/$id',
  ci: '/cmdb/$id',
  article: '/knowledge/$id',
} as const;

/** The page of a record, for the types that have one. */
export const pageOf = ({
  record: { type, id },
}: Pick<Entry, 'record'>):
  | { to: (typeof pages)[keyof typeof pages]; params: { id: string } }
  | undefined => {
  const to = pages[type as keyof typeof pages];
  return to && { to, params: { id } };
};
