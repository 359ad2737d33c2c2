// The request body is the same in every attempt; each response has its own body.
import type { Delivery } from '../../api/index.ts';
import { CodeBlock, readableJson } from '../../ui/code/code-block.tsx';
import styles from './inspector.module.css';

export const DeliveryBodies = ({ delivery }: { delivery: Delivery }) => {
  const responses = delivery.attempts.filter(({ response }) => response !== null);
  return (
    <>
      <section className={styles.stack} aria-label="Request">
        <h2>Request body</h2>
        {delivery.body === null ? (
          <p className={styles.none}>
            The record is deleted, and you may not read deleted records. The delivery can still be
            replayed.
          </p>
        ) : (
          <CodeBlock label="Request body" text={readableJson(delivery.body)} />
        )}
      </section>
      {responses.length > 0 && (
        <section className={styles.stack} aria-label="Responses">
          <h2>{responses.length === 1 ? 'Response body' : 'Response bodies'}</h2>
          <div className={styles.responses}>
            {responses.map(({ number, response }) => (
              <div key={number}>
                <h3>
                  Attempt {number}
                  {response?.body_truncated && ', the first 16 kB'}
                </h3>
                <CodeBlock
                  label={`Response of attempt ${number}`}
                  text={readableJson(response?.body ?? '') || '(empty)'}
                />
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  );
};
