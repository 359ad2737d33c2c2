// The button and the key `m` on the page of a record offer its macros.
import { useState } from 'react';
import type { AutomatedType, Me } from '../../api/index.ts';
import { mayUse } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { MacroIcon } from '../../ui/icons.ts';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { macroCommands } from './macros.keys.ts';

const MacroForm = partOf(lazyModule(() => import('./macro-form.tsx')))((parts) => parts.MacroForm);

interface MacroMenuProps {
  record: { type: AutomatedType; id: string };
  /** Says why the record cannot be changed. */
  unavailable: string | undefined;
}

function MacroMenu({ record, unavailable }: MacroMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const open = () => setOpen(true);
  useCommands(macroCommands, { macro: { run: open, unavailable } });
  return (
    <>
      <Button
        variant="quiet"
        icon={<MacroIcon />}
        label="Apply a macro"
        keys={['m']}
        unavailable={unavailable}
        onClick={open}
      />
      <Dialog title={`Apply a macro to ${record.id}`} isOpen={isOpen} onClose={close} size={480}>
        {isOpen && (
          <MacroForm
            type={record.type}
            onChoose={(macro) => {
              close();
              void import('./apply.ts').then(({ applyMacroTo }) => applyMacroTo(record, macro));
            }}
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}

const types: ReadonlySet<string> = new Set(['incident', 'change', 'request']);

interface MacroPage {
  ref: { type: string; id: string };
  me: Me | undefined;
  isTeam: boolean;
  uneditable: string | undefined;
}

/** Other records have no macros. */
export const Macros = ({ page: { ref, me, isTeam, uneditable } }: { page: MacroPage }) =>
  types.has(ref.type) && isTeam && me !== undefined && mayUse(me, 'macros.read') ? (
    <MacroMenu record={ref as MacroMenuProps['record']} unavailable={uneditable} />
  ) : null;
