// An entry of a rule or macro is a sentence that says what it did and why, what it skipped, and what led to it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { mayUse, meQuery, type RecordType, type TimelineEntry } from '../../api/index.ts';
import { joinWords, usePersonNames } from '../../words/index.ts';
import { RecordLink } from '../links/record-link.tsx';
import { Actor } from '../timeline/actor.tsx';
import { becauseText, chainOf, effectTexts, skippedTexts } from './rule.words.ts';
import type { FieldChange } from '../timeline/timeline.items.ts';
import styles from './rules.module.css';

type Cause = NonNullable<TimelineEntry['cause']>;

const pages = {
  rule: { to: '/admin/rules', permission: 'rules.read' },
  macro: { to: '/admin/macros', permission: 'macros.manage' },
} as const;

interface DefinitionProps {
  kind: keyof typeof pages;
  definition: { id: string; name: string; version: number };
}

/** Names a rule with the version that ran. */
export function Definition({ kind, definition: { id, name, version } }: DefinitionProps) {
  const { data: me } = useQuery(meQuery);
  const { to, permission } = pages[kind];
  const text = `“${name}”`;
  return (
    <>
      {kind === 'rule' ? 'Rule ' : 'macro '}
      {me && mayUse(me, permission) ? (
        <Link to={to} search={{ peek: id } as never} className={styles.definition}>
          {text}
        </Link>
      ) : (
        <b className={styles.actor}>{text}</b>
      )}{' '}
      <span className={styles.version}>(version {version})</span>
    </>
  );
}

const prefixes: Readonly<Record<string, RecordType>> = {
  INC: 'incident',
  CHG: 'change',
  REQ: 'request',
};

const Chain = ({ cause }: { cause: Cause }) =>
  chainOf(cause).map((id, at) => {
    const type = prefixes[id.slice(0, 3)];
    return (
      // eslint-disable-next-line react/no-array-index-key -- a record may come twice
      <Fragment key={`${id} ${at}`}>
        {at > 0 && ', '}
        {type ? <RecordLink type={type} id={id} name={id} /> : id}
      </Fragment>
    );
  });

/** Says what was skipped, and in which records the rules ran that led to it. */
export const RuleDetails = ({ cause }: { cause: Cause }) => (
  <>
    {skippedTexts(cause).map((text) => (
      <span key={text} className={styles.skipped}>
        {text}
      </span>
    ))}
    {cause.kind === 'rule' && chainOf(cause).length > 0 && (
      <span className={styles.detail}>
        It follows from rules that ran in <Chain cause={cause} />.
      </span>
    )}
  </>
);

interface RuleEntryProps {
  entry: TimelineEntry;
  cause: Cause;
  changes: readonly FieldChange[];
}

/** Says by which rule or macro a note came, and why. */
export function NoteReason({ entry, cause, changes }: RuleEntryProps) {
  const nameOf = usePersonNames();
  const { note: _, ...update } = entry;
  const others = effectTexts(update, changes, nameOf);
  const text = [
    others.length > 0 ? `It also ${joinWords(others)}` : '',
    becauseText(cause, entry.record.type),
  ]
    .filter((part) => part !== '')
    .join(' ');
  return (
    <div className={styles.reason}>
      {cause.macro && (
        <span className={styles.detail}>
          By <Definition kind="macro" definition={cause.macro} />
        </span>
      )}
      {text !== '' && <span className={styles.detail}>{capital(text)}.</span>}
      <RuleDetails cause={cause} />
    </div>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function RuleEntry({ entry, cause, changes }: RuleEntryProps) {
  const nameOf = usePersonNames();
  const { rule, macro } = cause;
  if (rule && cause.kind === 'rule_chain')
    return (
      <>
        <Definition kind="rule" definition={rule} /> did not run, because the update follows from
        rules that ran in <Chain cause={cause} />.
      </>
    );
  const effects = joinWords(effectTexts(entry, changes, nameOf));
  const reason = becauseText(cause, entry.record.type);
  return (
    <>
      {rule && <Definition kind="rule" definition={rule} />}
      {macro && (
        <>
          <Actor entry={entry} /> applied <Definition kind="macro" definition={macro} />
          {effects !== '' && ':'}
        </>
      )}{' '}
      <span>
        {rule && effects === '' ? 'could change nothing' : effects} {reason}
      </span>
      <RuleDetails cause={cause} />
    </>
  );
}
