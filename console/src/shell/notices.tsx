// Tells managers what an operator has to do, until they hide it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { noticesQuery } from '../api/index.ts';
import styles from './shell.module.css';

export function Notices() {
  const { data = [] } = useQuery(noticesQuery);
  const [hidden, hide] = useState('');
  const text = data.join(' ');
  // Another text is shown again.
  if (text === hidden) return null;
  return (
    <div className={styles.banner} role="status">
      {text}{' '}
      <button type="button" className={styles.hide} onClick={() => hide(text)}>
        Hide
      </button>
    </div>
  );
}
