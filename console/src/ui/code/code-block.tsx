// Text of machines: a payload, a header, a command. Long lines wrap, and it can be copied.
import { Button } from '../forms/button.tsx';
import styles from './code-block.module.css';
import { copyText } from './copy.ts';
import { CopyIcon } from '../icons.ts';

interface CodeBlockProps {
  label: string;
  text: string;
  /** Said after it was copied. */
  copied?: string;
}

/** Indented where it is JSON, else as it is. */
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
