import { describeActions, typeLabels } from '../../actions/index.ts';
import type { MacroSummary } from '../../api/index.ts';
import { type ListColumn, TextCell, titleColumn, updatedColumn } from '../../lists/index.ts';
import { personName } from '../../words/index.ts';

const actionsText = ({ actions, record_type: recordType }: MacroSummary): string => {
  const text = describeActions(actions, { recordType, nameOf: personName, macros: {} });
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const macroColumns: readonly ListColumn<MacroSummary>[] = [
  titleColumn(({ name, active }) => (active ? name : `${name} (inactive)`), {
    field: 'name',
    header: 'Name',
    width: 'minmax(140px, 1.5fr)',
  }),
  {
    id: 'record_type',
    header: 'For',
    width: 'minmax(100px, 140px)',
    isOnNarrow: true,
    text: ({ record_type: type }) => typeLabels[type],
    render: ({ record_type: type }) => <TextCell text={typeLabels[type]} />,
  },
  {
    id: 'group',
    header: 'Group',
    width: 'minmax(100px, 160px)',
    render: ({ group }) => <TextCell text={group ?? 'All'} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 'minmax(180px, 3fr)',
    isWide: true,
    text: actionsText,
    render: (macro) => <TextCell text={actionsText(macro)} />,
  },
  updatedColumn({ header: 'Changed', isOnNarrow: true }),
];
