// A page of the rail: one row of the route table.
import type { ReactNode } from 'react';
import type { GoCommand } from './shell.keys.ts';

export interface RailPage {
  path: string;
  label: string;
  icon: ReactNode;
  /** Without it the page is absent. */
  permission: string;
  command: GoCommand;
  /** Shown beneath the link, such as saved views. */
  below?: ReactNode;
}
