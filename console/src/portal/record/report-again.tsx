// A finished report is not opened again; a new one begins with its title.
import { useNavigate } from '@tanstack/react-router';
import type { Me } from '../../api/index.ts';
import { startDraft } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ReplayIcon } from '../../ui/icons.ts';
import styles from './reply.module.css';

interface ReportAgainProps {
  me: Me;
  title: string;
  text: string;
}

export function ReportAgain({ me, title, text }: ReportAgainProps) {
  const navigate = useNavigate();
  const report = () => {
    startDraft(me, 'incident', title);
    void navigate({ to: '/incidents/new' });
  };
  return (
    <section className={styles.question} aria-label="Report it again">
      <p>{text}</p>
      <Button className={styles.large} icon={<ReplayIcon />} onClick={report}>
        Report it again
      </Button>
    </section>
  );
}
