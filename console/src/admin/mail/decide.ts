// A decision is shown at once. Those that others notice are sent after some seconds, in which they can be undone.
import {
  attachMessage,
  decideMessage,
  faultOf,
  type MailDecision,
  type Message,
  messageQuery,
  queryClient,
} from '../../api/index.ts';
import { sendDelayed } from '../../keys/index.ts';
import { acceptRow, patchRows } from '../../lists/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { decidedTexts, subjectText } from './mail.words.ts';

/** The state that a message has after a decision, until it is read again. */
const nextState = { release: 'received', discard: 'ignored', reprocess: 'received' } as const;

const keep = (message: Message): void => {
  queryClient.setQueryData(messageQuery(message.id).queryKey, message);
};

/** Shows the message as decided. Returns a function that shows it as it was. */
function showDecided(message: Message, state: Message['state']): () => void {
  const cause = state === 'ignored' ? ('discarded' as const) : null;
  const shown = { state, cause, allowed_decisions: [] };
  const revert = patchRows('message', message.id, shown);
  // A message that is `received` would be read again every second, before the decision is sent.
  keep({ ...message, allowed_decisions: [] });
  return () => {
    revert();
    keep(message);
  };
}

interface Deciding {
  message: Message;
  /** The message of another decision is shown again, because this one was undone or refused. */
  onReverted: () => void;
  onDecided: (id: string) => void;
}

async function send(
  { message, onReverted, onDecided }: Deciding,
  run: () => Promise<Message>,
  revert: () => void,
): Promise<void> {
  try {
    const saved = await run();
    keep(saved);
    acceptRow('message', saved);
    onDecided(saved.id);
  } catch (error) {
    revert();
    onReverted();
    const text = `“${subjectText(message)}” is as it was. ${faultText(faultOf(error))}`;
    toast(text, { tone: 'red', forMs: 15_000 });
    void queryClient.invalidateQueries({ queryKey: messageQuery(message.id).queryKey });
  }
}

export function decide(decision: MailDecision, deciding: Deciding): void {
  const { message, onReverted } = deciding;
  const revert = showDecided(message, nextState[decision]);
  const text = `“${subjectText(message)}” ${decidedTexts[decision]}.`;
  const run = () => void send(deciding, () => decideMessage(message.id, decision), revert);
  if (decision === 'reprocess') {
    toast(text);
    return run();
  }
  sendDelayed(`mail ${message.id}`, text, run, () => {
    revert();
    onReverted();
  });
}

export function attach(recordId: string, deciding: Deciding): void {
  const { message } = deciding;
  const revert = showDecided(message, 'received');
  toast(`“${subjectText(message)}” is attached to ${recordId}.`);
  void send(deciding, () => attachMessage(message.id, recordId), revert);
}
