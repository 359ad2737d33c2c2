// The selected rows and the record in the drawer share these actions.
import { Button } from '../../ui/forms/button.tsx';
import type { RowActions } from './use-row-actions.ts';

export const ActionButtons = ({ actions: { assignToMe, ask } }: { actions: RowActions }) => (
  <>
    <Button label="Assign to me" keys={['a']} onClick={assignToMe}>
      Assign to me
    </Button>
    <Button label="Assign" keys={['A']} onClick={() => ask('assign')}>
      Assign…
    </Button>
    <Button label="Change the state" keys={['s']} onClick={() => ask('state')}>
      State…
    </Button>
    <Button label="Hold until" keys={['H']} onClick={() => ask('hold')}>
      Hold…
    </Button>
    <Button label="Change the priority" keys={['p']} onClick={() => ask('priority')}>
      Priority…
    </Button>
    <Button label="Add a note" keys={['n']} onClick={() => ask('note')}>
      Note…
    </Button>
    <Button label="Apply a macro" keys={['m']} onClick={() => ask('macro')}>
      Macro…
    </Button>
  </>
);
