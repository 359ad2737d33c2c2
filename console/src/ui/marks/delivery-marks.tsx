// The state of a delivery and the health of a webhook: never by colour alone.
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

/** With the time of the next attempt, where there will be one. */
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

/** With the time at which it ends, where its owner may no longer act. */
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

/** What became of an event that was received. */
const receipts = {
  created: { label: 'Created', icon: <NewIcon />, tone: 'blue' },
  updated: { label: 'Updated', icon: <RetryIcon />, tone: 'blue' },
  deduplicated: { label: 'Counted', icon: <IdleIcon />, tone: 'grey' },
  resolved: { label: 'Resolved', icon: <DoneIcon />, tone: 'green' },
  ignored: { label: 'Ignored', icon: <CloseIcon />, tone: 'grey' },
} as const;

export const ReceiptMark = ({ status }: { status: keyof typeof receipts }) => (
  <Mark mark={receipts[status]} />
);

export const receiptLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(receipts).map(([status, { label }]) => [status, label]),
);

/** "99.8 %", "100 %"; a dash where nothing has finished. */
export const shareText = (share: number | null): string => {
  if (share === null) return '–';
  const percent = share * 100;
  // Rounded down: only a whole share is 100 %.
  return `${Number.isInteger(percent) ? percent : (Math.floor(percent * 10) / 10).toFixed(1)} %`;
};
