// The menu lists all views of incidents; the saved view that is shown can be renamed, shared or deleted.
import { useRef, useState } from 'react';
import type { Me, View } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import type { ListSearch } from '../../search/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { DeleteIcon, EditIcon, ExpandIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import type { ViewStep } from './manage-view.tsx';
import { defaultView, type IncidentView, mayManage, searchOf } from './incident.views.ts';
import { viewsCommands } from './views.keys.ts';

const ManageView = partOf(lazyModule(() => import('./manage-view.tsx')))(
  (parts) => parts.ManageView,
);

interface ViewsMenuProps {
  me: Me;
  builtIn: readonly IncidentView[];
  saved: readonly View[];
  current: string | undefined;
  onSearch: (search: ListSearch) => void;
}

export function ViewsMenu({ me, builtIn, saved, current, onSearch }: ViewsMenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useCommands(viewsCommands, { 'list.views': () => ref.current?.click() });
  const [step, setStep] = useState<ViewStep>();
  const choose = (view: IncidentView) => ({
    label: view.name,
    isChosen: view.id === current,
    run: () => onSearch(searchOf(view)),
  });
  const view = saved.find(({ id }) => id === current);
  const isManaged = view !== undefined && mayManage(me, view);
  return (
    <>
      <Menu
        target={
          <Button ref={ref} variant="quiet" icon={<ExpandIcon />} label="Views" keys={['v']} />
        }
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
          isOpen={step !== undefined}
          step={step}
          onClose={() => setStep(undefined)}
          onDeleted={() => onSearch(searchOf(defaultView(me)))}
        />
      )}
    </>
  );
}
