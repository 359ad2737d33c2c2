// The time zone is searched among the names of the IANA database.
import { useId, useMemo, useState } from 'react';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import fields from '../../ui/forms/fields.module.css';
import { timeZones } from '../../ui/region/choices.ts';
import { zoneName } from '../../ui/region/zone-name.ts';
import styles from './calendars.module.css';
import { zonesMatching } from './zones.ts';

interface ZoneFieldProps {
  value: string;
  fault: string | undefined;
  onChange: (zone: string) => void;
}

const UTC = 'UTC';

export function ZoneField({ value, fault, onChange }: ZoneFieldProps) {
  const id = useId();
  const [isSearching, setIsSearching] = useState(false);
  /** The button gets the focus back from the search. */
  const [hasSearched, setHasSearched] = useState(false);
  const [q, setQ] = useState('');
  // A stored zone may be one that the browser does not list.
  const zones = useMemo(() => [...new Set([...timeZones(), UTC, value])], [value]);
  const search = (isOpen: boolean) => {
    setQ('');
    setIsSearching(isOpen);
    setHasSearched(true);
  };
  return (
    <div className={fields.field}>
      <span className={styles.label} id={id}>
        Time zone
      </span>
      {isSearching ? (
        <ChoiceField
          label="Time zone"
          placeholder="City or region, such as Berlin"
          choices={zonesMatching(zones, q).map((zone) => ({
            value: zone,
            label: zone.replaceAll('_', ' '),
          }))}
          onSearch={setQ}
          onChoose={(zone) => {
            onChange(zone);
            search(false);
          }}
          onCancel={() => search(false)}
        />
      ) : (
        <button
          type="button"
          className={styles.zone}
          autoFocus={hasSearched}
          aria-labelledby={`${id} ${id}-value`}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onClick={() => search(true)}
        >
          <span id={`${id}-value`}>{zoneName(Date.now(), value)}</span>
        </button>
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
