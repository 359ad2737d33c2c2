// The buttons of the actions that the selected rows and the record in the drawer share.
import { Button } from '../../ui/forms/button.tsx';
import type { ActionKind } from '../actions/index.ts';
import type { QueueActions } from './use-queue-actions.ts';

export interface ActionButtonsProps {
  actions: QueueActions;
  onDialog: (kind: ActionKind) => void;
}

export const ActionButtons = ({ actions, onDialog }: ActionButtonsProps) => (
  <>
    <Button
      label="Assign to me"
      keys={['a']}
      onClick={() => actions.me && actions.change({ assigned_to: actions.me.email })}
    >
      Assign to me
    </Button>
    <Button label="Assign" keys={['A']} onClick={() => onDialog('assign')}>
      Assign…
    </Button>
    <Button label="Change the state" keys={['s']} onClick={() => onDialog('state')}>
      State…
    </Button>
    <Button label="Change the priority" keys={['p']} onClick={() => onDialog('priority')}>
      Priority…
    </Button>
  </>
);
