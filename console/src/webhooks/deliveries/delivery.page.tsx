// The page of a delivery shows its attempts side by side, the request and the responses.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import {
  type Delivery,
  deliveryQuery,
  mayUse,
  meQuery,
  type RecordType,
  webhookQuery,
} from '../../api/index.ts';
import { RecordLink } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { copyText } from '../../ui/code/copy.ts';
import { DeliveryMark } from '../../ui/marks/delivery-marks.tsx';
import { BackIcon, CurlIcon } from '../../ui/icons.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import page from '../page.module.css';
import { AttemptTable } from './attempt-table.tsx';
import { curlOf } from './curl.ts';
import { DeliveryBodies } from './delivery-bodies.tsx';
import styles from './inspector.module.css';
import { SendAgain } from './send-again.tsx';

const route = getRouteApi('/webhooks/deliveries/$id');

const Facts = ({ delivery }: { delivery: Delivery }) => {
  const { data: webhook } = useQuery(webhookQuery(delivery.webhook_id));
  return (
    <dl className={page.facts}>
      <div>
        <dt>Webhook</dt>
        <dd>
          {webhook ? (
            <Link to="/webhooks/outbound/$id" params={{ id: webhook.id }} search={{}}>
              {webhook.name}
            </Link>
          ) : (
            'deleted'
          )}
        </dd>
      </div>
      <div>
        <dt>Record</dt>
        <dd>
          <RecordLink
            type={delivery.record.type as RecordType}
            id={delivery.record.id}
            name={delivery.record.id}
          />{' '}
          · event {delivery.sequence}
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <Instant at={delivery.created_at} />
        </dd>
      </div>
      {delivery.replay > 0 && (
        <div>
          <dt>Replay</dt>
          <dd>{delivery.replay}</dd>
        </div>
      )}
    </dl>
  );
};

export function DeliveryPage() {
  const { id } = route.useParams();
  const router = useRouter();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: delivery } = useQuery(deliveryQuery(id));
  if (!delivery) return null;
  const last = delivery.attempts.at(-1);
  const { body } = delivery;
  const mayManage = me !== undefined && mayUse(me, 'webhooks.manage');
  const back = () =>
    router.history.canGoBack()
      ? router.history.back()
      : void navigate({ to: '/webhooks/deliveries' });
  return (
    <div className={page.page}>
      <title>{`${delivery.event} ${delivery.record.id} – Signalbox`}</title>
      <header className={page.header}>
        <div className={page.top}>
          <Button variant="quiet" icon={<BackIcon />} label="Back to the list" onClick={back} />
          <h1 tabIndex={-1}>
            {delivery.event} {delivery.record.id}
          </h1>
          <div className={page.end}>
            <Button
              icon={<CurlIcon />}
              unavailable={last && body !== null ? undefined : 'There is no request to copy yet.'}
              onClick={() =>
                last &&
                body !== null &&
                copyText(
                  curlOf(last.request, body),
                  'Copied. Set the variable SECRET before you run the commands.',
                )
              }
            >
              Copy as curl
            </Button>
            <SendAgain delivery={delivery} mayManage={mayManage} />
          </div>
        </div>
        <div className={page.bottom}>
          <DeliveryMark status={delivery.status} next={delivery.next_attempt_at} />
          <Facts delivery={delivery} />
        </div>
      </header>
      <div className={styles.body}>
        <AttemptTable delivery={delivery} />
        <DeliveryBodies delivery={delivery} />
      </div>
    </div>
  );
}
