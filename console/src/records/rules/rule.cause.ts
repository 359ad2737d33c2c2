// Entries of rules and macros are known before their words are loaded.
import type { TimelineEntry } from '../../api/index.ts';

type Cause = NonNullable<TimelineEntry['cause']>;

const explained: ReadonlySet<string> = new Set(['rule', 'rule_chain', 'macro']);

/** Returns the cause if it is a rule or a macro. */
export const ruleCauseOf = ({ cause }: Pick<TimelineEntry, 'cause'>): Cause | undefined =>
  cause && explained.has(cause.kind) ? cause : undefined;
