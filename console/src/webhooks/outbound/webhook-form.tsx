// The same form creates an outbound webhook and edits its settings.
import type { ReactNode } from 'react';
import { faultOf, inputFaultsOf } from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Switch } from '../../ui/settings/switch.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { pathsFor, typesOf } from '../event-names.ts';
import { FilterBuilder } from '../filters/filter-builder.tsx';
import styles from '../form.module.css';
import { useOwnFields } from '../own-names.ts';
import { EventPicker } from './event-picker.tsx';
import { HeaderRows } from './header-rows.tsx';
import type { WebhookDraft } from './webhook.draft.ts';

interface WebhookFormProps {
  draft: WebhookDraft;
  isReadOnly?: boolean;
  /** The error is that of the last attempt to save. */
  error: unknown;
  onChange: (draft: WebhookDraft) => void;
  /** The buttons appear at the end. */
  children: ReactNode;
}

const MAX_TIMEOUT = 30;

export function WebhookForm(props: WebhookFormProps) {
  const { draft, isReadOnly = false, error, onChange, children } = props;
  const faults = inputFaultsOf(error);
  const own = useOwnFields(typesOf(draft.events));
  const set = (part: Partial<WebhookDraft>) => onChange({ ...draft, ...part });
  const headerFault = [...faults].find(([pointer]) => pointer.startsWith('/headers'))?.[1];
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()} data-first-field>
      <section className={styles.section} aria-label="Receiver">
        <div className={styles.pair}>
          <TextField
            label="Name"
            value={draft.name}
            maxLength={255}
            fault={faults.get('/name')}
            onChange={(name) => set({ name })}
          />
          <TextField
            label="URL"
            value={draft.url}
            maxLength={2048}
            fault={faults.get('/url')}
            onChange={(url) => set({ url })}
          />
        </div>
        <p>Events are posted to this URL as JSON. It must use HTTPS and a public address.</p>
      </section>
      <section className={styles.section} aria-label="Events">
        <h2>Events</h2>
        <EventPicker
          events={draft.events}
          isReadOnly={isReadOnly}
          fault={faults.get('/events')}
          onChange={(events) => set({ events })}
        />
      </section>
      <section className={styles.section} aria-label="Filters">
        <h2>Filters</h2>
        <p>An event is sent only if all filters match.</p>
        <FilterBuilder
          filters={draft.filters}
          paths={pathsFor(draft.events, own)}
          faults={faults}
          isReadOnly={isReadOnly}
          onChange={(filters) => set({ filters })}
        />
      </section>
      <section className={styles.section} aria-label="Headers">
        <h2>Headers</h2>
        <p>These headers are sent with every delivery. Their values are stored encrypted.</p>
        <HeaderRows
          headers={draft.headers}
          isReadOnly={isReadOnly}
          onChange={(headers) => set({ headers })}
        />
        {headerFault !== undefined && (
          <p className={styles.fault} role="alert">
            {headerFault}
          </p>
        )}
      </section>
      <section className={styles.section} aria-label="Delivery">
        <h2>Delivery</h2>
        <Switch
          label="Active"
          detail="An inactive webhook sends nothing. Events that it missed can be recovered later."
          isOn={draft.active}
          unavailable={isReadOnly ? 'Your role may not manage webhooks.' : undefined}
          onChange={(active) => set({ active })}
        />
        <Switch
          label="Sign deliveries"
          detail="Deliveries are signed with a secret, so that the receiver can verify the sender."
          isOn={draft.sign_payloads}
          unavailable={isReadOnly ? 'Your role may not manage webhooks.' : undefined}
          onChange={(sign_payloads) => set({ sign_payloads })}
        />
        <div className={styles.narrow}>
          <TextField
            label={`Timeout in seconds (1–${MAX_TIMEOUT})`}
            value={String(draft.timeout_seconds)}
            fault={faults.get('/timeout_seconds')}
            onChange={(text) => set({ timeout_seconds: Number(text.replaceAll(/\D/g, '')) })}
          />
        </div>
      </section>
      {error !== null && error !== undefined && faults.size === 0 && (
        <p className={styles.fault} role="alert">
          {faultText(faultOf(error))}
        </p>
      )}
      {error !== null && error !== undefined && faults.size > 0 && (
        <p className={styles.fault} role="alert">
          Not saved. {[...faults.values()].join(' ')}
        </p>
      )}
      <div className={styles.foot}>{children}</div>
    </form>
  );
}
