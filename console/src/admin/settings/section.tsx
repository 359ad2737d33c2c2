// A section of the settings: its fields, and a button that saves them alone.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  faultOf,
  inputFaultsOf,
  queryClient,
  type Settings,
  settingsQuery,
  type SettingsUpdate,
  updateSettings,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { isSame } from './settings.form.ts';
import styles from './settings.module.css';

interface SectionProps {
  title: string;
  text: string;
  settings: Settings;
  /** What would be saved; undefined while a field is not valid. */
  patch: SettingsUpdate | undefined;
  children: ReactNode;
}

const isSaved = (patch: SettingsUpdate, settings: Settings): boolean =>
  Object.entries(patch).every(([name, value]) => isSame(value, settings[name as keyof Settings]));

function reasonAgainst(patch: SettingsUpdate | undefined, settings: Settings): string | undefined {
  if (patch === undefined) return 'A field is empty or not valid.';
  return isSaved(patch, settings) ? 'Nothing has changed.' : undefined;
}

function Fault({ error }: { error: unknown }) {
  const parts = [...inputFaultsOf(error)];
  return (
    <div className={styles.fault} role="alert">
      <p>{faultText(faultOf(error))}</p>
      {parts.length > 1 && (
        <ul>
          {parts.map(([pointer, message]) => (
            <li key={pointer}>
              {pointer}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Section({ title, text, settings, patch, children }: SectionProps) {
  const saving = useMutation({
    mutationFn: (body: SettingsUpdate) => updateSettings(body, settings.version),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      toast(`${title}: saved. It applies from now on.`);
    },
    // Someone else may have changed another section: the next attempt has the current version.
    onError: () => void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
  const unavailable = saving.isPending ? 'It is being saved.' : reasonAgainst(patch, settings);
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.about}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <form
        className={styles.fields}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          if (unavailable === undefined && patch) saving.mutate(patch);
        }}
      >
        {children}
        {saving.error && <Fault error={saving.error} />}
        <div>
          <Button type="submit" look="primary" unavailable={unavailable}>
            {saving.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </section>
  );
}
