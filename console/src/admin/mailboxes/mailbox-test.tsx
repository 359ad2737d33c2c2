// A mailbox is tested when it was saved, and again at any time. The result stays while its page is open.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { faultOf, mailboxTestQuery, testMailbox } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import type { UseFindings } from '../form/admin-form.tsx';
import { findingsOf } from './findings.ts';
import styles from './mailboxes.module.css';
import type { MailboxValues } from './mailboxes.values.ts';
import { testText } from './mailboxes.words.ts';

const anyValues = { provider: 'imap', sending: 'instance' } as const;

/** The result of an earlier test says nothing while another one runs. */
function useTest(id: string) {
  const { data, error, isFetching } = useQuery({ ...mailboxTestQuery(id), enabled: false });
  return { test: isFetching ? undefined : data, error: isFetching ? null : error, isFetching };
}

export const useFindings: UseFindings<MailboxValues> = (id, saved) =>
  findingsOf(useTest(id ?? '').test, saved);

export function TestResult({ id }: { id: string }) {
  const { test, error, isFetching } = useTest(id);
  const shown = useRef<HTMLDivElement>(null);
  // Without a field that is wrong, nothing else leads to the result.
  const hasField = test !== undefined && findingsOf(test, anyValues).size > 0;
  useEffect(() => {
    if (test && !hasField) shown.current?.scrollIntoView({ block: 'center' });
  }, [test, hasField]);
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void testMailbox(id)} />;
  return (
    <div ref={shown} role="status" aria-label="Result of the test">
      {isFetching && <p>Testing…</p>}
      {test && (
        <ul className={styles.results}>
          {(['incoming', 'outgoing'] as const).map((direction) => (
            <li key={direction} data-state={test[direction].status}>
              {testText(direction, test)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function TestButton({ id }: { id: string }) {
  const { isFetching } = useTest(id);
  return (
    <Button
      unavailable={isFetching ? 'A test is running.' : undefined}
      onClick={() => void testMailbox(id)}
    >
      Test
    </Button>
  );
}
