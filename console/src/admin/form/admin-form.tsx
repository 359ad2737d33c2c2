// Every form of administration is a table of fields, saved against the version that was read. Only edited fields are
// sent, and edits survive a change by someone else.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { conflictOf, faultOf, inputFaultsOf } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { changesOf, type FormSpec, isSame, reasonAgainst, sortFaults } from './form-field.ts';
import { FormFields } from './form-fields.tsx';
import styles from './form.module.css';

interface AdminFormProps<F, B> {
  label: string;
  spec: FormSpec<F, B>;
  /** A new record has its default values here. */
  saved: F;
  /** A new record has no version. */
  version: number | undefined;
  /** The label may say what follows from saving these values. */
  submitLabel: string | ((values: F) => string);
  /** Saves the body and shows the result. `changes` has only the members that differ. */
  save: (body: B, changes: Partial<B>) => Promise<void>;
  /** Reloads the record after someone else has changed it. */
  onConflict?: () => void;
  /** The note says what follows from saving. */
  note?: string | undefined;
  /** Says what the edited values would change. */
  preview?: ((values: F) => ReactNode) | undefined;
  /** Rare actions stand beside the button. */
  actions?: ReactNode;
  /** A new record has no id yet. */
  id?: string | undefined;
  /** A hook returns what is wrong with saved values. */
  useFindings?: UseFindings<F> | undefined;
}

/** Returns messages by the names of their fields. It is a hook of the form, so that no message outlives the edit that it led to. */
export type UseFindings<F> = (id: string | undefined, saved: F) => ReadonlyMap<string, string>;

const NO_FINDINGS: ReadonlyMap<string, string> = new Map();
const noFindings = () => NO_FINDINGS;

const CONFLICT =
  'Not saved: someone else changed this in the meantime. Fields that you have not edited now show the new values. Save again to apply your edits.';

function focusFirstFault(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  first?.focus();
  // The fault stands below the field.
  first?.scrollIntoView({ block: 'center' });
  if (first instanceof HTMLInputElement) first.select();
}

function Fault({ error, messages }: { error: unknown; messages: readonly string[] }) {
  const lines = messages.length > 0 ? messages : [faultText(faultOf(error))];
  return (
    <div className={styles.fault} role="alert">
      {(conflictOf(error) ? [CONFLICT] : lines).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

export function AdminForm<F extends object, B extends object>({
  label,
  spec,
  saved,
  version,
  submitLabel,
  save,
  onConflict,
  note,
  preview,
  actions,
  id,
  useFindings = noFindings,
}: AdminFormProps<F, B>) {
  const [edits, setEdits] = useState<Partial<F>>({});
  const form = useRef<HTMLFormElement>(null);
  const isNew = version === undefined;
  useEffect(() => {
    if (isNew) form.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isNew]);
  const values: F = { ...saved, ...edits };
  const [before, body] = [spec.bodyOf(saved), spec.bodyOf(values)];
  const saving = useMutation({
    mutationFn: async (sent: F) => {
      const complete = spec.bodyOf(sent);
      if (complete) await save(complete, changesOf(before, complete));
    },
    onSuccess: () => setEdits({}),
    onError: (error) => {
      if (conflictOf(error)) onConflict?.();
    },
  });
  const sorted = sortFaults(spec.fields, values, inputFaultsOf(saving.error));
  const { atFields, elsewhere } = sorted;
  // Parts move when others are removed, so their messages are those of the values that were sent.
  const isAsSent = (name: string) =>
    saving.variables?.[name as keyof F] === values[name as keyof F];
  const inFields = new Map([...sorted.inFields].filter(([name]) => isAsSent(name)));
  const found = [...useFindings(id, saved)].filter(([name]) => !(name in edits));
  // Somebody who has sent wrong values goes on at the first of them. What a later test finds does not interrupt other edits.
  const foundText = Object.keys(edits).length > 0 ? '' : found.join('\n');
  const refusedText = [...atFields, ...[...inFields.values()].flatMap((parts) => [...parts])].join(
    '\n',
  );
  useEffect(() => {
    if (foundText !== '' || refusedText !== '') focusFirstFault(form.current);
  }, [foundText, refusedText]);
  const unchanged = version !== undefined && isSame(body, before);
  const unavailable = saving.isPending
    ? 'Saving is in progress.'
    : (reasonAgainst(spec, values) ?? (unchanged ? 'Nothing has changed.' : undefined));
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (unavailable === undefined) saving.mutate(values);
      }}
    >
      <FormFields
        fields={spec.fields}
        values={values}
        faults={new Map([...found, ...atFields])}
        inFields={inFields}
        version={version}
        onChange={(part) => setEdits({ ...edits, ...part })}
      />
      {preview?.(values)}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {saving.error && (atFields.size + sorted.inFields.size === 0 || elsewhere.length > 0) && (
        <Fault error={saving.error} messages={elsewhere} />
      )}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" unavailable={unavailable}>
          {saving.isPending
            ? 'Saving…'
            : typeof submitLabel === 'function'
              ? submitLabel(values)
              : submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  );
}
