// Every kind of action has its form, and the pointers whose refusals the form shows itself.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ActionKind, type AssignTarget, mailRoles } from '../../actions/index.ts';
import { macrosQuery } from '../../api/index.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { FormProps } from './form-props.ts';
import {
  GroupField,
  GroupsField,
  PeopleField,
  PersonField,
  RolesOrPeopleField,
} from './people-fields.tsx';
import { SetForm } from './set-form.tsx';
import { TemplateField } from './template-field.tsx';

const targets: Readonly<Record<AssignTarget, string>> = {
  round_robin: 'Round robin in a group',
  least_open: 'The member of a group with the fewest open records',
  group: 'A group',
  person: 'A person',
};

const AssignForm = ({ value, faultAt, onChange }: FormProps<'assign'>) => (
  <>
    <SelectField
      label="To"
      value={value.to}
      options={targets}
      onChange={(to) => onChange({ ...value, to: to as AssignTarget })}
    />
    {value.to === 'person' && (
      <PersonField
        label="Person"
        value={value.person}
        fault={faultAt('/person')}
        onChange={(person) => onChange({ ...value, person })}
      />
    )}
    <GroupField
      label={value.to === 'person' ? 'Group, if it is to change' : 'Group'}
      value={value.group}
      fault={faultAt('/group')}
      onChange={(group) => onChange({ ...value, group })}
    />
  </>
);

const visibilities = { team: 'The team', public: 'The team and the requester' };

const NoteForm = ({ value, faultAt, onChange }: FormProps<'add_note'>) => (
  <>
    <SelectField
      label="Readers"
      value={value.visibility}
      options={visibilities}
      onChange={(next) => onChange({ ...value, visibility: next as 'team' | 'public' })}
    />
    <TemplateField
      label="Text of the note"
      value={value.text}
      maxLength={10_000}
      fault={faultAt('/text')}
      onChange={(text) => onChange({ ...value, text })}
    />
  </>
);

const NotifyForm = ({ value, faultAt, onChange }: FormProps<'notify'>) => (
  <>
    <PeopleField
      label="People"
      value={value.users}
      fault={faultAt('/users')}
      onChange={(users) => onChange({ ...value, users })}
    />
    <GroupsField
      label="Groups"
      value={value.groups}
      fault={faultAt('/groups')}
      onChange={(groups) => onChange({ ...value, groups })}
    />
    <TemplateField
      label="Text; if it is empty, the name and the title of the record"
      isLine
      value={value.text}
      maxLength={1000}
      fault={faultAt('/text')}
      onChange={(text) => onChange({ ...value, text })}
    />
  </>
);

const MailForm = ({ value, faultAt, onChange }: FormProps<'mail'>) => (
  <>
    <RolesOrPeopleField
      label="To"
      roles={mailRoles}
      value={value.to}
      fault={faultAt('/to')}
      onChange={(to) => onChange({ ...value, to })}
    />
    <TemplateField
      label="Subject"
      isLine
      value={value.subject}
      maxLength={300}
      fault={faultAt('/template/subject')}
      onChange={(subject) => onChange({ ...value, subject })}
    />
    <TemplateField
      label="Text of the mail"
      value={value.text}
      maxLength={10_000}
      fault={faultAt('/template/text')}
      onChange={(text) => onChange({ ...value, text })}
    />
  </>
);

function MacroForm({ value, type, faultAt, onChange }: FormProps<'apply_macro'>) {
  const { data = [] } = useQuery(macrosQuery(type));
  const { macro_id: id } = value;
  const options = {
    ...(id === '' && { '': data.length === 0 ? 'There are no macros' : 'Choose a macro' }),
    ...Object.fromEntries(data.map((macro) => [macro.id, macro.name])),
    ...(id !== '' && !data.some((macro) => macro.id === id) && { [id]: 'A macro that is gone' }),
  };
  return (
    <SelectField
      label="Macro"
      value={id}
      options={options}
      fault={faultAt('/macro_id')}
      onChange={(macro_id) => onChange({ macro_id })}
    />
  );
}

const WatchersForm = ({ value, faultAt, onChange }: FormProps<'add_watcher'>) => (
  <PeopleField label="People" value={value} fault={faultAt('/users')} onChange={onChange} />
);

interface ActionForm<Kind extends ActionKind> {
  Form: (props: FormProps<Kind>) => ReactNode;
  /** The form shows the refusals of these parts; `true` for all. */
  shows: readonly string[] | true;
}

export const actionForms: { readonly [Kind in ActionKind]: ActionForm<Kind> } = {
  assign: { Form: AssignForm, shows: ['/group', '/person'] },
  set: { Form: SetForm, shows: true },
  add_note: { Form: NoteForm, shows: ['/text'] },
  notify: { Form: NotifyForm, shows: ['/users', '/groups', '/text'] },
  mail: { Form: MailForm, shows: ['/to', '/template/subject', '/template/text'] },
  apply_macro: { Form: MacroForm, shows: ['/macro_id'] },
  add_watcher: { Form: WatchersForm, shows: ['/users'] },
};
