// A payload, a header or a command wraps its long lines and can be copied.
import { Button } from '../forms/button.tsx';
import styles from './code-block.module.css';
import { copyText } from './copy.ts';
import { CopyIcon } from '../icons.ts';

interface CodeBlockProps {
  label: string;
  text: string;
  /** A toast says this after the text was copied. */
  copied?: string;
}

/** Indents JSON; other text is returned as it is. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export const CodeBlock = ({ label, text, copied = `${label} copied.` }: CodeBlockProps) => (
  <div className={styles.block}>
    <pre tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
    <Button
      variant="quiet"
      className={styles.copy}
      icon={<CopyIcon />}
      label={`Copy: ${label}`}
      onClick={() => copyText(text, copied)}
    />
  </div>
);
