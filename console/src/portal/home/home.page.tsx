// Employees find an answer here, report a problem, ask for something, and see how their reports and requests stand.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayUse, type Me, meQuery } from '../../api/index.ts';
import { Ask, startDraft } from '../../records/index.ts';
import { ReportIcon, RequestsIcon } from '../../ui/icons.ts';
import portal from '../../ui/layout/portal.module.css';
import styles from './home.module.css';
import { OwnRecords } from './own-records.tsx';

const cards = [
  {
    to: '/incidents/new',
    permission: 'incidents.create',
    icon: <ReportIcon />,
    title: 'Report a problem',
    text: 'Something does not work.',
  },
  {
    to: '/requests/new',
    permission: 'requests.create',
    icon: <RequestsIcon />,
    title: 'Ask for something',
    text: 'You need a device, a program or access.',
  },
] as const;

function AskFirst({ me }: { me: Me }) {
  const navigate = useNavigate();
  const report = (question: string) => {
    startDraft(me, 'incident', question);
    void navigate({ to: '/incidents/new' });
  };
  return (
    <section className={styles.ask} aria-label="Find an answer">
      <Ask label="Ask a question" onReport={mayUse(me, 'incidents.create') ? report : undefined} />
    </section>
  );
}

export function HomePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const [firstName] = (me.name ?? '').split(' ', 1);
  return (
    <div className={portal.page}>
      <title>Home – Signalbox</title>
      <h1 tabIndex={-1}>
        {firstName ? `Hello ${firstName}, how can we help?` : 'How can we help?'}
      </h1>
      {mayUse(me, 'ai.ask') && <AskFirst me={me} />}
      <nav className={styles.cards} aria-label="Get started">
        {cards
          .filter(({ permission }) => mayUse(me, permission))
          .map(({ to, icon, title, text }) => (
            <Link key={to} to={to} className={styles.card}>
              {icon}
              <span>
                <b>{title}</b>
                {text}
              </span>
            </Link>
          ))}
      </nav>
      <OwnRecords />
    </div>
  );
}
