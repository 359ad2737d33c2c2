// The settings of the instance, section by section.
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../api/index.ts';
import { AdminFrame } from '../frame.tsx';
import { FreezesSection } from './freezes.tsx';
import { ApprovalsSection, AttachmentsSection, RetentionSection, SlaSection } from './numbers.tsx';
import { AssistantSection, MailSection } from './others.tsx';
import styles from './settings.module.css';
import { TemplatesSection } from './templates.tsx';

const sections = [
  SlaSection,
  ApprovalsSection,
  FreezesSection,
  TemplatesSection,
  RetentionSection,
  AttachmentsSection,
  MailSection,
  AssistantSection,
];

export function SettingsPage() {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <AdminFrame>
      <div className={styles.page}>
        <title>Settings – Signalbox</title>
        <h1 tabIndex={-1}>Settings</h1>
        {settings && sections.map((Part) => <Part key={Part.name} settings={settings} />)}
      </div>
    </AdminFrame>
  );
}
