// Assigns a record to a person who may work on it, or to a group.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  assigneesQuery,
  choicesQuery,
  countsQuery,
  directoryQuery,
  mayUse,
  meQuery,
  openStates,
} from '../../api/index.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { Initials } from '../../ui/marks/person.tsx';
import { learnNames } from '../../words/index.ts';
import { assigneeChoices, type Assignment, assignmentOf } from './assignee.choices.ts';

interface AssigneePickerProps {
  label: string;
  /** Members of this group are listed first. */
  group: string | null;
  onChoose: (assignment: Assignment) => void;
  onCancel: () => void;
}

const open = { state: openStates.join() };
/** The service counts for at most this many people; anybody else may have open incidents as well. */
const MAX_COUNTED = 50;

function useOpenCounts(): (email: string) => number | undefined {
  const { data } = useQuery(countsQuery(open, ['assigned_to']));
  const counts = data?.by.assigned_to;
  const known = new Map(counts?.map(({ value, count }) => [value.toLowerCase(), count]));
  const others = counts && counts.length < MAX_COUNTED ? 0 : undefined;
  return (email) => known.get(email.toLowerCase()) ?? others;
}

export function AssigneePicker({ label, group, onChoose, onCancel }: AssigneePickerProps) {
  const [q, setQ] = useState('');
  const { data: me } = useQuery(meQuery);
  const { data: settings } = useQuery(choicesQuery);
  const { data: all, isPending } = useQuery(assigneesQuery({}));
  const { data: team } = useQuery({
    ...assigneesQuery({ group: group ?? '' }),
    enabled: group !== null,
  });
  const isSearched = q !== '' && all?.isWhole === false;
  const { data: found, isFetching } = useQuery({ ...assigneesQuery({ q }), enabled: isSearched });
  const { data: groups = [] } = useQuery(directoryQuery(q, 'group'));
  const openOf = useOpenCounts();
  const isWorker = me && mayUse(me, 'incidents.edit_all_fields');
  const choices = assigneeChoices({
    q,
    me: isWorker ? { name: me.name ?? me.email, email: me.email } : undefined,
    group,
    members: team?.people ?? [],
    others: [...(all?.people ?? []), ...(found?.people ?? [])],
    groups: groups.map(({ name }) => name),
    openOf,
    takesAddress: settings?.directory_is_complete === false,
  });
  return (
    <ChoiceField
      label={label}
      placeholder="Person or group"
      choices={choices.map(({ person, ...choice }) => ({
        ...choice,
        mark: person && <Initials name={person.name} />,
      }))}
      onSearch={setQ}
      onCancel={onCancel}
      emptyText={
        isPending || isFetching
          ? 'Searching…'
          : 'No group, and nobody who can be assigned, has this name.'
      }
      onChoose={(chosen) => {
        const person = choices.find(({ value }) => value === chosen)?.person;
        if (person) learnNames([[person.email, person.name]]);
        onChoose(assignmentOf(chosen));
      }}
    />
  );
}
