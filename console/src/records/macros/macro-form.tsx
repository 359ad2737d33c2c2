// Macros are found by typing, and Enter takes one.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type AutomatedType,
  macrosQuery,
  type MacroSummary,
  mayUse,
  meQuery,
} from '../../api/index.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { usePersonNames } from '../../words/index.ts';
import { macroChoices } from './macro.choices.ts';
import styles from './macros.module.css';

interface MacroFormProps {
  type: AutomatedType;
  onChoose: (macro: MacroSummary) => void;
  onCancel: () => void;
}

export function MacroForm({ type, onChoose, onCancel }: MacroFormProps) {
  const { data: me } = useQuery(meQuery);
  const { data: macros, isError } = useQuery(macrosQuery(type));
  const nameOf = usePersonNames();
  const choices = macros && me ? macroChoices(macros, me, nameOf) : [];
  const emptyText = isError
    ? 'The macros could not be read.'
    : macros
      ? macros.length === 0
        ? 'There are no macros yet.'
        : 'No macro has this name.'
      : 'Loading…';
  return (
    <div className={styles.menu}>
      <ChoiceField
        label="Macro"
        choices={choices}
        emptyText={emptyText}
        onChoose={(id) => {
          const macro = macros?.find((one) => one.id === id);
          if (macro) onChoose(macro);
        }}
        onCancel={onCancel}
      />
      {me && mayUse(me, 'macros.manage') && (
        <Link to="/admin/macros" search={{ record_type: type } as never} className={styles.manage}>
          Edit macros
        </Link>
      )}
    </div>
  );
}
