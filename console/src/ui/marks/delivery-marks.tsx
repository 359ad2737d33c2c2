// The state of a delivery and the health of a webhook are never shown by colour alone.
import { classes } from '../classes.ts';
import { useNow } from './clock.ts';
import {
  CloseIcon,
  DoneIcon,
  IdleIcon,
  NewIcon,
  OnHoldIcon,
  RetryIcon,
  WarningIcon,
} from '../icons.ts';
import { Instant } from './instant.tsx';
import styles from './record-marks.module.css';

const deliveries = {
  pending: { label: 'Pending', icon: <NewIcon />, tone: 'blue' },
  retrying: { label: 'Retrying', icon: <RetryIcon />, tone: 'amber' },
  delivered: { label: 'Delivered', icon: <DoneIcon />, tone: 'green' },
  failed: { label: 'Failed', icon: <CloseIcon />, tone: 'red' },
} as const;

const healths = {
  ok: { label: 'Healthy', icon: <DoneIcon />, tone: 'green' },
  failing: { label: 'Failing', icon: <WarningIcon />, tone: 'red' },
  idle: { label: 'Idle', icon: <IdleIcon />, tone: 'grey' },
  inactive: { label: 'Inactive', icon: <OnHoldIcon />, tone: 'violet' },
  suspended: { label: 'Suspended', icon: <WarningIcon />, tone: 'red' },
} as const;

interface MarkProps {
  mark: { label: string; icon: React.ReactNode; tone: string };
  children?: React.ReactNode;
}

const Mark = ({ mark: { label, icon, tone }, children }: MarkProps) => (
  <span className={classes(styles.state, styles[tone])}>
    {icon}
    {label}
    {children}
  </span>
);

/** Shows the time of the next attempt, if there will be one. */
export const DeliveryMark = ({
  status,
  next,
}: {
  status: keyof typeof deliveries;
  next?: string | undefined;
}) => (
  <Mark mark={deliveries[status]}>
    {status === 'retrying' && next !== undefined && <Instant at={next} />}
  </Mark>
);

export const deliveryLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(deliveries).map(([status, { label }]) => [status, label]),
);

interface HealthProps {
  health: 'ok' | 'failing' | 'idle';
  status: 'active' | 'inactive' | 'suspended';
}

/** An inactive or suspended webhook sends nothing, so its health says nothing. */
const healthOf = ({ health, status }: HealthProps) =>
  healths[status === 'active' ? health : status];

export const healthLabel = (props: HealthProps): string => healthOf(props).label;

export const HealthMark = (props: HealthProps) => <Mark mark={healthOf(props)} />;

const acceptances = {
  active: { label: 'Active', icon: <DoneIcon />, tone: 'green' },
  ending: { label: 'Ends', icon: <WarningIcon />, tone: 'amber' },
  ended: { label: 'Ended', icon: <CloseIcon />, tone: 'red' },
  inactive: healths.inactive,
} as const;

/** A webhook whose owner was deactivated or has lost the permission ends at a given time. */
export const ActiveMark = ({ isActive, endsAt }: { isActive: boolean; endsAt: string | null }) => {
  const now = useNow('minute');
  if (!isActive || endsAt === null)
    return <Mark mark={acceptances[isActive ? 'active' : 'inactive']} />;
  return (
    <Mark mark={acceptances[Date.parse(endsAt) > now ? 'ending' : 'ended']}>
      <Instant at={endsAt} kind="planned" />
    </Mark>
  );
};

const receipts = {
  created: { label: 'Created', icon: <NewIcon />, tone: 'blue' },
  updated: { label: 'Updated', icon: <RetryIcon />, tone: 'blue' },
  deduplicated: { label: 'Repeat', icon: <IdleIcon />, tone: 'grey' },
  resolved: { label: 'Resolved', icon: <DoneIcon />, tone: 'green' },
  ignored: { label: 'Ignored', icon: <CloseIcon />, tone: 'grey' },
} as const;

export const ReceiptMark = ({ status }: { status: keyof typeof receipts }) => (
  <Mark mark={receipts[status]} />
);

export const receiptLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(receipts).map(([status, { label }]) => [status, label]),
);

/** Returns a text such as "99.8 %" or "100 %", and a dash if nothing has finished. */
export const shareText = (share: number | null): string => {
  if (share === null) return '–';
  const percent = share * 100;
  // The share is rounded down, so that only a whole one is 100 %.
  return `${Number.isInteger(percent) ? percent : (Math.floor(percent * 10) / 10).toFixed(1)} %`;
};
