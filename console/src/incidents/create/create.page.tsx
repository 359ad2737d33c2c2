// Similar cases suggest properties while an incident is being written.
import { useQuery } from '@tanstack/react-query';
import { type Me, meQuery, mayUse } from '../../api/index.ts';
import { ArticleHints, CreateFields, CreateFrame } from '../../records/index.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { createFieldsOf, mayNameOthers } from './create.fields.ts';
import { MatchingLeaders } from './matching-leaders.tsx';
import { RequesterField } from './requester-field.tsx';
import { Suggestions } from './suggestions.tsx';
import { useCreateForm } from './use-create-form.ts';

function Form({ me }: { me: Me }) {
  const form = useCreateForm(me);
  return (
    <CreateFrame
      form={form}
      noun="incident"
      placeholder="Describe what happens, since when, and who is affected. You can use Markdown."
      aboveTitle={mayNameOthers(me) && <RequesterField form={form} me={me} />}
      belowTitle={
        <>
          <MatchingLeaders
            title={form.draft.title}
            me={me}
            unavailable={form.unavailable}
            onAdd={form.addTo}
          />
          <ArticleHints text={form.draft.title} me={me} />
        </>
      }
      side={
        <CreateFields
          form={form}
          fields={createFieldsOf(me)}
          defaults={{ priority: 'P3 (default)' }}
        />
      }
    >
      {mayUse(me, 'ai.use') && <Suggestions form={form} />}
    </CreateFrame>
  );
}

export function CreatePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'incidents.create'))
    return (
      <EmptyState isPage title="You may not create incidents">
        Ask an administrator for a role that can.
      </EmptyState>
    );
  return <Form me={me} />;
}
