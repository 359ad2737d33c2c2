// A note that came by mail folds what it quotes: earlier mails and a signature.
import styles from './quoted-text.module.css';

export const QuotedText = ({ text = '' }: { text: string | undefined }) =>
  text.trim() !== '' && (
    <details className={styles.quoted}>
      <summary>Show quoted text</summary>
      <p>{text.trim()}</p>
    </details>
  );
