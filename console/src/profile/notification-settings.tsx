// People choose which notifications are also sent by e-mail. In the console they appear in any case.
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  faultOf,
  isRequester,
  mayUse,
  type Me,
  type NotificationKind,
  preferencesQuery,
  queryClient,
  updatePreferences,
} from '../api/index.ts';
import { Switch } from '../ui/settings/switch.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import styles from './profile.module.css';

interface Kind {
  kind: NotificationKind;
  label: string;
  /** People who lack the permission never get such a notification, so they are not asked. */
  permission?: string;
}

const kinds: readonly Kind[] = [
  {
    kind: 'incident.assigned',
    label: 'An incident is assigned to you',
    permission: 'incidents.edit_all_fields',
  },
  { kind: 'incident.stakeholders', label: 'Somebody opens an incident and asks to notify you' },
  {
    kind: 'sla.breach_warning',
    label: 'Your incident has used 75 % of its SLA time',
    permission: 'incidents.edit_all_fields',
  },
  {
    kind: 'incident.replied',
    label: 'The requester of your incident, or of an unassigned one of your group, writes to you',
    permission: 'incidents.edit_all_fields',
  },
  {
    kind: 'incident.resumed',
    label: 'Your incident, or an unassigned one of your group, is back from its hold',
    permission: 'incidents.edit_all_fields',
  },
  { kind: 'incident.answered', label: 'Somebody answers you about your incident' },
  { kind: 'mail.received', label: 'Your mail has arrived, and has a number' },
  { kind: 'incident.awaiting_you', label: 'Your incident waits for your reply' },
  { kind: 'incident.resolved', label: 'Your incident is resolved' },
  { kind: 'mention', label: 'Somebody mentions you in a note' },
  {
    kind: 'watched.updated',
    label: 'A record that you watch has another state or a new note',
  },
  {
    kind: 'approval.requested',
    label: 'A change or a service request is waiting for your decision',
  },
  {
    kind: 'task.ready',
    label: 'Your task, or an unassigned one of your group, can begin',
    permission: 'requests.fulfil',
  },
  {
    kind: 'change.decided',
    label: 'Your change is approved or rejected',
    permission: 'changes.create',
  },
  {
    kind: 'request.decided',
    label: 'Your request is approved, rejected or fulfilled',
    permission: 'requests.create',
  },
  {
    kind: 'article.submitted',
    label: 'An article is waiting for your review',
    permission: 'articles.publish',
  },
  {
    kind: 'article.published',
    label: 'Your article is published',
    permission: 'articles.write',
  },
  {
    kind: 'article.sent_back',
    label: 'Your article is sent back with a comment',
    permission: 'articles.write',
  },
  {
    kind: 'work.left_open',
    label: 'Somebody leaves who has open records of your group',
    permission: 'incidents.edit_all_fields',
  },
  {
    kind: 'work.handed_over',
    label: 'The open records of somebody are handed over to you',
    permission: 'incidents.edit_all_fields',
  },
  {
    kind: 'rule.message',
    label: 'A rule or a macro of the service desk has a message for you',
    permission: 'incidents.edit_all_fields',
  },
  {
    kind: 'webhook.delivery_failed',
    label: 'A delivery of your webhook has failed and is not retried',
    permission: 'webhooks.read',
  },
  {
    kind: 'webhook.owner_inactive',
    label: 'The owner of a webhook was deactivated or has lost the permission for it',
    permission: 'webhooks.read',
  },
];

/** Only these can concern somebody who reports problems and asks for things. */
const ownKinds: readonly Kind[] = [
  { kind: 'mail.received', label: 'We have got your mail' },
  { kind: 'incident.answered', label: 'We answer you' },
  { kind: 'incident.awaiting_you', label: 'We need your answer' },
  { kind: 'incident.resolved', label: 'We think that your problem is fixed' },
  { kind: 'request.decided', label: 'Your request is approved, not approved or done' },
  { kind: 'approval.requested', label: 'Somebody needs your approval' },
  { kind: 'mention', label: 'Somebody mentions you' },
  { kind: 'watched.updated', label: 'There is news about what you follow' },
  { kind: 'incident.stakeholders', label: 'Somebody wants you to know of a problem' },
];

export function NotificationSettings({ me }: { me: Me }) {
  const { data } = useQuery(preferencesQuery);
  const change = useMutation({
    mutationFn: ({ kind, isOn }: { kind: NotificationKind; isOn: boolean }) =>
      updatePreferences(kind, isOn),
    onSuccess: (saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved),
    onError: (error) => toast(`Not saved. ${faultOf(error).detail}`, { tone: 'red' }),
  });
  if (!data) return null;
  const shown = (isRequester(me) ? ownKinds : kinds).filter(
    ({ permission }) => !permission || mayUse(me, permission),
  );
  const changing = change.isPending ? change.variables : undefined;
  return (
    <section className={styles.section} aria-labelledby="notifications">
      <h2 id="notifications">E-mail</h2>
      <p className={styles.meta}>You also get an e-mail when …</p>
      {shown.map(({ kind, label }) => (
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
