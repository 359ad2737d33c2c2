import { listMacros, type MacroSummary } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const macroList = defineList<MacroSummary>({
  filters: ['record_type', 'active'],
  read: listMacros,
});
