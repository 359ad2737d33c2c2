// A page of the rail: one row of the route table.
import type { ReactNode } from 'react';
import { isRequester, mayUse, type Me } from '../api/index.ts';
import type { GoCommand } from './shell.keys.ts';

export interface RailPage {
  path: string;
  label: string;
  icon: ReactNode;
  /** Without it the page is absent. */
  permission: string;
  command: GoCommand;
  /** Shown beneath the link, such as saved views; not to requesters, who see own records alone. */
  below?: ReactNode;
  /** Decides whether the link, its child, is in the rail; keys and palette lead to the page all the same. */
  Guard?: (props: { me: Me; children: ReactNode }) => ReactNode;
  /** For requesters alone. */
  isForRequester?: boolean;
}

export const mayOpen = (me: Me, { permission, isForRequester = false }: RailPage): boolean =>
  mayUse(me, permission) && (!isForRequester || isRequester(me));
