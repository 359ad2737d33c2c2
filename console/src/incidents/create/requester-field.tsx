// The requester is the first field: somebody who logs a call begins with the name of the caller.
import { useState } from 'react';
import type { Me } from '../../api/index.ts';
import { usePersonChoices } from '../../lists/index.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { usePersonNames } from '../../words/index.ts';
import type { CreateForm } from './use-create-form.ts';

export function RequesterField({ form, me }: { form: CreateForm; me: Me }) {
  const nameOf = usePersonNames();
  const [q, setQ] = useState('');
  const { choices, isSearching, emptyText, learn } = usePersonChoices(q);
  const chosen = form.draft.fields['requester'];
  const set = (email: string | null) =>
    // The service takes the caller by default.
    form.setField('requester', email?.toLowerCase() === me.email.toLowerCase() ? null : email);
  return (
    <SearchField
      key={form.draft.id}
      label="Requester"
      text={typeof chosen === 'string' ? nameOf(chosen) : `${me.name ?? me.email} (me)`}
      choices={choices}
      isSearching={isSearching}
      emptyText={emptyText}
      fault={form.faultAt('requester')}
      onSearch={setQ}
      onChoose={(email) => {
        learn(email);
        set(email);
      }}
      onClear={() => set(null)}
      onTyping={form.setChoosing}
    />
  );
}
