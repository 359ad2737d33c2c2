// The fields of a calendar; the last one shows what follows from the others.
import type { FormField, FormSection } from '../form/form-field.ts';
import type { CalendarValues } from './calendars.values.ts';
import { DaysField } from './days-field.tsx';
import { ExceptionsField } from './exceptions-field.tsx';
import { usePreview } from './use-preview.ts';
import { WeekField } from './week-field.tsx';
import { ZoneField } from './zone-field.tsx';

type Section = FormSection<CalendarValues>;

const week: Section = { title: 'Hours of the week' };
const dates: Section = { title: 'Dates with other hours' };
const days: Section = { title: 'The next 14 days, as they will count' };

interface ZoneProps {
  values: CalendarValues;
  onChange: (zone: string) => void;
}

function Zone({ values, onChange }: ZoneProps) {
  const { faults } = usePreview(values);
  return (
    <ZoneField value={values.time_zone} fault={faults.get('/time_zone')} onChange={onChange} />
  );
}

export const calendarFields: readonly FormField<CalendarValues>[] = [
  { name: 'name', kind: 'text', label: 'Name', maxLength: 100, missing: 'Enter a name first.' },
  {
    name: 'time_zone',
    kind: 'own',
    label: 'Time zone',
    render: (_, onChange, values) => <Zone values={values} onChange={onChange} />,
  },
  {
    section: week,
    name: 'weekly',
    kind: 'own',
    label: 'Hours of the week',
    render: (_, onChange, values) => <WeekField values={values} onChange={onChange} />,
  },
  {
    section: dates,
    name: 'exceptions',
    kind: 'own',
    label: 'Dates with other hours',
    render: (_, _onChange, values, onChanges) => (
      <ExceptionsField values={values} onChanges={onChanges} />
    ),
  },
  {
    section: days,
    name: 'from',
    kind: 'own',
    label: 'The next days',
    render: (_, onChange, values) => <DaysField values={values} onChange={onChange} />,
  },
];
