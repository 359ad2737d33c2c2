import { useNavigate } from '@tanstack/react-router';
import { deleteMacro, type Macro } from '../../api/index.ts';
import { type ListSearch, withPeek } from '../../search/index.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import { macroList } from './macros.list.ts';
import { forgetMacros } from './macros.saving.ts';

export function DeleteMacro({ macro: { id, name, version } }: { macro: Macro }) {
  const navigate = useNavigate();
  return (
    <AskedButton
      label="Delete…"
      consequence="The macro is gone for everybody. Timelines still name it."
      confirmation="Delete it"
      run={() => deleteMacro(id, version)}
      onDone={() => {
        toast(`${name} is deleted.`);
        forgetMacros();
        for (const open of macroList.all()) void open.reload();
        void navigate({
          to: '.',
          search: ((before: ListSearch) => withPeek(before, undefined)) as never,
          replace: true,
        });
      }}
    />
  );
}
