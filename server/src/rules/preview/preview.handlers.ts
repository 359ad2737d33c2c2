// Shows what a rule would have done to past writes.
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { readSnapshot } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { AnyAutomation } from '../../records/index.ts';
import { requireAutomation, validRule } from '../definitions/rules.checks.ts';
import { compileRule } from '../run/compiled.ts';
import { explainEffects, notesOf, prepareEffects } from '../run/effects.ts';
import { rulesContext } from '../run/contexts.ts';
import { readPastWrites } from './past.ts';
import { MAX_EVENTS, MAX_SAMPLE, type PreviewedRun, type RulePreview } from './preview.schema.ts';
import { replay, type ReplayedRun } from './replay.ts';

/** The recipients are those of today. */
async function present(
  tx: Tx,
  automation: AnyAutomation,
  author: string,
  { at, recordId, on, changes, draft }: ReplayedRun,
): Promise<PreviewedRun> {
  const effects = await prepareEffects(tx, automation, '', draft);
  const { skipped = [], sent = [] } = explainEffects(effects);
  const notes = notesOf(effects, automation, { author, id: recordId });
  return {
    at,
    record_id: recordId,
    on,
    changes,
    notes: notes.map(({ visibility, body }) => ({ visibility, body })),
    sent,
    watchers: [...effects.watchers],
    skipped,
  };
}

function countChanges(runs: readonly ReplayedRun[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { changes } of runs)
    for (const field of Object.keys(changes)) counts[field] = (counts[field] ?? 0) + 1;
  return counts;
}

export async function previewRule(
  request: RequestContext<unknown, unknown, RulePreview>,
): Promise<Reply> {
  const { deps, body } = request;
  const { id = 'rul_preview', ...given } = body.rule;
  const since = new Date(body.since).toISOString();
  const result = await readSnapshot(deps.db, async (tx) => {
    const rule = { ...(await validRule(tx, request, given, '/rule')), id, version: 0 };
    const automation = requireAutomation(rule.record_type);
    const context = rulesContext(request);
    const past = await readPastWrites(tx, automation, since, MAX_EVENTS);
    const runs = await replay(tx, context, automation, compileRule(rule, request), past);
    const sample: PreviewedRun[] = [];
    for (const run of runs.slice(-MAX_SAMPLE).toReversed())
      sample.push(await present(tx, automation, context.actor.email, run));
    return {
      events: past.writes.length,
      since: past.isComplete ? since : (past.writes[0]?.at ?? since),
      is_complete: past.isComplete,
      runs: runs.length,
      records: new Set(runs.map(({ recordId }) => recordId)).size,
      changed: countChanges(runs),
      sample,
    };
  });
  return ok(result);
}
