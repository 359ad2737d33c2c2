// A decision about a stage of approval is one sentence, with what it opened.
import type { StageDecision } from '../../api/index.ts';
import { NOBODY_LEFT, roleText } from './approvals.words.ts';
import type { FieldChange } from '../timeline/timeline.items.ts';

interface StageEntry extends Partial<StageDecision> {
  stage: string;
  nobody_left?: boolean;
  /** The stage that the decision opened. */
  opened?: { stage: string; nobody_left: boolean };
}

/** A stage without a decision was settled because its approvers have left. */
function stageText(entry: StageEntry, nameOf: (email: string) => string): string {
  const { stage, decision, as, for: absent = [], comment, nobody_left: isEmpty } = entry;
  if (decision === undefined)
    return isEmpty === true ? `${stage}: ${NOBODY_LEFT}` : `${stage} was settled without others.`;
  const role = as && roleText({ as, for: [...absent] }, nameOf);
  const words = [`${decision} ${stage}`, role].filter(Boolean).join(' ');
  return comment ? `${words}: ${comment}` : `${words}.`;
}

/** Returns undefined for a change of anything else. */
export function approvalText(
  { field, to }: FieldChange,
  nameOf: (email: string) => string,
): string | undefined {
  const entry = field === 'approval' ? (to as StageEntry | null) : null;
  if (!entry) return undefined;
  const { opened } = entry;
  const next = opened && `Next is ${opened.stage}.${opened.nobody_left ? ` ${NOBODY_LEFT}` : ''}`;
  return [stageText(entry, nameOf), next].filter(Boolean).join(' ');
}
