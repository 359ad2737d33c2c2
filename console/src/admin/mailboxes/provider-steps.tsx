// Numbered steps say what to do at the provider, with commands that name this mailbox.
import { CodeBlock } from '../../ui/code/code-block.tsx';
import type { Provider } from './login.values.ts';
import styles from './mailboxes.module.css';
import type { MailboxValues } from './mailboxes.values.ts';
import { guides } from './provider.words.ts';

interface ProviderStepsProps {
  provider: Provider;
  values: Pick<MailboxValues, 'address' | 'in_client_id'>;
  isOpen: boolean;
}

export function ProviderSteps({ provider, values, isOpen }: ProviderStepsProps) {
  const guide = guides[provider];
  if (!guide) return null;
  const names = { address: values.address.trim(), clientId: values.in_client_id.trim() };
  return (
    <details key={provider} className={styles.guide} open={isOpen}>
      <summary>{guide.title}</summary>
      <ol>
        {guide.steps.map(({ text, commands }) => (
          <li key={text}>
            {text}
            {commands && <CodeBlock label="Commands" text={commands(names)} />}
          </li>
        ))}
      </ol>
      <p className={styles.tried}>{guide.tried}</p>
    </details>
  );
}
