// The search of employees shows answers before forms, and then how to go on.
import type { PortalResults } from '../../api/index.ts';

export interface SearchOption {
  key: string;
  label: string;
  kind: 'article' | 'item' | 'ask' | 'report';
  id?: string;
  highlights?: PortalResults['articles'][number]['highlights'];
}

interface SearchSection {
  heading: string;
  items: readonly SearchOption[];
}

interface Offers {
  mayAsk: boolean;
  mayReport: boolean;
}

/** `results` are undefined until they arrive. */
export function searchSections(
  text: string,
  results: PortalResults | undefined,
  { mayAsk, mayReport }: Offers,
): SearchSection[] {
  if (text === '' || !results) return [];
  const hits = (kind: 'article' | 'item', of: PortalResults['articles']) =>
    of.map(({ id, title, highlights }) => ({ key: id, label: title, kind, id, highlights }));
  const goOn: SearchOption[] = [
    ...(mayAsk ? [{ key: 'ask', label: `Ask: “${text}”`, kind: 'ask' } as const] : []),
    ...(mayReport
      ? [{ key: 'report', label: `Report a problem: “${text}”`, kind: 'report' } as const]
      : []),
  ];
  return [
    { heading: 'Help articles', items: hits('article', results.articles) },
    { heading: 'Items to order', items: hits('item', results.items) },
    { heading: 'Not what you are looking for?', items: goOn },
  ].filter(({ items }) => items.length > 0);
}

const countWords = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

/** Screen readers are told how much was found. */
export function countText(text: string, { articles, items }: PortalResults): string {
  const found = [
    ...countWords(articles.length, 'help article', 'help articles'),
    ...countWords(items.length, 'item to order', 'items to order'),
  ];
  return found.length === 0 ? `Nothing matches “${text}”.` : `Found ${found.join(' and ')}.`;
}
