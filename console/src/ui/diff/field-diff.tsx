// Fields are shown with their values before and after; long texts are compared by lines.
import { Diff } from './diff.tsx';
import styles from './field-diff.module.css';
import { lineDiff } from './line-diff.ts';

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface FieldDiffProps {
  changes: readonly FieldChange[];
  labelOf: (field: string) => string;
  /** Words a value; undefined shows it in full. */
  wordsOf?: ((field: string, value: unknown) => string | undefined) | undefined;
}

/** Returns texts as they are, lists of texts by line, and other values as JSON. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.length === 0 ? undefined : value.join('\n');
  return JSON.stringify(value, null, 2);
}

const isLong = (text: string | undefined): boolean =>
  text !== undefined && (text.includes('\n') || text.length > 120);

const Value = ({ text, kind }: { text: string | undefined; kind: 'from' | 'to' }) =>
  text === undefined ? (
    <span className={styles.none}>none</span>
  ) : (
    <span className={styles[kind]}>{text}</span>
  );

interface RowProps extends Pick<FieldDiffProps, 'wordsOf'> {
  change: FieldChange;
  label: string;
}

function Row({ change: { field, from, to }, label, wordsOf }: RowProps) {
  const present = (value: unknown) => wordsOf?.(field, value) ?? textOf(value);
  const [before, after] = [present(from), present(to)];
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>
        {isLong(before) || isLong(after) ? (
          <Diff label={`${label}: ${field}`} parts={lineDiff(before ?? '', after ?? '')} />
        ) : (
          <span className={styles.values}>
            <Value text={before} kind="from" />
            <span aria-label="to" role="img">
              →
            </span>
            <Value text={after} kind="to" />
          </span>
        )}
      </dd>
    </div>
  );
}

export const FieldDiff = ({ changes, labelOf, wordsOf }: FieldDiffProps) => (
  <dl className={styles.list}>
    {changes.map((change) => (
      <Row key={change.field} change={change} label={labelOf(change.field)} wordsOf={wordsOf} />
    ))}
  </dl>
);
