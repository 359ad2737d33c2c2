// The links to the three lists of webhooks appear beside the heading of each.
import { Link } from '@tanstack/react-router';
import styles from './section-links.module.css';

const sections = [
  { to: '/webhooks/outbound', label: 'Outbound' },
  { to: '/webhooks/deliveries', label: 'Deliveries' },
  { to: '/webhooks/inbound', label: 'Inbound' },
] as const;

export const SectionLinks = () => (
  <nav className={styles.links} aria-label="Webhooks">
    {sections.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        search={{}}
        activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      >
        {label}
      </Link>
    ))}
  </nav>
);
