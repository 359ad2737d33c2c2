// Keys are named as on the keyboard of this machine.
import styles from './keys.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Enter: '↵',
  Escape: 'Esc',
};

const keyNames = (press: string): string[] => press.split('+').map((part) => names[part] ?? part);

export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {keys
      .split(' ')
      .flatMap((press) => keyNames(press).map((key) => <kbd key={press + key}>{key}</kbd>))}
  </span>
);
