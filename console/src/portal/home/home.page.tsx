// Employees find an answer here, report a problem, ask for something, and see how their reports and requests stand.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayUse, type Me, meQuery } from '../../api/index.ts';
import { Ask, startDraft } from '../../records/index.ts';
import { ReportIcon, RequestsIcon } from '../../ui/icons.ts';
import portal from '../../ui/layout/portal.module.css';
import { PortalSearch } from '../search/portal-search.tsx';
import { Decidable } from './decidable.tsx';
import styles from './home.module.css';
import { OfferedItems } from './offered-items.tsx';
import { AskedRecords, OwnRecords } from './own-records.tsx';

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
    text: 'You need something that is not in the catalog.',
  },
] as const;

interface AskingProps {
  me: Me;
  question: string;
  onReport: (text: string) => void;
}

const Asking = ({ me, question, onReport }: AskingProps) => (
  <section className={styles.ask} aria-label="Find an answer">
    <Ask
      // Another question begins with an empty answer.
      key={question}
      label="Ask a question"
      initial={question}
      onReport={mayUse(me, 'incidents.create') ? onReport : undefined}
    />
  </section>
);

function useStarts(me: Me | undefined) {
  const navigate = useNavigate();
  const [question, ask] = useState('');
  const section = useRef<HTMLDivElement>(null);
  return {
    question,
    section,
    report: (text: string) => {
      if (me) startDraft(me, 'incident', text);
      void navigate({ to: '/incidents/new' });
    },
    ask: (text: string) => {
      flushSync(() => ask(text));
      section.current?.querySelector('input')?.focus();
    },
  };
}

export function HomePage() {
  const { data: me } = useQuery(meQuery);
  const { question, section, report, ask } = useStarts(me);
  if (!me) return null;
  const [firstName] = (me.name ?? '').split(' ', 1);
  return (
    <div className={portal.page}>
      <title>Home – Signalbox</title>
      <h1 tabIndex={-1}>
        {firstName ? `Hello ${firstName}, how can we help?` : 'How can we help?'}
      </h1>
      <PortalSearch me={me} onAsk={ask} onReport={report} />
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
      <div ref={section}>
        {mayUse(me, 'ai.ask') && <Asking me={me} question={question} onReport={report} />}
      </div>
      <Decidable />
      <AskedRecords />
      <OfferedItems />
      <OwnRecords />
    </div>
  );
}
