// The state of an incident on hold says when it comes back.
import { useNow } from '../../ui/marks/clock.ts';
import { State } from '../../ui/marks/record-marks.tsx';
import { exactTime } from '../../ui/marks/time.ts';
import { endText, shortEndText } from './hold.times.ts';

interface HeldStateProps {
  state: string;
  until: string | null;
  /** A column has room for a short text only. */
  isShort?: boolean;
}

export const HeldState = ({ state, until, isShort = false }: HeldStateProps) =>
  state === 'on_hold' && until !== null ? (
    <StateUntil until={until} isShort={isShort} />
  ) : (
    <State value={state} />
  );

function StateUntil({ until, isShort }: { until: string; isShort: boolean }) {
  const now = new Date(Math.max(useNow('minute'), Date.now()));
  const label = isShort
    ? `Back ${shortEndText(until, now)}`
    : `On hold, back ${endText(until, now)}`;
  return <State value="on_hold" label={label} title={`On hold until ${exactTime(until)}`} />;
}
