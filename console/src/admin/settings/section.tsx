// Each section of the settings is a table of fields, saved by its own button.
import { queryClient, type Settings, settingsQuery, updateSettings } from '../../api/index.ts';
import type { SettingsUpdate } from '../../api/index.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { AdminForm } from '../form/admin-form.tsx';
import type { FormSpec } from '../form/form-field.ts';
import styles from './settings.module.css';

interface SectionSpec<F> extends FormSpec<F, SettingsUpdate> {
  title: string;
  text: string;
  valuesOf: (settings: Settings) => F;
}

export interface SettingsSection {
  title: string;
  Part: (props: { settings: Settings }) => React.ReactNode;
}

const { queryKey } = settingsQuery;

export const settingsSection = <F extends object>(spec: SectionSpec<F>): SettingsSection => ({
  title: spec.title,
  Part: ({ settings }) => (
    <section className={styles.section} aria-label={spec.title}>
      <div className={styles.about}>
        <h2>{spec.title}</h2>
        <p>{spec.text}</p>
      </div>
      <AdminForm
        label={spec.title}
        spec={spec}
        saved={spec.valuesOf(settings)}
        version={settings.version}
        submitLabel="Save"
        save={async (_, changes) => {
          queryClient.setQueryData(queryKey, await updateSettings(changes, settings.version));
          toast(`${spec.title}: saved. The new values apply from now on.`);
        }}
        onConflict={() => void queryClient.invalidateQueries({ queryKey })}
      />
    </section>
  ),
});
