// Everything that the person may order, by category.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { faultOf, type OfferedItem, offersQuery } from '../../api/index.ts';
import { WordsField } from '../../ui/forms/words-field.tsx';
import { PreviousIcon } from '../../ui/icons.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import portal from '../../ui/layout/portal.module.css';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import layout from '../../ui/layout/layout.module.css';
import styles from './catalog.module.css';
import { ItemCards } from './item-cards.tsx';
import { categoriesOf, matchingOffers } from './offers.ts';

const countText = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

function FoundItems({ items, q }: { items: readonly OfferedItem[]; q: string }) {
  const found = matchingOffers(items, q);
  if (found.length === 0)
    return (
      <p className={portal.quietText} role="status">
        {q === '' ? 'There is nothing to order yet.' : `Nothing here matches “${q}”.`}{' '}
        <Link to="/requests/new">Ask for something else</Link>
      </p>
    );
  return (
    <>
      <p className={layout.hidden} role="status">
        {countText(found.length)}
      </p>
      {categoriesOf(found).map(({ name, items: of }) => (
        <section key={name} className={styles.category}>
          <h2>{name}</h2>
          <ItemCards items={of} label={name} />
        </section>
      ))}
    </>
  );
}

export function CatalogPage() {
  const navigate = useNavigate();
  const { q = '' } = useSearch({ strict: false }) as { q?: string };
  const { data: items, error, refetch } = useQuery(offersQuery);
  const search = (words: string) =>
    void navigate({ to: '/catalog', search: words === '' ? {} : { q: words }, replace: true });
  return (
    <div className={portal.page}>
      <title>Catalog – Signalbox</title>
      <Link to="/home" className={portal.back}>
        <PreviousIcon aria-hidden />
        Home
      </Link>
      <h1 tabIndex={-1}>Catalog</h1>
      <WordsField label="Find something to order" words={q} onSearch={search} />
      {error && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
      {!items && !error && <SkeletonBar width="80%" />}
      {items && <FoundItems items={items} q={q} />}
    </div>
  );
}
