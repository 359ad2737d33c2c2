// Each rule turns a value of a claim into roles and groups.
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import { RolesField, rolesText } from '../form/roles.tsx';
import { type RowProps, RowsField } from '../settings/rows-field.tsx';
import formStyles from '../form/form.module.css';
import styles from '../settings/settings.module.css';
import type { Rule } from './rules.form.ts';
import { RulesPreview } from './rules-preview.tsx';

const effectText = ({ roles, groups }: Rule): string =>
  [rolesText(roles), groups.join(', ')].filter((text) => text !== '').join('; ') || 'Nothing yet';

const RuleRow = ({ row, position, onChange, remove }: RowProps<Rule>) => (
  <fieldset className={styles.template}>
    <legend>{`Rule ${position}`}</legend>
    <div className={styles.texts}>
      <div className={styles.named}>
        <TextField
          label="Claim"
          value={row.name}
          maxLength={200}
          onChange={(name) => onChange({ name })}
        />
        {remove}
      </div>
      <TextField
        label="Value"
        value={row.value}
        maxLength={500}
        onChange={(value) => onChange({ value })}
      />
    </div>
    <details>
      <summary>{`Gives: ${effectText(row)}`}</summary>
      <div className={styles.texts}>
        <RolesField value={row.roles} onChange={(roles) => onChange({ roles })} />
        <TextLines
          label="Groups, one name per line"
          value={row.groups}
          onChange={(groups) => onChange({ groups })}
        />
      </div>
    </details>
  </fieldset>
);

interface RulesFieldProps {
  /** A new provider has no id yet. */
  id: string | undefined;
  value: readonly Rule[];
  onChange: (rules: readonly Rule[]) => void;
}

export const RulesField = ({ id, value, onChange }: RulesFieldProps) => (
  <fieldset className={formStyles.group}>
    <legend>Rules, applied at each sign-in</legend>
    <RowsField
      noun="rule"
      value={value}
      blank={{ name: '', value: '', roles: [], groups: [] }}
      onChange={onChange}
      Row={RuleRow}
    />
    {id !== undefined && <RulesPreview id={id} rules={value} />}
  </fieldset>
);
