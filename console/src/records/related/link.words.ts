// A link reads as a sentence that begins with the record of the page, such as "Caused by CHG0000012".
import type { Link, LinkKind } from '../../api/index.ts';

type LinkKey = `${Link['kind']} ${Link['direction']}`;

const sentences: Record<LinkKey, string> = {
  'duplicate_of out': 'Duplicate of',
  'duplicate_of in': 'Duplicates',
  'child_of out': 'Part of',
  'child_of in': 'Parts',
  'caused_by out': 'Caused by',
  'caused_by in': 'Caused',
  'fixed_by out': 'Fixed by',
  'fixed_by in': 'Fixes',
  'follow_up_of out': 'Follows up',
  'follow_up_of in': 'Followed up by',
  'related_to out': 'Related to',
  'related_to in': 'Related to',
};

const isLinkKey = (key: string): key is LinkKey => key in sentences;

/** A kind that a later release adds reads as its name. */
export const linkText = ({ kind, direction }: Pick<Link, 'kind' | 'direction'>): string => {
  const key = `${kind} ${direction}`;
  return isLinkKey(key) ? sentences[key] : kind.replaceAll('_', ' ');
};

/** Merging alone makes duplicates, and the order of related records has no meaning. */
export const linkOptions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sentences).filter(
    ([key]) => !key.startsWith('duplicate_of') && key !== 'related_to in',
  ),
);

export const linkOf = (key: string): { kind: LinkKind; direction: Link['direction'] } => {
  const [kind, direction] = key.split(' ');
  return { kind: kind as LinkKind, direction: direction as Link['direction'] };
};

export interface LinkGroup {
  text: string;
  links: Link[];
}

/** Groups links by their sentence, in the order above. */
export function groupLinks(links: readonly Link[]): LinkGroup[] {
  const groups = new Map<string, Link[]>();
  for (const text of new Set(Object.values(sentences))) groups.set(text, []);
  for (const link of links) {
    const text = linkText(link);
    groups.set(text, [...(groups.get(text) ?? []), link]);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([text, members]) => ({ text, links: members }));
}

/** A link that follows from a field is changed as that field; one of a duplicate by unmerging. */
export const isRemovable = ({ kind, field }: Link): boolean =>
  field === undefined && kind !== 'duplicate_of';
