// A group in the drawer: created, or changed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createGroup,
  faultOf,
  type Group,
  groupQuery,
  inputFaultsOf,
  updateGroup,
} from '../../api/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import { DrawerForm } from '../drawer-form.tsx';
import { NEW, useSaving } from '../saving.ts';
import { groupList } from './groups.list.ts';

interface GroupFields {
  name: string;
  email: string;
  members: readonly string[];
}

const empty: GroupFields = { name: '', email: '', members: [] };

const bodyOf = ({ name, email, members }: GroupFields) => ({
  name: name.trim(),
  email: email.trim() === '' ? null : email.trim(),
  members: [...members],
});

function Form({ group, onSaved }: { group: Group | undefined; onSaved: (id: string) => void }) {
  const [fields, setFields] = useState<GroupFields>(
    group ? { ...group, email: group.email ?? '' } : empty,
  );
  const saving = useSaving({
    list: groupList,
    save: () =>
      group ? updateGroup(group.id, bodyOf(fields), group.version) : createGroup(bodyOf(fields)),
    keyOf: ({ id }) => groupQuery(id).queryKey,
    rowOf: (saved: Group) => saved,
    text: ({ name }) => `${name} is saved.`,
    onSaved: ({ id }) => onSaved(id),
  });
  const faults = inputFaultsOf(saving.error);
  const change = (part: Partial<GroupFields>) => setFields({ ...fields, ...part });
  const missing = fields.name.trim() === '' ? 'Write a name first.' : undefined;
  return (
    <DrawerForm
      label={group ? `Group ${group.name}` : 'New group'}
      error={saving.error}
      submitLabel={group ? 'Save' : 'Create the group'}
      unavailable={saving.isPending ? 'It is being saved.' : missing}
      onSubmit={() => saving.mutate()}
      note={group && 'Records that refer to the old name keep it.'}
    >
      <TextField
        label="Name"
        value={fields.name}
        maxLength={255}
        fault={faults.get('/name')}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="E-mail address of the group"
        type="email"
        value={fields.email}
        fault={faults.get('/email')}
        onChange={(email) => change({ email })}
      />
      <TextLines
        label="Members, one e-mail address per line"
        value={fields.members}
        onChange={(members) => change({ members })}
      />
    </DrawerForm>
  );
}

export function GroupForm({ id, onSaved }: { id: string; onSaved: (id: string) => void }) {
  const { data, error, refetch } = useQuery({ ...groupQuery(id), enabled: id !== NEW });
  if (id === NEW) return <Form group={undefined} onSaved={onSaved} />;
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  return <Form key={`${id} ${data.version}`} group={data} onSaved={onSaved} />;
}
