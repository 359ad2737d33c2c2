// The text area is large, with room for tables and code.
import styles from './editor.module.css';

/** The service accepts at most this many characters. */
const MAX_BODY = 65_536;

interface ArticleTextAreaProps {
  value: string;
  onChange: (text: string) => void;
  onSave: () => void;
}

export const ArticleTextArea = ({ value, onChange, onSave }: ArticleTextAreaProps) => (
  <textarea
    className={styles.text}
    aria-label="Text"
    placeholder="Describe what happens, how to recognise it, and what to do. You can use Markdown; headings become the table of contents."
    value={value}
    maxLength={MAX_BODY}
    spellCheck
    onChange={(event) => onChange(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onSave();
    }}
  />
);
