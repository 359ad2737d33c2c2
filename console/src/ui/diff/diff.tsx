// Shows removed and added lines with the line numbers of both texts.
import { classes } from '../classes.ts';
import styles from './diff.module.css';
import type { DiffPart } from './line-diff.ts';

interface Line {
  kind: DiffPart['kind'];
  from: number;
  to: number;
  text: string;
}

const linesOf = ({ kind, from_line, to_line, text }: DiffPart): Line[] =>
  text.split('\n').map((line, index) => ({
    kind,
    from: from_line + index,
    to: to_line + index,
    text: line,
  }));

const signs = { equal: '', removed: '−', added: '+' };
const words = { equal: 'unchanged', removed: 'removed', added: 'added' };

const DiffLine = ({ line: { kind, from, to, text } }: { line: Line }) => (
  <tr className={classes(styles.line, styles[kind])}>
    <td className={styles.number}>{kind !== 'added' && from}</td>
    <td className={styles.number}>{kind !== 'removed' && to}</td>
    <td className={styles.sign}>
      <span aria-label={words[kind]} role="img">
        {signs[kind]}
      </span>
    </td>
    <td className={styles.text}>{text}</td>
  </tr>
);

/** Lines were left out before such a part. */
const hasGap = (part: DiffPart, before: DiffPart | undefined): boolean =>
  part.kind === 'equal' && (before ? before.kind === 'equal' : part.from_line > 1);

interface DiffProps {
  label: string;
  parts: readonly DiffPart[];
  /** The text is shown if both texts are equal. */
  emptyText?: string;
}

export const Diff = ({ label, parts, emptyText = 'The text is unchanged.' }: DiffProps) =>
  parts.length === 0 ? (
    <p className={styles.none}>{emptyText}</p>
  ) : (
    <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <tbody>
          {parts.flatMap((part, index) => [
            ...(hasGap(part, parts[index - 1])
              ? [
                  <tr key={`gap-${part.from_line}`} className={styles.gap}>
                    <td colSpan={4}>⋯</td>
                  </tr>,
                ]
              : []),
            ...linesOf(part).map((line) => (
              <DiffLine key={`${line.kind}-${line.from}-${line.to}`} line={line} />
            )),
          ])}
        </tbody>
      </table>
    </div>
  );
