// The catalog on the home page: the first items of each category.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { offersQuery } from '../../api/index.ts';
import catalog from '../catalog/catalog.module.css';
import { ItemCards } from '../catalog/item-cards.tsx';
import { categoriesOf } from '../catalog/offers.ts';
import styles from './home.module.css';

const MAX_OF_CATEGORY = 4;

/** Without items there is no catalog; one that fails to load is not in the way of the rest. */
export function OfferedItems() {
  const { data: items = [] } = useQuery(offersQuery);
  if (items.length === 0) return null;
  return (
    <section className={styles.catalog} aria-labelledby="catalog">
      <header>
        <h2 id="catalog">Order something</h2>
        <Link to="/catalog">All items</Link>
      </header>
      {categoriesOf(items).map(({ name, items: of }) => (
        <section key={name} className={catalog.category}>
          <header>
            <h3>{name}</h3>
            {of.length > MAX_OF_CATEGORY && (
              <Link to="/catalog" search={{ q: name }}>
                All {of.length} in {name}
              </Link>
            )}
          </header>
          <ItemCards items={of.slice(0, MAX_OF_CATEGORY)} label={name} />
        </section>
      ))}
    </section>
  );
}
