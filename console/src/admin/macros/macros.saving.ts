// Menus offer the macros as they are after each save.
import { createMacro, queryClient, updateMacro } from '../../api/index.ts';
import type { MacroBody } from './macro.values.ts';

/** Menus then load the macros again. */
export const forgetMacros = (): void =>
  void queryClient.invalidateQueries({
    queryKey: ['macros'],
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  });

export async function saveNew(body: MacroBody) {
  const macro = await createMacro(body);
  forgetMacros();
  return macro;
}

export async function saveChanges(id: string, changes: Partial<MacroBody>, version: number) {
  const macro = await updateMacro(id, changes, version);
  forgetMacros();
  return macro;
}
