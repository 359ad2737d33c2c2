// Prints the figures of several sizes side by side.
import type { QueryFigures, Timing } from './measure.ts';

const ms = ({ p50, slow }: Timing): string => `${p50.toFixed(1)} / ${slow.toFixed(1)}`;
const formatCount = (size: number): string => size.toLocaleString('en');

/** Each row shows a query: the total at the largest size, then median and high percentile of first and deep page. */
export function tableOf(sizes: readonly number[], figures: readonly QueryFigures[][]): string {
  const questions = figures.at(-1) ?? [];
  const rows = questions.map(({ question, total }, index) => [
    question.name,
    total,
    ...figures.flatMap((size) => {
      const one = size[index];
      return one ? [ms(one.first), one.deep ? ms(one.deep) : ''] : [];
    }),
    `p${question.goal.percentile} ${question.goal.ms}`,
  ]);
  const head = [
    'query',
    'total',
    ...sizes.flatMap((size) => [`${formatCount(size)}, first`, 'deep']),
    'goal',
  ];
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
