// An inbound webhook is created from a template for its sender.
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  createInbound,
  faultOf,
  type InboundTemplate,
  type InboundWebhook,
  templatesQuery,
} from '../../api/index.ts';
import { useState } from 'react';
import { faultText } from '../../ui/layout/fault.ts';
import { Button } from '../../ui/forms/button.tsx';
import { BackIcon } from '../../ui/icons.ts';
import page from '../page.module.css';
import { CreatedDialog } from './created-dialog.tsx';
import { inboundList } from './inbound.list.ts';
import styles from './create.module.css';
import { actionLabels } from './inbound.draft.ts';

const route = getRouteApi('/webhooks/inbound/new');

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
  const [created, setCreated] = useState<InboundWebhook[]>();
  const creation = useMutation({
    mutationFn: async (bodies: InboundTemplate['webhooks']) => {
      const made: InboundWebhook[] = [];
      for (const body of bodies) made.push(await createInbound(body, crypto.randomUUID()));
      return made;
    },
    onSuccess: setCreated,
    onSettled: () => {
      for (const list of inboundList.all()) void list.reload();
    },
  });
  const open = () => {
    const [first] = created ?? [];
    if (first)
      void navigate({
        to: '/webhooks/inbound/$id',
        params: { id: first.handle },
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
        {template && (
          <section className={styles.chosen} aria-label={template.sender}>
            <h2>This creates</h2>
            <ul>
              {template.webhooks.map(({ name, action = 'create_incident', secret_enabled }) => (
                <li key={name}>
                  <b>{name}</b>: {actionLabels[action].toLowerCase()},{' '}
                  {secret_enabled === false ? 'unsigned' : 'signed'}
                </li>
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
              unavailable={creation.isPending ? 'The webhook is being created.' : undefined}
              onClick={() => creation.mutate(template.webhooks)}
            >
              {template.webhooks.length === 1
                ? 'Create webhook'
                : `Create ${template.webhooks.length} webhooks`}
            </Button>
          </section>
        )}
      </div>
      <CreatedDialog webhooks={created} onClose={open} />
    </div>
  );
}
