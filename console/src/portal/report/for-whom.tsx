// A request is for the person who makes it, unless they name somebody else.
import { useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import styles from './report.module.css';

interface ForWhomProps {
  email: string;
  fault: string | undefined;
  onChange: (email: string) => void;
}

export function ForWhom({ email, fault, onChange }: ForWhomProps) {
  const [isOpen, setOpen] = useState(email !== '');
  if (!isOpen)
    return (
      <Button variant="quiet" className={styles.forWhom} onClick={() => setOpen(true)}>
        It is for somebody else
      </Button>
    );
  return (
    <TextField
      label="Their e-mail address"
      type="email"
      maxLength={254}
      value={email}
      fault={fault}
      onChange={onChange}
    />
  );
}
