import { useId, useRef } from 'react';
import { Button } from './button.tsx';
import { firstField } from './first-field.ts';
import styles from './fields.module.css';

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The key mod+Enter calls it. */
  onSend?: () => void;
  /** Tab takes this proposal while the field is empty. */
  suggestion?: string | undefined;
  hasFocus?: boolean;
  rows?: number;
}

export function TextArea({
  label,
  value,
  onChange,
  onSend,
  suggestion,
  hasFocus = false,
  rows = 3,
}: TextAreaProps) {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  const proposal = value === '' ? suggestion : undefined;
  const takeProposal = () => {
    onChange(proposal ?? '');
    ref.current?.focus();
  };
  const keys = (event: React.KeyboardEvent) => {
    if (proposal !== undefined && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      takeProposal();
    } else if (onSend && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    }
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.text}
        value={value}
        rows={rows}
        autoFocus={hasFocus}
        {...firstField}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={keys}
        ref={ref}
        placeholder={proposal}
        aria-describedby={proposal === undefined ? undefined : `${id}-proposal`}
      />
      {proposal !== undefined && (
        <p id={`${id}-proposal`} className={styles.proposal}>
          The assistant suggests this text.{' '}
          <Button variant="quiet" label="Use the suggestion" keys={['Tab']} onClick={takeProposal}>
            Use it
          </Button>
        </p>
      )}
    </div>
  );
}
