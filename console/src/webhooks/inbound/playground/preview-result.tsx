// Shows what the draft would make of a payload: the record, the filter that fails, and the warnings.
import { faultOf, type InboundPreviewed } from '../../../api/index.ts';
import { faultText } from '../../../ui/layout/fault.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { CloseIcon, DoneIcon, WarningIcon } from '../../../ui/icons.ts';
import { Priority } from '../../../ui/marks/record-marks.tsx';
import { inWords } from '../../filters/filter-values.ts';
import { sortNotes } from '../mapping-notes.ts';
import styles from './playground.module.css';

interface PreviewResultProps {
  preview: InboundPreviewed | undefined;
  error: unknown;
  faults: ReadonlyMap<string, string>;
  isChanged: boolean;
  isSaving: boolean;
  mayManage: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

const outcomes: Readonly<Record<InboundPreviewed['would'], string>> = {
  create_incident: 'Would open this incident',
  resolve_incident: 'Would resolve the open incident with this key',
  upsert_ci: 'Would create or update this configuration item',
  be_ignored: 'Would be ignored',
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : JSON.stringify(value, null, 2);

const Fields = ({ fields }: { fields: object }) => (
  <dl className={styles.fields}>
    {Object.entries(fields).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{name === 'priority' ? <Priority value={String(value)} /> : textOf(value)}</dd>
      </div>
    ))}
  </dl>
);

function Preview({ preview }: { preview: InboundPreviewed }) {
  const { would, incident, ci, dedup_key, filters, resolve_when } = preview;
  const { warnings, mapped } = sortNotes(preview.warnings);
  const failing = filters.find(({ passed }) => !passed);
  const isIgnored = would === 'be_ignored';
  return (
    <div role="status" className={styles.outcome}>
      <p className={isIgnored ? styles.ignored : styles.accepted}>
        {isIgnored ? <CloseIcon /> : <DoneIcon />}
        {outcomes[would]}
      </p>
      {failing && (
        <p>
          Because of the filter <b>{inWords(failing)}</b>: the value is{' '}
          <code>{failing.actual === undefined ? 'absent' : JSON.stringify(failing.actual)}</code>.
        </p>
      )}
      {would === 'resolve_incident' && resolve_when.length > 0 && (
        <p>Because it matches “Resolve when”: {resolve_when.map(inWords).join(', ')}.</p>
      )}
      {(incident ?? ci) && <Fields fields={incident ?? ci ?? {}} />}
      {dedup_key !== null && (
        <p className={styles.hint}>
          Deduplication key: <code>{dedup_key}</code>
        </p>
      )}
      {mapped.map(({ field, message }) => (
        <p key={field + message} className={styles.hint}>
          <code>{field}</code>: {message}
        </p>
      ))}
      {warnings.length > 0 && (
        <section aria-label="Warnings">
          <h3>
            {warnings.length} {warnings.length === 1 ? 'warning' : 'warnings'}
          </h3>
          <ul className={styles.warnings}>
            {warnings.map(({ field, message }) => (
              <li key={field + message}>
                <WarningIcon />
                <span>
                  <code>{field}</code> {message}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function PreviewResult(props: PreviewResultProps) {
  const { preview, error, faults, isChanged, isSaving, mayManage, onSave, onDiscard } = props;
  let unavailable = isChanged ? undefined : 'The draft has no changes.';
  if (isSaving) unavailable = 'The mapping is being saved.';
  if (!mayManage) unavailable = 'Your role may not manage webhooks.';
  return (
    <aside className={styles.result} aria-label="Result">
      <h2>Result</h2>
      {error !== null && error !== undefined && (
        <p className={styles.refused} role="alert">
          {faults.size > 0
            ? `The draft is not valid. ${[...faults.values()].join(' ')}`
            : faultText(faultOf(error))}
        </p>
      )}
      {!preview && !error && (
        <p className={styles.hint}>Paste a payload to see the incident it would open.</p>
      )}
      {preview && !error && <Preview preview={preview} />}
      <div className={styles.foot}>
        <Button variant="primary" unavailable={unavailable} onClick={onSave}>
          Save the mapping
        </Button>
        <Button unavailable={isChanged ? undefined : 'Nothing was changed.'} onClick={onDiscard}>
          Discard
        </Button>
        {isChanged && (
          <span className={styles.hint}>This is a draft: events still use the old mapping.</span>
        )}
      </div>
    </aside>
  );
}
