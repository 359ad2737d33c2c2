import { Diff } from './diff.tsx';
import { lineDiff } from './line-diff.ts';

export const TextDiff = ({ label, from, to }: { label: string; from: string; to: string }) => (
  <Diff label={`Changes to the ${label.toLowerCase()}`} parts={lineDiff(from, to)} />
);
