// The drawer shows who sent a message, what became of it and why, and how its text begins.
import { useQuery } from '@tanstack/react-query';
import { downloadMessage, faultOf, type Message, messageQuery } from '../../api/index.ts';
import { Facts, RecordLink } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { exactTime } from '../../ui/marks/time.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { matchText } from '../../words/index.ts';
import { saveFile } from '../../ui/save-file.ts';
import { DecisionButtons } from './decisions.tsx';
import styles from './mail.module.css';
import { causeText, senderText, stateText, subjectText } from './mail.words.ts';
import type { Decisions } from './use-decisions.ts';

const verifiedText = ({ sender_verified, verification_reason: reason }: Message): string => {
  if (sender_verified === null) return 'Not checked yet';
  const result = sender_verified ? 'Verified' : 'Not verified';
  return reason === null ? result : `${result}: ${reason}`;
};

const typeOf = (recordId: string) => (recordId.startsWith('REQ') ? 'request' : 'incident');

const factsOf = (message: Message): Parameters<typeof Facts>[0]['facts'] => {
  const { record_id: recordId, matched_by: by, decided_by: decidedBy, envelope_to: to } = message;
  const match = by === null ? undefined : matchText(by);
  return [
    ['From', senderText(message)],
    ['Sender', verifiedText(message)],
    ...(to.length > 0 ? ([['To', to.join(', ')]] as const) : []),
    ['Received', exactTime(message.received_at)],
    ['State', stateText(message)],
    ...(message.cause === null ? [] : ([['Why', causeText(message)]] as const)),
    ...(recordId === null
      ? []
      : ([
          [
            'Record',
            <span key="record">
              <RecordLink type={typeOf(recordId)} id={recordId} /> {match}
            </span>,
          ],
        ] as const)),
    ...(decidedBy === null ? [] : ([['Decided by', decidedBy]] as const)),
  ];
};

async function save(message: Message): Promise<void> {
  try {
    saveFile(await downloadMessage(message.id), `${message.id}.eml`);
  } catch (error) {
    toast(`The message was not downloaded. ${faultText(faultOf(error))}`, { tone: 'red' });
  }
}

export function MessageView({ id, decisions }: { id: string; decisions: Decisions }) {
  const { data: message, error, refetch } = useQuery(messageQuery(id));
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!message) return <SkeletonBar width="60%" />;
  return (
    <article className={styles.message}>
      <h2>{subjectText(message)}</h2>
      <DecisionButtons message={message} decisions={decisions} />
      {message.excerpt !== null && <p className={styles.excerpt}>{message.excerpt}</p>}
      <Facts facts={factsOf(message)} />
      <Button onClick={() => void save(message)}>Download the message</Button>
    </article>
  );
}
