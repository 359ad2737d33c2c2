// A message that was not applied waits for a decision. Which ones are allowed follows from its state.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  attachMessage,
  decideMessage,
  faultOf,
  type MailDecision,
  type Message,
  messageQuery,
} from '../../api/index.ts';
import { acceptRow } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import styles from './mail.module.css';

interface DecisionRow {
  label: string;
  title: string;
  from: readonly string[];
  done: string;
}

const decisions: Readonly<Record<MailDecision, DecisionRow>> = {
  release: {
    label: 'Release',
    title: 'Apply it without the rules that hold it',
    from: ['held'],
    done: 'The message is released.',
  },
  reprocess: {
    label: 'Process again',
    title: 'Apply all rules again',
    from: ['held', 'ignored', 'failed'],
    done: 'The message is processed again.',
  },
  discard: {
    label: 'Discard',
    title: 'Leave it without effect',
    from: ['held', 'failed'],
    done: 'The message is discarded.',
  },
};

const names = Object.keys(decisions) as MailDecision[];
const attachable: ReadonlySet<string> = new Set(['held', 'ignored']);

function useDecision(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ run }: { run: () => Promise<Message>; done: string }) => run(),
    onSuccess: (message, { done }) => {
      cache.setQueryData(messageQuery(id).queryKey, message);
      acceptRow('message', message);
      toast(done);
    },
    onError: (error) => toast(faultText(faultOf(error)), { tone: 'red' }),
  });
}

function Attach({ id, decide }: { id: string; decide: ReturnType<typeof useDecision> }) {
  const [recordId, setRecordId] = useState('');
  const given = recordId.trim().toUpperCase();
  return (
    <form
      className={styles.attach}
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '')
          decide.mutate({
            run: () => attachMessage(id, given),
            done: `The message is attached to ${given}.`,
          });
      }}
    >
      <TextField label="Id of the record" value={recordId} onChange={setRecordId} />
      <Button type="submit" unavailable={given === '' ? 'Enter the id of a record.' : undefined}>
        Attach
      </Button>
    </form>
  );
}

export function Decisions({ message: { id, state } }: { message: Message }) {
  const decide = useDecision(id);
  const allowed = names.filter((name) => decisions[name].from.includes(state));
  const waiting = decide.isPending ? 'The decision is being sent.' : undefined;
  return (
    <section className={styles.decisions} aria-label="Decisions">
      <div className={styles.buttons}>
        {allowed.map((name) => (
          <Button
            key={name}
            variant={name === 'release' ? 'primary' : 'plain'}
            title={decisions[name].title}
            unavailable={waiting}
            onClick={() =>
              decide.mutate({ run: () => decideMessage(id, name), done: decisions[name].done })
            }
          >
            {decisions[name].label}
          </Button>
        ))}
      </div>
      {attachable.has(state) && <Attach id={id} decide={decide} />}
    </section>
  );
}
