// The roles of a user or a client, with what each may do.
import { type Role, roles } from '../../api/index.ts';
import { CheckField } from '../../ui/forms/check-field.tsx';
import styles from './form.module.css';

const roleLabels: Readonly<Record<Role, string>> = {
  super_admin: 'Super admin',
  itsm_manager: 'Manager',
  agent: 'Agent',
  requester: 'Requester',
  auditor: 'Auditor',
};

const details: Readonly<Record<Role, string>> = {
  super_admin: 'Everything, with users, clients and settings.',
  itsm_manager: 'Works on all records; decides, publishes, deletes, reads the audit trail.',
  agent: 'Works on all records.',
  requester: 'Reports and requests; sees own records and published articles.',
  auditor: 'Reads everything, the audit trail too; changes nothing.',
};

interface RolesFieldProps {
  value: readonly Role[];
  onChange: (value: Role[]) => void;
}

export const RolesField = ({ value, onChange }: RolesFieldProps) => (
  <fieldset className={styles.group}>
    <legend>Roles</legend>
    {roles.map((role) => (
      <CheckField
        key={role}
        label={roleLabels[role]}
        detail={details[role]}
        isChecked={value.includes(role)}
        onChange={(isChecked) =>
          onChange(roles.filter((one) => (one === role ? isChecked : value.includes(one))))
        }
      />
    ))}
  </fieldset>
);

export const rolesText = (value: readonly Role[]): string =>
  value.map((role) => roleLabels[role]).join(', ');
