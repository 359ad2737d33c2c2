import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../api/index.ts';
import { AdminFrame } from '../frame.tsx';
import { categories } from './categories.tsx';
import { freezes } from './freezes.tsx';
import {
  approvals,
  assignment,
  assistant,
  attachments,
  mail,
  replies,
  requestItems,
  retention,
  secondFactor,
  slaTargets,
} from './sections.ts';
import styles from './settings.module.css';
import { templates } from './templates.tsx';

const sections = [
  slaTargets,
  assignment,
  secondFactor,
  categories,
  replies,
  requestItems,
  approvals,
  freezes,
  templates,
  retention,
  attachments,
  mail,
  assistant,
];

export function SettingsPage() {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <AdminFrame>
      <div className={styles.page}>
        <title>Settings – Signalbox</title>
        <h1 tabIndex={-1}>Settings</h1>
        {settings && sections.map(({ title, Part }) => <Part key={title} settings={settings} />)}
      </div>
    </AdminFrame>
  );
}
