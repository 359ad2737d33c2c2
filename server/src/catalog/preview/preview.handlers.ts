// Tries an item that need not be saved: what its form asks and stores, who would approve, and why it cannot be published.
import { evaluateForm, type Form } from '../../forms/index.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { readSnapshot } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { findApprovers } from '../approvers/approvers.ts';
import { audienceTestFor } from '../audience/audience.ts';
import { findRepeated } from '../checks/faults.ts';
import { audienceFaults, publicationFaults } from '../checks/publication.checks.ts';
import { type CatalogContent, completeContent, emptyContent } from '../content.ts';
import type { CatalogPreview, CatalogPreviewResult } from './preview.schema.ts';

/** Faults have the same texts as in a response of 400. */
function present(faults: readonly Fault[], prefix = ''): CatalogPreviewResult['faults'] {
  const { errors } = invalid(faults).members as { errors: Fault[] };
  return errors.map(({ pointer, code, message, allowed, nearest }) => ({
    pointer: `${prefix}${pointer}`,
    code,
    message,
    ...(allowed && { allowed: [...allowed] }),
    ...(nearest !== undefined && { nearest }),
  }));
}

/** A condition with a fault shows its question, and of two questions with one key the first is asked. */
function withoutFaults(form: Form, faults: readonly Fault[]): Form {
  const repeated = new Set(findRepeated(form, ({ key }) => key).map(({ at }) => at));
  return form.flatMap((question, at) => {
    if (repeated.has(at)) return [];
    const isFaulty = faults.some(({ pointer }) => pointer.startsWith(`/form/${at}/show_if`));
    return [isFaulty ? { ...question, show_if: null } : question];
  });
}

async function isInAudience(
  tx: Tx,
  audience: CatalogContent['audience'],
  address: string,
): Promise<boolean> {
  if (audience === null) return true;
  if (audienceFaults(audience).length > 0) return false;
  return (await audienceTestFor(tx, address))(JSON.stringify(audience));
}

export async function previewItem(
  request: RequestContext<unknown, unknown, CatalogPreview>,
): Promise<Reply> {
  const { deps, body, actor } = request;
  const content = { ...emptyContent, ...completeContent(body.item) };
  const requestedFor = body.requested_for ?? actor.email;
  const result = await readSnapshot(deps.db, async (tx): Promise<CatalogPreviewResult> => {
    const faults = await publicationFaults(tx, request, content);
    const evaluation = evaluateForm(withoutFaults(content.form, faults), body.answers ?? {});
    const { visible, answers, faults: answerFaults } = evaluation;
    const parties = { requested_by: requestedFor, requested_for: requestedFor, answers };
    const stages: CatalogPreviewResult['stages'] = [];
    for (const stage of content.approvals)
      stages.push({
        name: stage.name,
        approvers: await findApprovers(tx, request, stage, parties),
      });
    return {
      faults: present(faults),
      visible: [...visible],
      answers: { ...answers },
      answer_faults: present(
        answerFaults.map((found) => ({ in: 'body', ...found })),
        '/answers',
      ),
      stages,
      in_audience: await isInAudience(tx, content.audience, requestedFor),
    };
  });
  return ok(result);
}
