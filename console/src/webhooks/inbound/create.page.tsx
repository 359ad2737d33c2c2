// An inbound webhook is created from a template for its sender, which fills every setting. The name may be another.
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  createInbound,
  faultOf,
  type InboundTemplate,
  type InboundWebhook,
  type InboundWebhookCreate,
  templatesQuery,
} from '../../api/index.ts';
import { useState } from 'react';
import { faultText } from '../../ui/layout/fault.ts';
import { Button } from '../../ui/forms/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { BackIcon } from '../../ui/icons.ts';
import { inWords } from '../filters/filter-values.ts';
import page from '../page.module.css';
import { CreatedDialog } from './created-dialog.tsx';
import { inboundList } from './inbound.list.ts';
import styles from './create.module.css';
import { actionText } from './inbound.draft.ts';

const route = getRouteApi('/webhooks/inbound/new');

type TemplateId = NonNullable<InboundWebhookCreate['template']>;

/** Names the settings that decide whether a template suits. */
function summaryOf(body: InboundTemplate['webhooks'][number]): string[] {
  const { filters = [], resolve_when = [], secret_enabled } = body;
  return [
    `Action: ${actionText(body).toLowerCase()}.`,
    ...(filters.length > 0 ? [`Filters: ${filters.map(inWords).join(', ')}.`] : []),
    ...(resolve_when.length > 0 ? [`Resolve when ${resolve_when.map(inWords).join(', ')}.`] : []),
    secret_enabled === false ? 'Events are not signed.' : 'Events must be signed.',
  ];
}

interface TemplateProps {
  template: InboundTemplate;
  isChosen: boolean;
  onChoose: () => void;
}

const TemplateCard = ({ template, isChosen, onChoose }: TemplateProps) => (
  <label className={styles.card} data-chosen={isChosen || undefined}>
    <input type="radio" name="template" checked={isChosen} onChange={onChoose} />
    <span>
      <b>{template.sender}</b>
      <small>{template.description.replaceAll('`', '')}</small>
    </span>
  </label>
);

export function InboundCreatePage() {
  const { template: chosenId } = route.useSearch();
  const navigate = useNavigate();
  const { data: templates = [] } = useQuery(templatesQuery);
  const template = templates.find(({ id }) => id === chosenId) ?? templates[0];
  const [body] = template?.webhooks ?? [];
  const [typedName, setTypedName] = useState<string>();
  const name = typedName ?? body?.name ?? '';
  const [created, setCreated] = useState<InboundWebhook>();
  const creation = useMutation({
    mutationFn: (id: TemplateId) => createInbound({ template: id, name }, crypto.randomUUID()),
    onSuccess: setCreated,
    onSettled: () => {
      for (const list of inboundList.all()) void list.reload();
    },
  });
  const open = () => {
    if (created)
      void navigate({
        to: '/webhooks/inbound/$id',
        params: { id: created.handle },
        search: { tab: 'playground' },
        replace: true,
      });
  };
  return (
    <div className={page.page}>
      <title>New inbound webhook – Signalbox</title>
      <header className={page.bar}>
        <Button
          variant="quiet"
          icon={<BackIcon />}
          label="Back to the list"
          onClick={() => void navigate({ to: '/webhooks/inbound' })}
        />
        <h1 tabIndex={-1}>New inbound webhook</h1>
      </header>
      <div className={styles.body}>
        <fieldset className={styles.cards}>
          <legend>Who sends the events?</legend>
          {templates.map((one) => (
            <TemplateCard
              key={one.id}
              template={one}
              isChosen={one === template}
              onChoose={() =>
                void navigate({
                  to: '/webhooks/inbound/new',
                  search: { template: one.id },
                  replace: true,
                })
              }
            />
          ))}
        </fieldset>
        {template && body && (
          <section className={styles.chosen} aria-label={template.sender}>
            <TextField label="Name" value={name} maxLength={255} onChange={setTypedName} />
            <h2>The template fills the rest</h2>
            <ul>
              {summaryOf(body).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <h2>Set up the sender</h2>
            <p>{template.setup}</p>
            <p>Afterwards you can change and try the mapping, the filters and the key.</p>
            {creation.error && (
              <p className={styles.fault} role="alert">
                {faultText(faultOf(creation.error))}
              </p>
            )}
            <Button
              variant="primary"
              unavailable={
                name.trim() === ''
                  ? 'Enter a name.'
                  : creation.isPending
                    ? 'The webhook is being created.'
                    : undefined
              }
              onClick={() => creation.mutate(template.id as TemplateId)}
            >
              Create webhook
            </Button>
          </section>
        )}
      </div>
      <CreatedDialog webhook={created} onClose={open} />
    </div>
  );
}
