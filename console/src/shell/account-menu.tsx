import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRequester, type Me } from '../api/index.ts';
import { letterKeys } from '../keys/index.ts';
import { session } from '../session/index.ts';
import {
  DarkIcon,
  KeysIcon,
  LightIcon,
  ProfileIcon,
  SignOutIcon,
  SystemIcon,
} from '../ui/icons.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { useScheme } from '../ui/scheme.ts';
import styles from './shell.module.css';

const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

export function AccountMenu({ me, onShowKeys }: { me: Me; onShowKeys: () => void }) {
  const navigate = useNavigate();
  const { scheme, setScheme } = useScheme();
  const [lettersAreOn, setLetters] = useState(letterKeys.areOn);
  const name = me.name ?? me.email;
  const isOwn = isRequester(me);
  const choose = (value: typeof scheme) => ({
    isChosen: scheme === value,
    run: () => setScheme(value),
  });
  const keys = {
    items: [
      { label: 'Keyboard shortcuts', icon: <KeysIcon />, keys: '?', run: onShowKeys },
      {
        label: 'Single-letter keys',
        isChosen: lettersAreOn,
        run: () => {
          letterKeys.set(!lettersAreOn);
          setLetters(!lettersAreOn);
        },
      },
    ],
  };
  return (
    <Menu
      position="bottom-end"
      target={
        // Style sheets draw the initials: as text, they would be part of a label that screen readers do not say.
        <button
          type="button"
          className={styles.avatar}
          data-initials={initials(name)}
          aria-label={`Account of ${name}`}
        />
      }
      groups={[
        {
          label: isOwn ? name : `${name} · ${me.roles.join(', ')}`,
          items: [
            { label: 'Light', icon: <LightIcon />, ...choose('light') },
            { label: 'Dark', icon: <DarkIcon />, ...choose('dark') },
            { label: 'Match the system', icon: <SystemIcon />, ...choose('auto') },
          ],
        },
        ...(isOwn ? [] : [keys]),
        {
          items: [
            {
              label: isOwn ? 'My profile' : 'Profile, API keys and sessions',
              icon: <ProfileIcon />,
              run: () => void navigate({ to: '/profile' }),
            },
          ],
        },
        {
          items: [{ label: 'Sign out', icon: <SignOutIcon />, run: () => void session.signOut() }],
        },
      ]}
    />
  );
}
