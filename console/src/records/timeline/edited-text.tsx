// A change of a long text is one line that opens to the difference, which is loaded and computed only then.
import { lazy, Suspense, useState } from 'react';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { editText, fieldLabel } from '../../words/index.ts';
import type { FieldChange } from './timeline.items.ts';
import styles from './timeline.module.css';

const TextDiff = lazy(async () => {
  const { TextDiff: component } = await import('../../ui/diff/text-diff.tsx');
  return { default: component };
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface EditedTextProps {
  change: FieldChange;
  recordType: string;
}

export function EditedText({ change: { field, from, to }, recordType }: EditedTextProps) {
  const label = fieldLabel(field, recordType);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.edited} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label} <i>{editText(from, to)}</i>
      </summary>
      {isOpen && (
        <Suspense fallback={<SkeletonBar width="60%" />}>
          <TextDiff label={label} from={textOf(from)} to={textOf(to)} />
        </Suspense>
      )}
    </details>
  );
}
