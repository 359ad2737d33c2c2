// The text of an article, large and with room for tables and code.
import styles from './editor.module.css';

/** What the service accepts. */
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
    placeholder="What happens, how to recognise it, and what to do. Markdown; headings become the contents."
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
