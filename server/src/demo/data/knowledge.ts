import { readdirSync, readFileSync } from 'node:fs';
import type { IncidentCreate } from '../../incidents/index.ts';
import type { PastArticle } from '../../knowledge/index.ts';
import { categoryName, categoryOf } from './categories.ts';
import type { Group } from './people.ts';

const folder = new URL('../knowledge/', import.meta.url);
const articlesFolder = new URL('articles/', folder);

type Text = PastArticle['text'];

/** Expects front matter between two lines of hyphens, then the body in Markdown. */
function parseArticle(file: string): Text {
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n+(.*)$/s.exec(file) ?? [];
  const fields: Record<string, string> = Object.fromEntries(
    front.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const { title = '', summary = null, category, tags = '[]', language = 'en' } = fields;
  return {
    title,
    summary,
    category: category === undefined ? null : categoryName(category),
    language,
    body,
    tags: tags.slice(1, -1).split(', '),
  };
}

/** Returns the articles by their slug. */
export const readArticles = (): Map<string, Text> =>
  new Map(
    readdirSync(articlesFolder)
      .toSorted()
      .map((name) => [
        name.replace(/\.md$/, ''),
        parseArticle(readFileSync(new URL(name, articlesFolder), 'utf8')),
      ]),
  );

type Fields =
  | 'short_description'
  | 'description'
  | 'category'
  | 'subcategory'
  | 'impact'
  | 'urgency';

export interface ResolvedIncident extends Required<Pick<IncidentCreate, Fields | 'priority'>> {
  assignment_group: Group;
  resolution: string;
  resolve_minutes: number;
}

export const readResolvedIncidents = (): ResolvedIncident[] =>
  readFileSync(new URL('resolved-incidents.jsonl', folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { key: _, ...incident } = JSON.parse(line);
      return { ...incident, ...categoryOf(incident.category, incident.subcategory) };
    });
