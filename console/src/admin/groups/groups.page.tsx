// Records can be assigned to a group instead of a person.
import { createGroup, type Group, groupQuery, updateGroup } from '../../api/index.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { groupColumns, groupFilters } from './groups.columns.tsx';
import { groupList } from './groups.list.ts';
import { MembersField } from './members-field.tsx';
import { RenamePreview } from './rename-preview.tsx';

interface GroupValues {
  name: string;
  email: string;
  members: readonly string[];
}

const bodyOf = ({ name, email, members }: GroupValues) => ({
  name: name.trim(),
  email: email.trim() === '' ? null : email.trim(),
  members: [...members],
});

const groups: AdminRecord<Group, GroupValues, ReturnType<typeof bodyOf>> = {
  noun: 'group',
  heading: 'Groups',
  list: groupList,
  columns: groupColumns,
  filters: groupFilters,
  none: {
    title: 'There are no groups',
    text: 'A group has members and an address; records can be assigned to it.',
  },
  query: groupQuery,
  create: createGroup,
  update: updateGroup,
  blank: { name: '', email: '', members: [] },
  valuesOf: ({ name, email, members }) => ({ name, email: email ?? '', members }),
  bodyOf,
  fields: [
    { name: 'name', kind: 'text', label: 'Name', maxLength: 255, missing: 'Enter a name first.' },
    { name: 'email', kind: 'email', label: 'E-mail address of the group' },
    {
      name: 'members',
      kind: 'own',
      label: 'Members',
      render: (value, onChange) => <MembersField value={value} onChange={onChange} />,
    },
  ],
  notes: {
    update: ({ provisioned_by: connector }) =>
      connector === null
        ? 'Members get the notifications of the group.'
        : `The directory of the SCIM connector ${connector} provides name and members; change them there.`,
  },
  preview: (group, { name }) => <RenamePreview group={group} name={name.trim()} />,
};

export const GroupsPage = () => <RecordPage record={groups} />;
