// Which notifications are also sent by mail. In the console they appear in any case.
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  faultOf,
  type NotificationKind,
  preferencesQuery,
  queryClient,
  updatePreferences,
} from '../api/index.ts';
import { Switch } from '../ui/settings/switch.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import styles from './profile.module.css';

const kinds: readonly { kind: NotificationKind; label: string }[] = [
  { kind: 'incident.assigned', label: 'An incident is assigned to you' },
  { kind: 'incident.stakeholders', label: 'The opener of an incident asks to notify you' },
  { kind: 'sla.breach_warning', label: 'Your incident has used 75 % of its SLA time' },
  { kind: 'change.submitted', label: 'A change waits for your decision' },
  { kind: 'change.decided', label: 'Your change is approved or rejected' },
  { kind: 'request.submitted', label: 'A service request waits for your decision' },
  { kind: 'request.decided', label: 'Your request is approved, rejected or fulfilled' },
  { kind: 'article.submitted', label: 'An article waits for your review' },
  { kind: 'article.published', label: 'Your article is published' },
  { kind: 'article.sent_back', label: 'Your article is sent back with a comment' },
  { kind: 'webhook.delivery_failed', label: 'A delivery of your webhook has failed for good' },
  { kind: 'webhook.owner_inactive', label: 'The owner of a webhook may no longer act' },
];

export function NotificationSettings() {
  const { data } = useQuery(preferencesQuery);
  const change = useMutation({
    mutationFn: ({ kind, isOn }: { kind: NotificationKind; isOn: boolean }) =>
      updatePreferences(kind, isOn),
    onSuccess: (saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved),
    onError: (error) => toast(`Not saved. ${faultOf(error).detail}`, { tone: 'red' }),
  });
  if (!data) return null;
  const changing = change.isPending ? change.variables : undefined;
  return (
    <section className={styles.section} aria-labelledby="notifications">
      <h2 id="notifications">Mail</h2>
      <p className={styles.meta}>Also sent to your address when …</p>
      {kinds.map(({ kind, label }) => (
        <Switch
          key={kind}
          label={label}
          isOn={changing?.kind === kind ? changing.isOn : data.email[kind]}
          onChange={(isOn) => change.mutate({ kind, isOn })}
        />
      ))}
    </section>
  );
}
