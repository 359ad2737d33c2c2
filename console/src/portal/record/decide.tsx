// An approver decides on the page of the request. Nothing is decided by opening it, as scanners of mails do.
import { useState } from 'react';
import { faultOf, type ServiceRequest } from '../../api/index.ts';
import { ApprovalPanel, recordDrafts } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { useDecide } from './own-actions.ts';

interface DecideProps {
  request: ServiceRequest;
  me: string;
}

export function Decide({ request, me }: DecideProps) {
  const [drafts] = useState(() => recordDrafts(request.id, me).text('decision'));
  const [comment, setComment] = useState(() => drafts.read()?.text ?? '');
  const decide = useDecide(request, () => drafts.write(undefined));
  return (
    <ApprovalPanel
      request={request}
      comment={comment}
      onComment={(text) => {
        setComment(text);
        drafts.write({ text });
      }}
      pending={decide.isPending ? decide.variables.decision : undefined}
      fault={decide.error ? faultText(faultOf(decide.error)) : undefined}
      onDecide={(decision) => decide.mutate({ decision, comment: comment.trim() })}
    />
  );
}
