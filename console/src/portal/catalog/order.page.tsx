// An item of the catalog: what it is, the questions of its form, and one button.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  faultOf,
  isMissing,
  type Me,
  meQuery,
  offerQuery,
  type OrderableItem,
} from '../../api/index.ts';
import { FaultSummary, FormFields } from '../../forms/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { PreviousIcon, SendIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import portal from '../../ui/layout/portal.module.css';
import { RecordSkeleton } from '../../ui/layout/record-skeleton.tsx';
import { ItemIcon } from '../../ui/marks/item-icon.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { ForWhom } from '../report/for-whom.tsx';
import report from '../report/report.module.css';
import styles from './order.module.css';
import { useOrder } from './use-order.ts';

const route = getRouteApi('/catalog/$id');

const Head = ({ item: { name, summary, icon } }: { item: OrderableItem }) => (
  <header className={styles.head}>
    <ItemIcon name={icon} />
    <div>
      <h1 tabIndex={-1}>{name}</h1>
      {summary !== null && <p className={portal.quietText}>{summary}</p>}
    </div>
  </header>
);

function OrderForm({ item, me }: { item: OrderableItem; me: Me }) {
  const order = useOrder(item, me);
  const { draft } = order;
  const isTouched = draft.requestedFor !== '' || Object.keys(draft.values).length > 0;
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={`Order ${item.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        order.send();
      }}
    >
      {order.fault !== undefined && (
        <p className={portal.fault} role="alert">
          Your request was not sent. Your answers are kept. {order.fault}
        </p>
      )}
      {order.isSent && <FaultSummary form={item.form} id={order.id} faults={order.faults} />}
      <FormFields
        id={order.id}
        form={item.form}
        values={draft.values}
        faults={order.faults}
        onChange={order.setValue}
        onLeave={order.leave}
      />
      <div className={report.more}>
        <ForWhom
          key={draft.id}
          email={draft.requestedFor}
          fault={order.forFault}
          onChange={order.setRequestedFor}
        />
      </div>
      <div className={report.foot}>
        <Button
          type="submit"
          variant="primary"
          className={portal.large}
          icon={<SendIcon />}
          unavailable={order.unavailable}
        >
          {order.isPending ? 'Sending…' : 'Send'}
        </Button>
        {isTouched && (
          <Button variant="quiet" className={portal.large} onClick={order.discard}>
            Start over
          </Button>
        )}
      </div>
    </form>
  );
}

const NotOffered = () => (
  <EmptyState
    isPage
    title="You cannot order this"
    actions={<Link to="/catalog">See what you can order</Link>}
  >
    It may no longer be offered, or not to you.
  </EmptyState>
);

export function OrderPage() {
  const { id } = route.useParams();
  const { data: me } = useQuery(meQuery);
  const { data: item, error, refetch } = useQuery(offerQuery(id));
  if (item === null || (error && isMissing(error))) return <NotOffered />;
  if (error && !item)
    return <ErrorPanel fault={faultOf(error)} isPage onRetry={() => void refetch()} />;
  if (!item || !me) return <RecordSkeleton />;
  return (
    <div className={portal.page}>
      <title>{`${item.name} – Signalbox`}</title>
      <Link to="/catalog" className={portal.back}>
        <PreviousIcon aria-hidden />
        Catalog
      </Link>
      <Head item={item} />
      {item.description !== null && <LazyMarkdown text={item.description} />}
      <OrderForm key={id} item={item} me={me} />
    </div>
  );
}
