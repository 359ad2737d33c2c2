// Each role is offered with the rights that it gives.
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
  super_admin: 'May do everything, including managing users, clients and settings.',
  itsm_manager:
    'Works on all records; decides on approvals, publishes articles, deletes records, reads the audit trail.',
  agent: 'Works on all records.',
  requester:
    'Reports incidents and requests services; sees their own records and published articles.',
  auditor: 'Reads everything, including the audit trail; changes nothing.',
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
