// A new change is submitted at once, or saved as a draft.
import { useQuery } from '@tanstack/react-query';
import { type ChangeCreate, createChange, mayUse, type Me, meQuery } from '../../api/index.ts';
import { CreateFields, CreateFrame, useCreate } from '../../records/index.ts';
import { fieldLabel } from '../../words/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { TextEditor } from '../../ui/forms/text-editor.tsx';
import { createFields } from '../changes.fields.ts';

const plans = {
  implementation_plan: 'The steps, in order. You can use Markdown.',
  backout_plan: 'How to undo the change, and until when that is possible.',
  test_plan: 'How you will check that the change works.',
};

const defaults = { risk: 'Medium (default)', type: 'Normal (default)', priority: 'P3 (default)' };

function Form({ me }: { me: Me }) {
  const form = useCreate({
    type: 'change',
    me,
    create: (body, key) => createChange(body as unknown as ChangeCreate, key),
    check: ({ fields: { type, template, planned_start_at: begin, planned_end_at: end } }) => {
      if (type === 'standard' && !template) return 'Choose the template of the standard change.';
      if (Boolean(begin) !== Boolean(end))
        return 'Enter both the start and the end of the planned window.';
      return begin && end && String(end) <= String(begin)
        ? 'The end must be after the start.'
        : undefined;
    },
  });
  const textOf = (field: string) => {
    const value = form.draft.fields[field];
    return typeof value === 'string' ? value : '';
  };
  return (
    <CreateFrame
      form={form}
      noun="change"
      action="Submit change"
      placeholder="Describe what is changed, and why. You can use Markdown."
      actions={
        <Button unavailable={form.unavailable} onClick={() => form.send({ state: 'draft' })}>
          Save as draft
        </Button>
      }
      side={<CreateFields form={form} fields={createFields} defaults={defaults} />}
    >
      {Object.entries(plans).map(([field, placeholder]) => (
        <TextEditor
          key={field}
          label={fieldLabel(field)}
          value={textOf(field)}
          placeholder={placeholder}
          onChange={(text) => form.setField(field, text)}
          onSend={() => form.send()}
          actions={null}
        />
      ))}
    </CreateFrame>
  );
}

export function ChangeCreatePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'changes.create'))
    return (
      <EmptyState isPage title="You may not create changes">
        Ask an administrator for a role that can.
      </EmptyState>
    );
  return <Form me={me} />;
}
