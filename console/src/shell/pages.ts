// Each page of the rail is one row of the route table.
import type { ReactNode } from 'react';
import { isRequester, mayUse, type Me } from '../api/index.ts';
import type { GoCommand } from './shell.keys.ts';

export interface RailPage {
  path: string;
  label: string;
  /** Requesters read this instead of the label: the page shows only their own records. */
  ownLabel?: string;
  icon: ReactNode;
  /** The page is absent for people who lack it. */
  permission: string;
  command: GoCommand;
  /** Appears beneath the link, such as saved views; not for requesters, who see only their own records. */
  below?: ReactNode;
  /** Decides whether the link, its child, is in the rail; keys and the search box still lead to the page. */
  Guard?: (props: { me: Me; children: ReactNode }) => ReactNode;
  /** Only requesters see the page. */
  isForRequester?: boolean;
}

export const labelFor = (me: Me, { label, ownLabel = label }: RailPage): string =>
  isRequester(me) ? ownLabel : label;

export const mayOpen = (me: Me, { permission, isForRequester = false }: RailPage): boolean =>
  mayUse(me, permission) && (!isForRequester || isRequester(me));
