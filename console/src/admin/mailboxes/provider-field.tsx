// The choice of a provider fills the servers and the way to sign in, and shows what to prepare there.
import { useState } from 'react';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { Provider } from './login.values.ts';
import type { MailboxValues } from './mailboxes.values.ts';
import { providerLabels } from './mailboxes.words.ts';
import { fillFor } from './provider.fill.ts';
import { ProviderSteps } from './provider-steps.tsx';

interface ProviderFieldProps {
  value: Provider;
  values: MailboxValues;
  onChanges: (part: Partial<MailboxValues>) => void;
}

export function ProviderField({ value, values, onChanges }: ProviderFieldProps) {
  const [isChosen, setChosen] = useState(false);
  return (
    <>
      <SelectField
        label="Where the mailbox is"
        value={value}
        options={providerLabels}
        onChange={(provider) => {
          setChosen(true);
          onChanges(fillFor(provider as Provider, values));
        }}
      />
      <ProviderSteps provider={value} values={values} isOpen={isChosen} />
    </>
  );
}
