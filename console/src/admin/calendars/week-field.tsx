// The week has a row for each day.
import { Button } from '../../ui/forms/button.tsx';
import fields from '../../ui/forms/fields.module.css';
import { CopyIcon } from '../../ui/icons.ts';
import styles from './calendars.module.css';
import { type CalendarValues, type WeekValue, withMonday } from './calendars.values.ts';
import { dayLabels, weekdays } from './calendars.words.ts';
import { HoursField } from './hours-field.tsx';
import { faultAt, usePreview } from './use-preview.ts';

interface WeekFieldProps {
  values: CalendarValues;
  onChange: (week: WeekValue) => void;
}

export function WeekField({ values, onChange }: WeekFieldProps) {
  const { faults } = usePreview(values);
  const { weekly: week } = values;
  const copied = withMonday(week);
  const isCopied = JSON.stringify(copied) === JSON.stringify(week);
  return (
    <div className={styles.week}>
      {weekdays.map((day) => {
        const ofDay = faults.get(`/weekly/${day}`);
        return (
          <fieldset key={day} className={styles.day}>
            <legend>{dayLabels[day]}</legend>
            <div>
              <HoursField
                label={dayLabels[day]}
                value={week[day]}
                faultOf={(at) => faultAt(faults, `/weekly/${day}/${at}`)}
                onChange={(hours) => onChange({ ...week, [day]: hours })}
              />
              {ofDay !== undefined && (
                <span className={fields.fault} role="alert">
                  {ofDay}
                </span>
              )}
            </div>
          </fieldset>
        );
      })}
      <div className={styles.below}>
        <Button
          icon={<CopyIcon />}
          unavailable={isCopied ? 'Tuesday to Friday have the hours of Monday.' : undefined}
          onClick={() => onChange(copied)}
        >
          Copy Monday to Tue–Fri
        </Button>
        <small>A night is two parts: until 24:00, and from 00:00 of the next day.</small>
      </div>
    </div>
  );
}
