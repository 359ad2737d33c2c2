// The views of the queue, and what can be done with the saved one that is shown.
import { type RefObject, useState } from 'react';
import type { Me, View } from '../../../api/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { DeleteIcon, EditIcon, ExpandIcon } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { ManageView, type ViewStep } from './manage-view.tsx';
import type { QueueSearch } from '../queue.search.ts';
import { defaultView, mayManage, type QueueView, searchOf } from './queue.views.ts';

interface ViewsMenuProps {
  ref: RefObject<HTMLButtonElement | null>;
  me: Me;
  builtIn: readonly QueueView[];
  saved: readonly View[];
  current: string | undefined;
  onSearch: (search: QueueSearch) => void;
}

export function ViewsMenu({ ref, me, builtIn, saved, current, onSearch }: ViewsMenuProps) {
  const [step, setStep] = useState<ViewStep>();
  const choose = (view: QueueView) => ({
    label: view.name,
    isChosen: view.id === current,
    run: () => onSearch(searchOf(view)),
  });
  const view = saved.find(({ id }) => id === current);
  const isManaged = view !== undefined && mayManage(me, view);
  return (
    <>
      <Menu
        target={<Button ref={ref} look="quiet" icon={<ExpandIcon />} label="Views" keys={['v']} />}
        groups={[
          { items: builtIn.map(choose) },
          ...(saved.length > 0 ? [{ label: 'Saved', items: saved.map(choose) }] : []),
          ...(isManaged
            ? [
                {
                  label: 'This view',
                  items: [
                    {
                      label: 'Rename or share…',
                      icon: <EditIcon />,
                      run: () => setStep('edit'),
                    },
                    { label: 'Delete…', icon: <DeleteIcon />, run: () => setStep('delete') },
                  ],
                },
              ]
            : []),
        ]}
      />
      {view && (
        <ManageView
          view={view}
          me={me}
          step={step}
          onClose={() => setStep(undefined)}
          onDeleted={() => onSearch(searchOf(defaultView))}
        />
      )}
    </>
  );
}
