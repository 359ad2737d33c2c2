// Mail domains, and what the assistant may use.
import { useState } from 'react';
import type { Settings } from '../../api/index.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import { Section } from './section.tsx';
import { wholeNumber } from './settings.form.ts';

export function MailSection({ settings }: { settings: Settings }) {
  const [domains, setDomains] = useState<readonly string[]>(settings.mail_domains);
  return (
    <Section
      title="Mail"
      text="Mail goes to active users and group addresses, and to any address of these domains. Subdomains are not included."
      settings={settings}
      patch={{ mail_domains: [...domains] }}
    >
      <TextLines label="Domains, one per line" value={domains} onChange={setDomains} />
    </Section>
  );
}

const engines = {
  local: 'The local engine',
  provider: 'The configured model provider',
  off: 'Nothing',
} as const;

export function AssistantSection({ settings }: { settings: Settings }) {
  const [engine, setEngine] = useState(settings.ai_on_create);
  const [tokens, setTokens] = useState(String(settings.ai_tokens_per_day));
  const [onCreate, setOnCreate] = useState(String(settings.ai_on_create_tokens_per_day));
  const [budget, budgetOnCreate] = [wholeNumber(tokens, 0), wholeNumber(onCreate, 0)];
  return (
    <Section
      title="Assistant"
      text="What suggests the resolution of a new incident, and how many tokens may be used in a day (UTC). When those for new incidents are used up, the local engine suggests."
      settings={settings}
      patch={
        budget === undefined || budgetOnCreate === undefined
          ? undefined
          : {
              ai_on_create: engine,
              ai_on_create_tokens_per_day: budgetOnCreate,
              ai_tokens_per_day: budget,
            }
      }
    >
      <SelectField
        label="Suggested resolution by"
        value={engine}
        options={engines}
        onChange={(value) => setEngine(value as keyof typeof engines)}
      />
      <TextField
        label="Tokens for new incidents per day, on the whole instance"
        type="number"
        value={onCreate}
        fault={budgetOnCreate === undefined ? 'A whole number from 0.' : undefined}
        onChange={setOnCreate}
      />
      <TextField
        label="Tokens per caller and day"
        type="number"
        value={tokens}
        fault={budget === undefined ? 'A whole number from 0.' : undefined}
        onChange={setTokens}
      />
    </Section>
  );
}
