// The impact of the first CI is open; the impact of each other CI is read when it is opened.
import { useState } from 'react';
import { CiImpact } from './ci-impact.tsx';
import { useCiNames } from '../links/record-names.ts';
import styles from './cis.module.css';

function CollapsedImpact({ id, name, except }: { id: string; name: string; except: string }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className={styles.folded} onToggle={() => setOpened(true)}>
      <summary>{name}</summary>
      {wasOpened && <CiImpact ciId={id} except={except} />}
    </details>
  );
}

export function Impacts({ ids, except }: { ids: readonly string[]; except: string }) {
  const [first, ...others] = ids;
  const nameOf = useCiNames(ids);
  if (first === undefined)
    return (
      <p className={styles.meta}>Add the CIs that this change modifies to see what they affect.</p>
    );
  return (
    <div className={styles.impact}>
      <CiImpact ciId={first} except={except} />
      {others.map((id) => (
        <CollapsedImpact key={id} id={id} name={nameOf(id)} except={except} />
      ))}
    </div>
  );
}
