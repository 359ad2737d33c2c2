// Computes the SLA cell from the clock of the record and the time.
import { duration } from './time.ts';

export interface SlaFields {
  state: string;
  remaining_seconds: number;
  warning_at: string;
  breach_at: string;
  breached: boolean;
  as_of: string;
  /** Known for targets of policies, whose calendars make the warning no measure of it. */
  target_seconds?: number;
}

type SlaTone = 'calm' | 'amber' | 'red' | 'violet' | 'green';

export interface SlaView {
  text: string;
  mark: '' | '▲' | '✕' | '‖' | '✓';
  tone: SlaTone;
  /** The used share of the target is from 0 to 1. */
  used: number;
  /** Screen readers get the time of the breach, not the seconds, which they would announce at every tick. */
  label: string;
  /** The text changes after this time, in milliseconds; undefined for a clock that does not run. */
  nextTick: number | undefined;
}

const SECOND = 1000;
const HOUR_SECONDS = 3600;
const WARNING_SHARE = 0.75;

/** A quarter of the target lies between the warning and the breach. */
const targetOf = ({ warning_at, breach_at, target_seconds }: SlaFields): number =>
  target_seconds ?? (Date.parse(breach_at) - Date.parse(warning_at)) / SECOND / (1 - WARNING_SHARE);

const TOLERANCE_SECONDS = 5;

/** Returns the time that counts until the breach: a calendar may be closed for some of it. */
function openSecondsOf(
  { breach_at, as_of, remaining_seconds, target_seconds }: SlaFields,
  remaining: number,
): number {
  const wall = (Date.parse(breach_at) - Date.parse(as_of)) / SECOND;
  const isClosed =
    target_seconds !== undefined && Math.abs(wall - remaining_seconds) > TOLERANCE_SECONDS;
  return isClosed ? remaining_seconds : remaining;
}

const usedShare = (sla: SlaFields, remaining: number): number => {
  const target = targetOf(sla);
  return target > 0 ? Math.min(1, Math.max(0, 1 - remaining / target)) : 1;
};

const minutes = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** The name of the clock begins the text for screen readers. */
export function slaView(sla: SlaFields, now: number, name = 'SLA'): SlaView {
  const { state, breached } = sla;
  if (state === 'stopped') {
    return {
      text: breached ? 'missed' : 'met',
      mark: breached ? '✕' : '✓',
      tone: breached ? 'red' : 'green',
      used: usedShare(sla, sla.remaining_seconds),
      label: breached ? `${name} missed` : `${name} met`,
      nextTick: undefined,
    };
  }
  if (state === 'paused') {
    const sign = sla.remaining_seconds < 0 ? '−' : '';
    return {
      text: sign + duration(sla.remaining_seconds),
      mark: '‖',
      tone: 'violet',
      used: usedShare(sla, sla.remaining_seconds),
      label: `${name} paused with ${sign}${duration(sla.remaining_seconds)} left`,
      nextTick: undefined,
    };
  }
  const remaining = (Date.parse(sla.breach_at) - now) / SECOND;
  const nextTick = Math.abs(remaining) < HOUR_SECONDS ? SECOND : 60 * SECOND;
  const used = usedShare(sla, openSecondsOf(sla, remaining));
  if (remaining < 0) {
    const label = `${name} breached at ${minutes(sla.breach_at)} UTC`;
    return { text: `−${duration(remaining)}`, mark: '✕', tone: 'red', used: 1, label, nextTick };
  }
  const isAtRisk = now >= Date.parse(sla.warning_at);
  return {
    text: duration(remaining),
    mark: isAtRisk ? '▲' : '',
    tone: isAtRisk ? 'amber' : 'calm',
    used,
    label: `${name} breach at ${minutes(sla.breach_at)} UTC${isAtRisk ? ', at risk' : ''}`,
    nextTick,
  };
}
