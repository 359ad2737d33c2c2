// Sends an example event to the receiver and shows the response.
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { faultOf, testWebhook } from '../../../api/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { CodeBlock, readableJson } from '../../../ui/code/code-block.tsx';
import { DeliveryMark } from '../../../ui/marks/delivery-marks.tsx';
import { Dialog, DialogFooter } from '../../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../../ui/layout/error-panel.tsx';
import { Progress } from '../../../ui/marks/progress.tsx';
import styles from '../../deliveries/inspector.module.css';
import type { WebhookDialogProps } from './webhook-dialog.ts';

export function TestDialog({ webhook, onClose }: WebhookDialogProps) {
  const key = useId();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['webhooks', 'test', webhook.id, key],
    queryFn: () => testWebhook(webhook.id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title={`Test of ${webhook.name}`} isOpen onClose={onClose} size={640}>
      {isFetching && <Progress label="Waiting for the receiver" value={0} max={1} />}
      {!isFetching && error && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
      {!isFetching && data && (
        <div className={styles.stack}>
          <p role="status" className={styles.outcome}>
            <DeliveryMark status={data.delivered ? 'delivered' : 'failed'} />
            {data.attempt.status_code !== undefined && <b>{data.attempt.status_code}</b>}
            <span>in {data.attempt.duration_ms} ms</span>
          </p>
          {data.attempt.error !== undefined && <p className={styles.error}>{data.attempt.error}</p>}
          <h3>Sent</h3>
          <CodeBlock label="Request body" text={readableJson(data.body)} />
          {data.attempt.response && (
            <>
              <h3>Response</h3>
              <CodeBlock
                label="Response body"
                text={readableJson(data.attempt.response.body) || '(empty)'}
              />
            </>
          )}
        </div>
      )}
      <DialogFooter>
        <Button
          unavailable={isFetching ? 'A test is running.' : undefined}
          onClick={() => void refetch()}
        >
          Test again
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
