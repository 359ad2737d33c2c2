// Employees ask for something by answering one question, and may say by when and for whom.
import { useQuery } from '@tanstack/react-query';
import {
  choicesQuery,
  createServiceRequest,
  mayUse,
  type Me,
  meQuery,
  type ServiceRequestCreate,
} from '../../api/index.ts';
import { type CreateState, useCreate } from '../../records/index.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { dateOf, timeOfDate } from './day.ts';
import { ForWhom } from './for-whom.tsx';
import { OwnForm } from './own-form.tsx';
import { filesNotes } from '../../words/index.ts';
import styles from './report.module.css';
import { bodyOfText } from './report.title.ts';

const valueOf = (form: CreateState, field: string): string => {
  const value = form.draft.fields[field];
  return typeof value === 'string' ? value : '';
};

/** The choices come from the settings; one that fits says more to the team than words. */
function Items({ form }: { form: CreateState }) {
  const { data } = useQuery(choicesQuery);
  const items = data?.request_items ?? [];
  const chosen = valueOf(form, 'item');
  if (items.length === 0) return null;
  return (
    <fieldset className={styles.items}>
      <legend>Is it one of these?</legend>
      {items.map((item) => (
        <button
          key={item}
          type="button"
          aria-pressed={item === chosen}
          onClick={() => form.setField('item', item === chosen ? null : item)}
        >
          {item}
        </button>
      ))}
    </fieldset>
  );
}

function Form({ me }: { me: Me }) {
  const form = useCreate({
    type: 'request',
    me,
    notes: { type: 'request', visibility: 'public', body: filesNotes.request },
    createdText: () => 'Your request was sent.',
    create: (body, key) =>
      createServiceRequest(bodyOfText(body) as unknown as ServiceRequestCreate, key),
  });
  return (
    <OwnForm
      me={me}
      form={form}
      name="Ask for something"
      noun="request"
      question="What do you need?"
      placeholder="For example: A second screen for my desk, because I compare plans all day."
    >
      <Items form={form} />
      <div className={styles.more}>
        <TextField
          label="By when? (if it matters)"
          type="date"
          value={dateOf(valueOf(form, 'due_at'))}
          fault={form.faultAt('due_at')}
          onChange={(date) => form.setField('due_at', timeOfDate(date))}
        />
        <ForWhom
          email={valueOf(form, 'requested_for')}
          fault={form.faultAt('requested_for')}
          onChange={(email) => form.setField('requested_for', email)}
        />
      </div>
    </OwnForm>
  );
}

export function AskForPage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'requests.create'))
    return (
      <EmptyState isPage title="You cannot ask for something here">
        Please ask the people who look after this service.
      </EmptyState>
    );
  return <Form me={me} />;
}
