// Requesters report incidents, request services, follow their own records and find answers here.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  faultOf,
  mayUse,
  meQuery,
  ownIncidentsQuery,
  ownRequestsQuery,
  queryClient,
} from '../../api/index.ts';
import { Ask, useRecordEvents } from '../../records/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { IncidentsIcon, RequestsIcon } from '../../ui/icons.ts';
import styles from './home.module.css';
import { OwnRecords } from './own-records.tsx';

const actions = [
  {
    to: '/incidents/new',
    permission: 'incidents.create',
    icon: <IncidentsIcon />,
    title: 'Report an incident',
    text: 'Something is broken, slow or not available.',
  },
  {
    to: '/requests/new',
    permission: 'requests.create',
    icon: <RequestsIcon />,
    title: 'Request something',
    text: 'Equipment, access, or a service that you need.',
  },
] as const;

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['own'] });

export function HomePage() {
  const { data: me } = useQuery(meQuery);
  const incidents = useQuery(ownIncidentsQuery);
  const requests = useQuery(ownRequestsQuery);
  useRecordEvents('incident', refresh);
  useRecordEvents('request', refresh);
  const error = incidents.error ?? requests.error;
  return (
    <div className={styles.page}>
      <title>Home – Signalbox</title>
      <h1 tabIndex={-1}>How can we help{me?.name ? `, ${me.name.split(' ', 1)[0]}` : ''}?</h1>
      {me && mayUse(me, 'ai.ask') && (
        <section className={styles.ask} aria-label="Find an answer">
          <Ask label="Ask a question; the answer comes from published articles" />
        </section>
      )}
      <nav className={styles.actions} aria-label="Get started">
        {actions
          .filter(({ permission }) => me && mayUse(me, permission))
          .map(({ to, icon, title, text }) => (
            <Link key={to} to={to} className={styles.action}>
              {icon}
              <span>
                <b>{title}</b>
                {text}
              </span>
            </Link>
          ))}
      </nav>
      {error ? (
        <ErrorPanel fault={faultOf(error)} onRetry={refresh} />
      ) : (
        <div className={styles.columns}>
          <OwnRecords
            heading="My incidents"
            path="/incidents"
            page={incidents.data}
            emptyText="You have not reported any incidents."
          />
          <OwnRecords
            heading="My requests"
            path="/requests"
            page={requests.data}
            emptyText="You have not requested anything."
          />
        </div>
      )}
    </div>
  );
}
