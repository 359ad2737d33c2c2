// The local copilot answers in sections: records that the query names or describes, the article that answers it, and
// similar cases. It recognises the intent of a query by words alone.
import type { AskInput, AskOutput, QueryInput, QueryOutput } from '../answerers/answerer.ts';
import type { ContextType, SuggestedAction } from '../ai.schema.ts';
import { type Neighbour, vote } from '../resolved/neighbours.ts';
import { symptomOf } from '../resolved/index-incident.ts';
import { type FoundRecord, recordLine, recordText } from '../retrieval/records.ts';
import type { CopilotTools } from './tools.ts';
import { cut } from '../../platform/text.ts';

const idForms: readonly [type: ContextType, form: RegExp][] = [
  ['incident', /\bINC[0-9A-Z]{7}\b/gi],
  ['change', /\bCHG[0-9A-Z]{7}\b/gi],
  ['ci', /\bCI\d{1,18}\b/gi],
  ['article', /\bKB[0-9A-Z]{7}\b/gi],
];
const MAX_NAMED = 5;

const namedRecords = (query: string): { type: ContextType; id: string }[] =>
  idForms
    .flatMap(([type, form]) =>
      [...new Set(query.match(form)?.map((id) => id.toUpperCase()))].map((id) => ({ type, id })),
    )
    .slice(0, MAX_NAMED);

interface Listing {
  type: Exclude<ContextType, 'article'>;
  heading: string;
  asks: RegExp;
  /** Each filter applies if its words are in the query. */
  filters: readonly [words: RegExp, name: string, values: readonly string[]][];
}

const OPEN_STATES = ['new', 'in_progress', 'on_hold', 'reopened'];
const LISTS = /\b(which|list|show|what|how many|any|all|open|are there|find)\b/i;

const listings: readonly Listing[] = [
  {
    type: 'incident',
    heading: 'Incidents',
    asks: /\b(incidents|tickets)\b/i,
    filters: [
      [/\b(open|unresolved|current|ongoing)\b/i, 'state', OPEN_STATES],
      [/\bnew\b/i, 'state', ['new']],
      [/\bin[ _]progress\b/i, 'state', ['in_progress']],
      [/\bon[ _]hold\b/i, 'state', ['on_hold']],
      [/\bresolved\b/i, 'state', ['resolved']],
      [/\bclosed\b/i, 'state', ['closed']],
      [/\bP1\b/i, 'priority', ['P1']],
      [/\bP2\b/i, 'priority', ['P2']],
      [/\bP3\b/i, 'priority', ['P3']],
      [/\bP4\b/i, 'priority', ['P4']],
    ],
  },
  {
    type: 'change',
    heading: 'Changes',
    asks: /\bchanges\b/i,
    filters: [
      [/\bsubmitted\b/i, 'state', ['submitted']],
      [/\bapproved\b/i, 'state', ['approved']],
      [/\b(scheduled|planned|upcoming)\b/i, 'state', ['scheduled']],
      [/\b(implementing|running)\b/i, 'state', ['implementing']],
      [/\bhigh[- ]risk\b/i, 'risk', ['high']],
      [/\bemergency\b/i, 'type', ['emergency']],
    ],
  },
  {
    type: 'ci',
    heading: 'Configuration items',
    asks: /\b(cis|configuration items|servers|devices)\b/i,
    filters: [
      [/\bdegraded\b/i, 'status', ['degraded']],
      [/\b(down|non[- ]operational)\b/i, 'status', ['non_operational']],
      [/\bmaintenance\b/i, 'status', ['maintenance']],
      [/\bproduction\b/i, 'environment', ['production']],
    ],
  },
];

/** Words of questions and of filters are not searched for. */
const NOT_SEARCHED =
  /\b(which|list|show|me|what|how|many|any|all|are|is|there|find|the|a|an|of|for|about|on|in|with|that|do|we|have|concern|concerns|concerning|currently|now|today|please|incidents|tickets|changes|cis|configuration|items|open|unresolved|current|ongoing|new|progress|hold|resolved|closed|p[1-4]|submitted|approved|scheduled|planned|upcoming|implementing|running|high|risk|emergency|degraded|down|operational|non|maintenance|production)\b/gi;

interface Section {
  text: string;
  cited: readonly Pick<FoundRecord, 'type' | 'id'>[];
}

async function listSections(query: string, tools: CopilotTools): Promise<Section[]> {
  if (!LISTS.test(query)) return [];
  const sections: Section[] = [];
  for (const { type, heading, asks, filters } of listings) {
    if (!asks.test(query)) continue;
    const chosen = filters.filter(([words]) => words.test(query));
    const byName = Object.fromEntries(
      [...Map.groupBy(chosen, ([, name]) => name)].map(([name, some]) => [
        name,
        [...new Set(some.flatMap(([, , values]) => values))],
      ]),
    );
    const q = (query.replace(NOT_SEARCHED, ' ').match(/[\p{L}\p{N}_-]{2,}/gu) ?? []).join(' ');
    const found = await tools.search(type, { filters: byName, ...(q !== '' && { q }) });
    if (found.length === 0) continue;
    sections.push({
      text: [`${heading}:`, ...found.map((record) => `- ${recordLine(record)}`)].join('\n'),
      cited: found,
    });
  }
  return sections;
}

const MIN_SIMILARITY = 0.5;
const MAX_QUOTED = 3;
const MAX_QUOTED_LENGTH = 2000;

function similarSection(neighbours: readonly Neighbour[]): Section[] {
  const near = neighbours
    .filter(({ similarity, resolution }) => similarity >= MIN_SIMILARITY && resolution !== '')
    .slice(0, MAX_QUOTED);
  if (near.length === 0) return [];
  const lines = near.map(
    ({ id, short_description, resolution }) =>
      `- ${id}: ${short_description}. ${cut(resolution, MAX_QUOTED_LENGTH)}`,
  );
  return [
    {
      text: ['Similar resolved incidents:', ...lines].join('\n'),
      cited: near.map(({ id }) => ({ type: 'incident' as const, id })),
    },
  ];
}

const MIN_CONFIDENCE = 0.6;
const settable = ['category', 'assignment_group'] as const;

/** Proposes values for fields that an open incident lacks and similar cases agree on. */
function proposedUpdates(
  { id, fields }: FoundRecord,
  neighbours: readonly Neighbour[],
): SuggestedAction[] {
  if (!OPEN_STATES.includes(String(fields['state']))) return [];
  const votes = settable.flatMap((field) => {
    const result = fields[field] ? undefined : vote(neighbours, field);
    return result && result.confidence >= MIN_CONFIDENCE ? [{ field, ...result }] : [];
  });
  if (votes.length === 0) return [];
  const reasons = votes.map(
    ({ field, value, votes: agreeing, of }) =>
      `${agreeing} of ${of} similar cases have the ${field.replace('_', ' ')} ${value}.`,
  );
  return [
    {
      method: 'PATCH',
      path: `/incidents/${id}`,
      body: Object.fromEntries(votes.map(({ field, value }) => [field, value])),
      reason: reasons.join(' '),
    },
  ];
}

export async function localQuery(
  { query, context, tools }: QueryInput,
  extractAnswer: (input: Pick<AskInput, 'passages' | 'readArticle'>) => Promise<AskOutput>,
): Promise<QueryOutput> {
  const named = await Promise.all(namedRecords(query).map(({ type, id }) => tools.get(type, id)));
  const known = new Map(
    [...named, context].flatMap((record) => (record ? [[record.id, record] as const] : [])),
  );
  const subjects = [...known.values()];
  const sections: Section[] = subjects.map((record) => ({
    text: recordText(record),
    cited: [record],
  }));
  sections.push(...(await listSections(query, tools)));
  const incident = subjects.find(({ type }) => type === 'incident');
  const { answer, cited: quoted } = await extractAnswer({
    passages: await tools.passages(query),
    readArticle: (passage) => tools.article(passage),
  });
  if (quoted[0])
    sections.push({ text: answer, cited: [{ type: 'article', id: tools.quote(quoted[0]) }] });
  const symptom = incident
    ? symptomOf(incident.fields as unknown as Parameters<typeof symptomOf>[0])
    : query;
  const neighbours = await tools.similar(symptom, incident?.id);
  sections.push(...similarSection(neighbours));
  const cited = new Map(
    sections
      .flatMap((section) => section.cited)
      .map(({ type, id }) => [`${type} ${id}`, { type, id }]),
  );
  return {
    answer: sections.map(({ text }) => text).join('\n\n'),
    cited: [...cited.values()],
    actions: incident ? proposedUpdates(incident, neighbours) : [],
  };
}
