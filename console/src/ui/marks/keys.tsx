// The keys of a command, as they are named on this machine.
import styles from './keys.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Enter: '↵',
  Escape: 'Esc',
};

const shown = (press: string): string[] => press.split('+').map((part) => names[part] ?? part);

export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {keys
      .split(' ')
      .flatMap((press) => shown(press).map((key) => <kbd key={press + key}>{key}</kbd>))}
  </span>
);
