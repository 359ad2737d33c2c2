// The form of a hold is loaded when somebody opens it.
import type { StepQuestion } from '../../records/index.ts';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';

export const HoldForm = partOf(lazyModule(() => import('./hold-form.tsx')))(
  (parts) => parts.HoldForm,
);

/** The step asks for the reason and the end. */
export const askToHold = (awaited: string | undefined): Partial<StepQuestion> => ({
  renderForm: ({ onPatch, onCancel }) => (
    <HoldForm
      awaited={awaited}
      asksReason
      onHold={(fields) => onPatch({ state: 'on_hold', ...fields })}
      onCancel={onCancel}
    />
  ),
});
