import { useQuery } from '@tanstack/react-query';
import {
  createServiceRequest,
  mayUse,
  type Me,
  meQuery,
  type ServiceRequestCreate,
} from '../api/index.ts';
import { ArticleHints, CreateFields, CreateFrame, useCreate } from '../records/index.ts';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { serviceRequestFields } from './requests.fields.ts';

const defaults = { priority: 'P3 (default)', requested_for: 'You' };

function Form({ me }: { me: Me }) {
  const form = useCreate({
    type: 'request',
    me,
    notes: { type: 'request', visibility: 'team' },
    create: (body, key) => createServiceRequest(body as unknown as ServiceRequestCreate, key),
  });
  return (
    <CreateFrame
      form={form}
      noun="request"
      action="Submit request"
      placeholder="Describe what you need and why. You can use Markdown."
      belowTitle={<ArticleHints text={form.draft.title} me={me} />}
      side={<CreateFields form={form} fields={serviceRequestFields} defaults={defaults} />}
    />
  );
}

export function RequestCreatePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'requests.create'))
    return (
      <EmptyState isPage title="You may not create requests">
        Ask an administrator for a role that allows it.
      </EmptyState>
    );
  return <Form me={me} />;
}
