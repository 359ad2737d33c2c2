// The form of a hold asks until when, with one key for each choice, and why, where a step asks for the reason.
import { useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { KeyedChoices } from '../../ui/forms/keyed-choices.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { instantIn } from '../../ui/forms/time-text.ts';
import { DialogFooter } from '../../ui/overlays/dialog.tsx';
import { holdReasons } from '../../words/index.ts';
import type { HoldFields } from './hold.patch.ts';
import { holdTimes } from './hold.choices.ts';
import { shortEndText } from './hold.times.ts';

interface HoldFormProps {
  /** The reply of this person can end the hold. */
  awaited: string | undefined;
  asksReason?: boolean;
  onHold: (fields: HoldFields) => void;
  onCancel: () => void;
}

const CALLER = 'awaiting_caller';

/** Returns why a reply would not end the hold; undefined if it would. */
function replyObstacle(
  awaited: string | undefined,
  reason: string | undefined,
): string | undefined {
  if (awaited === undefined) return 'No requester';
  return reason === undefined || reason === CALLER ? undefined : 'Another reason';
}

function TimeForm({ onTime }: { onTime: (iso: string) => void }) {
  const [local, setLocal] = useState('');
  const instant = instantIn(local);
  const isAhead = typeof instant === 'string' && Date.parse(instant) > Date.now();
  const save = () => {
    if (isAhead) onTime(instant);
  };
  return (
    <>
      <TimeField label="On hold until" value={local} onChange={setLocal} onEnter={save} />
      <DialogFooter>
        <Button
          variant="primary"
          unavailable={isAhead ? undefined : 'Enter a time that is ahead.'}
          onClick={save}
        >
          Hold
        </Button>
      </DialogFooter>
    </>
  );
}

export function HoldForm({ awaited, asksReason = false, onHold, onCancel }: HoldFormProps) {
  const [reason, setReason] = useState<string>();
  const [isTyping, setTyping] = useState(false);
  if (asksReason && reason === undefined)
    return (
      <ChoiceField
        label="Why is it on hold?"
        choices={Object.entries(holdReasons).map(([value, label]) => ({ value, label }))}
        onChoose={setReason}
        onCancel={onCancel}
      />
    );
  const withReason = reason === undefined ? {} : { on_hold_reason: reason };
  const holdUntil = (iso: string) => onHold({ ...withReason, on_hold_until: iso });
  if (isTyping) return <TimeForm onTime={holdUntil} />;
  const now = new Date();
  const times = holdTimes(now);
  const others: Readonly<Record<string, () => void>> = {
    reply: () => onHold({ on_hold_reason: CALLER }),
    time: () => setTyping(true),
    never: () => onHold(withReason),
  };
  return (
    <KeyedChoices
      label="Until when?"
      choices={[
        ...times.map(({ at, ...time }) => ({
          ...time,
          detail: shortEndText(at.toISOString(), now),
        })),
        {
          id: 'reply',
          label: awaited === undefined ? 'At a reply' : `When ${awaited} replies`,
          unavailable: replyObstacle(awaited, reason),
        },
        { id: 'time', label: 'A date and time…' },
        { id: 'never', label: 'No end' },
      ]}
      onChoose={(id) => {
        const time = times.find((one) => one.id === id);
        if (time) holdUntil(time.at.toISOString());
        else others[id]?.();
      }}
      onCancel={onCancel}
    />
  );
}
