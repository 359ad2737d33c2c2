// All buttons have one height. An action that is not possible now stays visible, and its tooltip says why.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { classes } from '../classes.ts';
import { tipOf } from '../overlays/tip.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: ReactNode;
  /** The label names a button that shows only its icon. */
  label?: string;
  /** These keys do the same; the tooltip shows them. */
  keys?: readonly string[] | undefined;
  /** The message says why the button cannot be used now. */
  unavailable?: string | undefined;
  ref?: React.Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'plain',
  icon,
  label,
  keys,
  unavailable,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isIconOnly = children === undefined;
  const tip = unavailable ?? (isIconOnly || keys ? label : undefined);
  return (
    <button
      type="button"
      {...rest}
      {...tipOf(tip, keys)}
      aria-label={isIconOnly ? label : undefined}
      aria-disabled={unavailable !== undefined || undefined}
      className={classes(styles.button, styles[variant], isIconOnly && styles.square, className)}
      onClick={unavailable === undefined ? onClick : undefined}
    >
      {icon}
      {children}
    </button>
  );
}
