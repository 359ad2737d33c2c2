// We think that it is fixed, and the employee says whether it is.
import { useState } from 'react';
import type { NotedRef, RecordRef } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { HelpfulIcon, UnhelpfulIcon } from '../../ui/icons.ts';
import { useConfirm, useReportBroken } from './own-actions.ts';
import styles from './reply.module.css';
import { ReplyBox } from './reply-box.tsx';
import { useReply } from './use-reply.ts';

interface FixedQuestionProps {
  record: NotedRef & RecordRef<'incident'>;
  me: string;
}

const FailureText = () => (
  <p role="alert" className={styles.fault}>
    This did not work. Check your connection, and try again. Nothing that you wrote is lost.
  </p>
);

function BrokenReply({ record, me, onBack }: FixedQuestionProps & { onBack: () => void }) {
  const reply = useReply(record, me);
  const [key] = useState(() => crypto.randomUUID());
  const report = useReportBroken(record, reply.clear);
  const { text, files } = reply;
  return (
    <ReplyBox
      reply={reply}
      label="What still happens?"
      placeholder="For example: it works for a minute, then it stops again."
      hasFocus
      isSending={report.isPending}
      onSend={() => report.mutate({ text, files, key })}
    >
      {report.isError && <FailureText />}
      <Button variant="quiet" className={styles.back} onClick={onBack}>
        Back to the question
      </Button>
    </ReplyBox>
  );
}

export function FixedQuestion({ record, me }: FixedQuestionProps) {
  const [isBroken, setBroken] = useState(false);
  const confirm = useConfirm(record);
  if (isBroken) return <BrokenReply record={record} me={me} onBack={() => setBroken(false)} />;
  return (
    <section className={styles.question} aria-label="Did we fix it?">
      <h2>Did we fix it?</h2>
      {confirm.isError && <FailureText />}
      <div className={styles.answers}>
        <Button
          variant="primary"
          className={styles.large}
          icon={<HelpfulIcon />}
          unavailable={confirm.isPending ? 'Your answer is being sent.' : undefined}
          onClick={() => confirm.mutate()}
        >
          {confirm.isPending ? 'Sending…' : 'It works'}
        </Button>
        <Button className={styles.large} icon={<UnhelpfulIcon />} onClick={() => setBroken(true)}>
          Still broken
        </Button>
      </div>
    </section>
  );
}
