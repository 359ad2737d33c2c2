// The list of options is open from the start. Mantine learns the id of the list only after it has been rendered, so it
// is rendered once more: the field then says which list it controls.
import { type ComboboxStore, useCombobox } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

export function useOpenCombobox(): { store: ComboboxStore; listId: string } {
  const store = useCombobox({ defaultOpened: true });
  const listId = useId();
  const [, renderAgain] = useState<string>();
  useEffect(() => renderAgain(listId), [listId]);
  return { store, listId };
}
