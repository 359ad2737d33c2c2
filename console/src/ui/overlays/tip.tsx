// A tooltip on hover and focus, with the keys of the command.
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { Keys } from '../marks/keys.tsx';
import styles from './overlays.module.css';

interface TipProps {
  text: string;
  keys?: readonly string[] | undefined;
  children: ReactElement;
}

export const Tip = ({ text, keys, children }: TipProps) => (
  <Tooltip
    label={
      <span className={styles.tip}>
        {text}
        {keys?.[0] !== undefined && <Keys keys={keys[0]} />}
      </span>
    }
    classNames={{ tooltip: styles.tooltip }}
    openDelay={400}
    events={{ hover: true, focus: true, touch: false }}
    transitionProps={{ duration: 0 }}
  >
    {children}
  </Tooltip>
);
