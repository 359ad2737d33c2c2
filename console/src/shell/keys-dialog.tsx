// The dialog lists the keys of every command, by scope.
import { type Command, useBoundCommands } from '../keys/index.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Keys } from '../ui/marks/keys.tsx';
import styles from './shell.module.css';

const sections = [
  { title: 'Everywhere', has: ({ scope }: Command) => scope.includes('everywhere') },
  { title: 'List', has: ({ scope }: Command) => scope.length === 1 && scope[0] === 'list' },
  { title: 'List and record', has: ({ scope }: Command) => scope.length > 1 },
  { title: 'Record', has: ({ scope }: Command) => scope.length === 1 && scope[0] === 'record' },
  { title: 'Inbox', has: ({ scope }: Command) => scope[0] === 'inbox' },
];

interface KeysDialogProps {
  isOpen: boolean;
  commands: readonly Command[];
  onClose: () => void;
}

export function KeysDialog({ isOpen, commands, onClose }: KeysDialogProps) {
  const bound = new Set(useBoundCommands().map(({ id }) => id));
  const withKeys = commands.filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose} size={680}>
      <div className={styles.keySections}>
        {sections.map(({ title, has }) => {
          const found = withKeys.filter(has);
          if (found.length === 0) return null;
          return (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {found.map(({ id, label, keys }) => (
                  <div key={id} data-idle={!bound.has(id) || undefined}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((one) => (
                        <Keys key={one} keys={one} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      <p className={styles.hint}>
        Every command is also in the search box. Single-letter keys do nothing while you type in a
        field; you can switch them off in the account menu.
      </p>
    </Dialog>
  );
}
