// The page of a request, for the person who made it, whom it is for, or who decides about it.
import { getRouteApi } from '@tanstack/react-router';
import { isOwnRequest, mayUse, type Me, type ServiceRequest } from '../../api/index.ts';
import { AnswersTable } from '../../records/index.ts';
import { Decide } from './decide.tsx';
import { OwnRecord } from './own-record.tsx';
import { useWithdrawRequest } from './own-actions.ts';
import { requestSteps } from './progress.ts';
import { RecordView } from './record-view.tsx';
import { ReplyBox } from './reply-box.tsx';
import styles from './record.module.css';
import { approverWords, requestWords } from './status.words.ts';
import { useReply } from './use-reply.ts';
import { Withdraw } from './withdraw.tsx';

const route = getRouteApi('/requests/$id');

interface PartProps {
  request: ServiceRequest;
  me: Me;
}

const refOf = ({ id }: ServiceRequest) => ({ type: 'request', id }) as const;

function WriteToUs({ request, me }: PartProps) {
  const reply = useReply(refOf(request), me.email);
  return (
    <ReplyBox reply={reply} label="Write to us" placeholder="Your message" onSend={reply.send} />
  );
}

function WithdrawRequest({ request }: { request: ServiceRequest }) {
  const withdraw = useWithdrawRequest(request);
  return (
    <Withdraw
      label="I no longer need this"
      question="Withdraw your request?"
      detail="Nobody will decide about it any more. You can request it again at any time."
      action={withdraw}
    />
  );
}

const decisions = ['approved', 'rejected'] as const;

const canDecide = ({ state, allowed_transitions: moves }: ServiceRequest): boolean =>
  state === 'submitted' && decisions.some((decision) => moves.includes(decision));

const Answers = ({ request: { questions, answers } }: { request: ServiceRequest }) =>
  questions.length > 0 && (
    <section className={styles.answers} aria-label="Answers">
      <h2>Answers</h2>
      <AnswersTable questions={questions} answers={answers} />
    </section>
  );

function OwnRequest({ request, me }: PartProps) {
  const { requested_by: opener, created_at, short_description: title, description } = request;
  const isOwn = isOwnRequest(request, me.email);
  const isAsked = canDecide(request);
  const canWrite = isOwn && mayUse(me, 'requests.update') && request.state !== 'cancelled';
  const isOfOthers = !isOwn && request.state === 'submitted';
  return (
    <RecordView
      record={refOf(request)}
      me={me.email}
      opening={{ opener, created_at, title, description }}
      words={isOfOthers ? approverWords(isAsked) : requestWords[request.state]}
      stepsOf={(entries) => requestSteps(request, entries)}
      actions={
        request.allowed_transitions.includes('cancelled') && <WithdrawRequest request={request} />
      }
      question={isAsked && <Decide key={request.id} request={request} me={me.email} />}
      details={!isAsked && <Answers request={request} />}
    >
      {canWrite && <WriteToUs request={request} me={me} />}
    </RecordView>
  );
}

export function OwnRequestPage() {
  const { id } = route.useParams();
  return (
    <OwnRecord key={id} record={{ type: 'request', id }}>
      {(request, me) => <OwnRequest request={request} me={me} />}
    </OwnRecord>
  );
}
