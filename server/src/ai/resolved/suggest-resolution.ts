// A task fills `ai_suggested_resolution` of a new incident after the commit, without a new version and without events.
import { emit } from '../../events/index.ts';
import { systemContext } from '../../identity/index.ts';
import { BACKGROUND_TIMEOUT_MS, embedderOf, createPacer } from '../../knowledge/index.ts';
import type { Actor } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readSettings, type Settings } from '../../platform/runtime/settings.ts';
import { DEFAULT_ALIAS } from '../ai.schema.ts';
import type { Answerer } from '../answerers/answerer.ts';
import { answererOf } from '../answerers/choose.ts';
import { bestPassages, localAnswerer } from '../answerers/local.ts';
import { addUsage, SUGGESTIONS_CALLER, tokensUsedToday } from '../budget.sql.ts';
import { safeText } from '../output/safe-text.ts';
import { retrievePassages } from '../retrieval/passages.ts';
import type { FoundRecord } from '../retrieval/records.ts';
import { symptomOf } from './index-incident.ts';
import { type Neighbour, similarIncidents } from './neighbours.ts';
import { resolutionTexts } from './resolution-text.ts';
import {
  findWithoutSuggestion,
  type NewIncident,
  saveSuggestion,
  type Suggestion,
} from './suggest-resolution.sql.ts';

/** The resolution of an incident with a lower cosine is not worth reading. */
const MIN_SIMILARITY = 0.55;
const MAX_CASES = 2;
const CANDIDATES = 8;

/** Only people who may read all incidents see a suggestion, so it is computed with their rights. */
const unrestrictedActor: Actor = { id: 'ai', email: 'ai', roles: ['super_admin'] };

/** Requests have priority: a burst of new incidents creates more suggestions than there is time for. */
const runPaced = createPacer(0.2);

const idsOf = (cases: readonly Pick<Neighbour, 'id'>[]): string[] => cases.map(({ id }) => id);

const joinLines = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n');

function localSuggestion(neighbours: readonly Neighbour[], article: string): Suggestion {
  const similar = neighbours.filter(({ similarity }) => similarity >= MIN_SIMILARITY);
  const texts = resolutionTexts(similar.map(({ resolution }) => resolution));
  const quotes = similar
    .map(({ id }, index) => ({ id, text: texts[index] ?? '' }))
    .filter(({ text }) => text !== '')
    .slice(0, MAX_CASES);
  return { text: joinLines([...quotes.map(({ text }) => text), article]), quoted: idsOf(quotes) };
}

async function findSimilar(deps: Deps, incident: NewIncident) {
  const symptom = symptomOf(incident);
  const embedding = await embedderOf(deps).embed(symptom, BACKGROUND_TIMEOUT_MS);
  const request = { embedding, limit: CANDIDATES, except: incident.id };
  const neighbours = await similarIncidents(deps, unrestrictedActor, request);
  const [passage] = bestPassages(
    (await retrievePassages(deps, symptom, embedding)).slice(0, CANDIDATES),
  );
  return { neighbours, passage };
}

async function suggestionOf(
  deps: Deps,
  answerer: Answerer,
  incident: NewIncident,
  onTokens: (tokens: number) => void,
): Promise<Suggestion> {
  const { neighbours, passage } = await runPaced(() => findSimilar(deps, incident));
  const article = passage ? `See ${passage.article_id}: ${passage.title}.` : '';
  if (answerer === localAnswerer || neighbours.length === 0)
    return localSuggestion(neighbours, article);
  const record: FoundRecord = {
    type: 'incident',
    id: incident.id,
    version: incident.version,
    title: incident.short_description,
    fields: { ...incident },
  };
  const { findings } = await answerer.analyze(
    { record, analysisType: 'resolution', neighbours, affected: [] },
    { alias: DEFAULT_ALIAS, onTokens },
  );
  const steps = resolutionTexts(findings.resolution_steps);
  // The model may have used any of the neighbours.
  return { text: joinLines([...steps, article]), quoted: idsOf(neighbours) };
}

/** Falls back to the local engine once the budget of the day is used up: a storm of alerts creates many suggestions that nobody requested. */
async function answererWithin(deps: Deps, settings: Settings): Promise<Answerer> {
  if (settings.ai_on_create !== 'provider') return localAnswerer;
  const used = await tokensUsedToday(deps.db, SUGGESTIONS_CALLER, deps.now());
  return used < settings.ai_on_create_tokens_per_day ? answererOf(deps) : localAnswerer;
}

export const SUGGEST_TASK = 'suggest-resolution';

/** Handles the task `suggest-resolution`, which may run twice. */
export async function suggestResolution(deps: Deps, incident_id: string): Promise<void> {
  const settings = await readSettings(deps.db);
  const { ai_on_create } = settings;
  if (ai_on_create === 'off' || !embedderOf(deps).isInstalled) return;
  const incident = await findWithoutSuggestion(deps.db, incident_id);
  if (!incident) return;
  const answerer = await answererWithin(deps, settings);
  let tokens = 0;
  const made = await suggestionOf(deps, answerer, incident, (some) => (tokens += some)).finally(
    // A failed suggestion is charged as well, because its tokens are spent.
    async () => {
      if (tokens > 0) await addUsage(deps.db, SUGGESTIONS_CALLER, deps.now(), tokens);
    },
  );
  const suggestion = { ...made, text: safeText(made.text, deps.config.BASE_URL) };
  if (suggestion.text === '') return;
  await transact(deps, async (tx) => {
    const version = await saveSuggestion(tx, incident_id, suggestion);
    if (version === undefined) return;
    await emit(tx, systemContext(deps, 'ai'), {
      record: { type: 'incident', id: incident_id, version },
      kind: 'incident.ai_suggested',
      // The text is left out, because it quotes the incidents of others and a requester can read the timeline.
      changes: { ai_suggestion: { from: null, to: answerer.modelOf(DEFAULT_ALIAS) } },
      events: [],
    });
  });
}
