// Employees report a problem by answering one question.
import { useQuery } from '@tanstack/react-query';
import { createIncident, type IncidentCreate, mayUse, type Me, meQuery } from '../../api/index.ts';
import { useCreate } from '../../records/index.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { filesNotes } from '../../words/index.ts';
import { OwnForm } from './own-form.tsx';
import { bodyOfText } from './report.title.ts';

function Form({ me }: { me: Me }) {
  const form = useCreate({
    type: 'incident',
    me,
    notes: { type: 'incident', visibility: 'public', body: filesNotes.report },
    createdText: () => 'Your report was sent.',
    create: (body, key) => createIncident(bodyOfText(body) as unknown as IncidentCreate, key),
  });
  return (
    <OwnForm
      me={me}
      form={form}
      name="Report a problem"
      noun="report"
      question="What is not working?"
      placeholder="For example: My laptop has not started since this morning. The screen stays black."
    />
  );
}

export function ReportPage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'incidents.create'))
    return (
      <EmptyState isPage title="You cannot report a problem here">
        Please ask the people who look after this service.
      </EmptyState>
    );
  return <Form me={me} />;
}
