// Sends an example of the chosen event to the receiver and shows the response.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { eventTypes, faultOf, type TestedEvent, testWebhook } from '../../../api/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { CodeBlock, readableJson } from '../../../ui/code/code-block.tsx';
import { DeliveryMark } from '../../../ui/marks/delivery-marks.tsx';
import { Dialog, DialogFooter } from '../../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../../ui/layout/error-panel.tsx';
import { Progress } from '../../../ui/marks/progress.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import styles from '../../deliveries/inspector.module.css';
import { coveredNames } from '../../event-groups.ts';
import { eventLabels } from '../../event-names.ts';
import type { WebhookDialogProps } from './webhook-dialog.ts';

const [anyEvent = ''] = eventTypes;

const Result = ({ result }: { result: Awaited<ReturnType<typeof testWebhook>> }) => {
  const { delivered, attempt, body } = result;
  return (
    <>
      <p role="status" className={styles.outcome}>
        <DeliveryMark status={delivered ? 'delivered' : 'failed'} />
        {attempt.status_code !== undefined && <b>{attempt.status_code}</b>}
        <span>in {attempt.duration_ms} ms</span>
      </p>
      {attempt.error !== undefined && <p className={styles.error}>{attempt.error}</p>}
      <h3>Sent</h3>
      <CodeBlock label="Request body" text={readableJson(body)} />
      {attempt.response && (
        <>
          <h3>Response</h3>
          <CodeBlock
            label="Response body"
            text={readableJson(attempt.response.body) || '(empty)'}
          />
        </>
      )}
    </>
  );
};

export function TestDialog({ webhook, onClose }: WebhookDialogProps) {
  const [event, setEvent] = useState(() => coveredNames(webhook.events, eventTypes)[0] ?? anyEvent);
  const test = useMutation({ mutationFn: () => testWebhook(webhook.id, event as TestedEvent) });
  return (
    <Dialog title={`Test of ${webhook.name}`} isOpen onClose={onClose} size={640}>
      <div className={styles.stack}>
        <SelectField
          label="Event"
          value={event}
          options={eventLabels}
          onChange={(name) => {
            setEvent(name);
            test.reset();
          }}
        />
        {test.isIdle && (
          <p>
            An example of this event is sent at once, also if the webhook does not subscribe to it.
          </p>
        )}
        {test.isPending && <Progress label="Waiting for the receiver" value={0} max={1} />}
        {test.error && <ErrorPanel fault={faultOf(test.error)} onRetry={() => test.mutate()} />}
        {test.data && <Result result={test.data} />}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{test.isIdle ? 'Cancel' : 'Done'}</Button>
        <Button
          variant="primary"
          unavailable={test.isPending ? 'A test is running.' : undefined}
          onClick={() => test.mutate()}
        >
          {test.isIdle ? 'Send the test' : 'Test again'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
