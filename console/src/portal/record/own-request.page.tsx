// The page of a request, for the person who made it or whom it is for.
import { getRouteApi } from '@tanstack/react-router';
import { mayUse, type Me, type ServiceRequest } from '../../api/index.ts';
import { OwnRecord } from './own-record.tsx';
import { useWithdrawRequest } from './own-actions.ts';
import { requestSteps } from './progress.ts';
import { RecordView } from './record-view.tsx';
import { ReplyBox } from './reply-box.tsx';
import { requestWords } from './status.words.ts';
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

function OwnRequest({ request, me }: PartProps) {
  const { requested_by: opener, created_at, short_description: title, description } = request;
  const canWrite = mayUse(me, 'requests.update') && request.state !== 'cancelled';
  return (
    <RecordView
      record={refOf(request)}
      me={me.email}
      opening={{ opener, created_at, title, description }}
      words={requestWords[request.state]}
      stepsOf={(entries) => requestSteps(request, entries)}
      actions={
        request.allowed_transitions.includes('cancelled') && <WithdrawRequest request={request} />
      }
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
