// A rule gives roles, and groups of this instance, to the members of one provisioned group.
import type { Role } from '../../api/index.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import { RolesField } from '../form/roles.tsx';
import { type RowProps, RowsField } from '../settings/rows-field.tsx';
import styles from '../settings/settings.module.css';

/** The name is that of the provisioned group. */
export interface GroupRule {
  name: string;
  roles: readonly Role[];
  groups: readonly string[];
}

const RuleRow = ({ row, position, onChange, remove }: RowProps<GroupRule>) => (
  <fieldset className={styles.template}>
    <legend>{`Rule ${position}`}</legend>
    <div className={styles.named}>
      <TextField
        label="Members of the provisioned group"
        value={row.name}
        maxLength={255}
        onChange={(name) => onChange({ name })}
      />
      {remove}
    </div>
    <div className={styles.texts}>
      <RolesField value={row.roles} onChange={(roles) => onChange({ roles })} />
      <TextLines
        label="Also members of these groups, one per line"
        value={row.groups}
        onChange={(groups) => onChange({ groups })}
      />
    </div>
  </fieldset>
);

interface RoleRulesProps {
  value: readonly GroupRule[];
  onChange: (value: readonly GroupRule[]) => void;
}

export const RoleRules = ({ value, onChange }: RoleRulesProps) => (
  <RowsField
    noun="rule"
    value={value}
    blank={{ name: '', roles: [], groups: [] }}
    onChange={onChange}
    Row={RuleRow}
  />
);
