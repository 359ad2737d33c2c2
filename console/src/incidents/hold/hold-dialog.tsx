// The key `H` on the page of an incident asks until when it is put on hold.
import { useState } from 'react';
import type { Incident } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import type { RecordState } from '../../records/index.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { HoldForm } from './ask-to-hold.tsx';
import { holdIncident } from './hold-incident.ts';
import { holdCommands } from './hold.keys.ts';
import { holdObstacle } from './hold.patch.ts';

interface HoldDialogProps {
  incident: Incident;
  page: RecordState<'incident'>;
  awaited: string | undefined;
}

export function HoldDialog({ incident, page, awaited }: HoldDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useCommands(holdCommands, {
    snooze: {
      run: () => setOpen(true),
      unavailable: page.uneditable ?? holdObstacle(incident.state),
    },
  });
  return (
    <Dialog title={`Hold ${incident.id}`} isOpen={isOpen} onClose={close} size={440}>
      {isOpen && (
        <HoldForm
          awaited={awaited}
          onHold={(fields) => {
            close();
            void holdIncident({ incident, fields, onConflict: page.showConflict });
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
