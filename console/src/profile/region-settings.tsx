// People choose the language and the time zone by which times and numbers are shown to them, and say when they are away.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  faultOf,
  inputFaultsOf,
  type Me,
  meQuery,
  type MeUpdate,
  queryClient,
  updateMe,
} from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { TimeField } from '../ui/forms/time-field.tsx';
import { instantIn, UNREADABLE } from '../ui/forms/time-text.ts';
import { faultText } from '../ui/layout/fault.ts';
import { localInput } from '../ui/marks/time.ts';
import { toast } from '../ui/overlays/toast.tsx';
import { localeName, sample, timeZones } from '../ui/region/choices.ts';
import { zoneName } from '../ui/region/zone-name.ts';
import styles from './profile.module.css';

/** Formats that people ask for; any other tag can be set by an administrator. */
const LOCALES =
  'ar-EG ar-SA bg-BG bn-IN cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-CH en-GB en-IE en-IN en-NZ en-US en-ZA es-ES es-MX et-EE fa-IR fi-FI fr-BE fr-CA fr-CH fr-FR he-IL hi-IN hr-HR hu-HU id-ID it-CH it-IT ja-JP ko-KR lt-LT lv-LV nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE th-TH tr-TR uk-UA vi-VN zh-CN zh-TW'.split(
    ' ',
  );

const byLabel = (options: readonly [value: string, label: string][]): Record<string, string> =>
  Object.fromEntries(options.toSorted(([, one], [, other]) => one.localeCompare(other, 'en')));

/** A value that is not offered, because an administrator set it, stays in the list. */
const withOwn = (values: readonly string[], own: string | null): string[] =>
  own === null || values.includes(own) ? [...values] : [own, ...values];

const localeOptions = (own: string | null): Record<string, string> => ({
  '': 'As the browser',
  ...byLabel(withOwn(LOCALES, own).map((tag) => [tag, `${localeName(tag) ?? tag} (${tag})`])),
});

const zoneOptions = (own: string | null): Record<string, string> => ({
  '': 'As the browser',
  ...byLabel(withOwn(timeZones(), own).map((zone) => [zone, zone.replaceAll('_', ' ')])),
});

const localOf = (iso: string | null): string => (iso === null ? '' : localInput(iso));
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Returns undefined while the time of the absence is not readable. */
function changesOf(me: Me, locale: string, zone: string, away: string, delegate: string) {
  const until = away === localOf(me.away_until) ? me.away_until : instantIn(away);
  if (until === undefined || away === UNREADABLE) return undefined;
  const next = {
    locale: orNull(locale),
    time_zone: orNull(zone),
    away_until: until,
    delegate: orNull(delegate),
  };
  return Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== me[name as keyof MeUpdate]),
  ) as MeUpdate;
}

export function RegionSettings({ me }: { me: Me }) {
  const [locale, setLocale] = useState(me.locale ?? '');
  const [zone, setZone] = useState(me.time_zone ?? '');
  const [away, setAway] = useState(localOf(me.away_until));
  const [delegate, setDelegate] = useState(me.delegate ?? '');
  const changes = changesOf(me, locale, zone, away, delegate);
  const saving = useMutation({
    mutationFn: updateMe,
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(meQuery.queryKey, saved);
      // Texts of times are everywhere on the page.
      if (sent.locale !== undefined || sent.time_zone !== undefined) location.reload();
      else toast('Saved.');
    },
  });
  const faults = inputFaultsOf(saving.error);
  const isSame = changes !== undefined && Object.keys(changes).length === 0;
  let unavailable = isSame ? 'Nothing has changed.' : undefined;
  if (changes === undefined) unavailable = 'Enter a time such as 30 Nov 2026 20:00.';
  if (saving.isPending) unavailable = 'Being saved.';
  const now = Date.now();
  return (
    <section className={styles.section} aria-labelledby="region">
      <h2 id="region">Formats and absence</h2>
      <div className={styles.fields}>
        <SelectField
          label="Format of times and numbers"
          value={locale}
          options={localeOptions(me.locale)}
          onChange={setLocale}
        />
        <SelectField
          label="Time zone"
          value={zone}
          options={zoneOptions(me.time_zone)}
          onChange={setZone}
        />
        <p className={styles.meta}>
          {locale === '' ? 'Formats are those of the browser.' : sample(locale, now)}
          {' · '}
          {zoneName(now, zone === '' ? undefined : zone)}
        </p>
        <TimeField
          label="Away until"
          value={away}
          onChange={setAway}
          fault={faults.get('/away_until')}
        />
        <TextField
          type="email"
          label="Delegate, the e-mail address of who stands in for you"
          value={delegate}
          onChange={setDelegate}
          fault={faults.get('/delegate')}
        />
        <p className={styles.meta}>
          While you are away, your delegate may approve or reject what waits for your approval.
        </p>
        {saving.error && faults.size === 0 && (
          <p role="alert" className={styles.fault}>
            {faultText(faultOf(saving.error))}
          </p>
        )}
        <div>
          <Button
            variant="primary"
            unavailable={unavailable}
            onClick={() => changes && saving.mutate(changes)}
          >
            Save
          </Button>
        </div>
      </div>
    </section>
  );
}
