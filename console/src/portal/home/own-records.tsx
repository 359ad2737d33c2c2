// Records that wait for the reader stand apart from other open ones; finished ones are read when they are unfolded.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { partsOf } from '../lists/own-row.words.ts';
import { OwnRows } from '../lists/own-rows.tsx';
import { refreshOwn, useOwn } from '../lists/use-own.ts';
import portal from '../../ui/layout/portal.module.css';
import styles from './home.module.css';

function useBoth(isFinished: boolean, isNeeded = true) {
  const reports = useOwn({ type: 'incident', isFinished }, isNeeded);
  const requests = useOwn({ type: 'request', isFinished }, isNeeded);
  return {
    rows: reports.rows && requests.rows && [...reports.rows, ...requests.rows],
    fault: reports.fault ?? requests.fault,
    hasMore: reports.hasMore || requests.hasMore,
  };
}

const AllLinks = () => (
  <p className={styles.all}>
    These are the latest. <Link to="/incidents">All my reports</Link>
    <Link to="/requests">All my requests</Link>
  </p>
);

function FinishedRecords() {
  const [isOpen, setOpen] = useState(false);
  const { rows, fault, hasMore } = useBoth(true, isOpen);
  const { others } = partsOf(rows ?? []);
  return (
    <details
      className={styles.finished}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Finished</summary>
      {fault && <ErrorPanel fault={fault} onRetry={refreshOwn} />}
      {isOpen && !rows && !fault && <SkeletonBar width="60%" />}
      {rows?.length === 0 && <p className={portal.quietText}>Nothing is finished yet.</p>}
      {others.length > 0 && <OwnRows rows={others} label="Finished" />}
      {hasMore && <AllLinks />}
    </details>
  );
}

/** Reports that wait for the reader. */
export function AskedRecords() {
  const { rows } = useBoth(false);
  const { asked } = partsOf(rows ?? []);
  return (
    asked.length > 0 && (
      <section className={styles.own}>
        <h2>Needs your answer</h2>
        <OwnRows rows={asked} label="Needs your answer" />
      </section>
    )
  );
}

export function OwnRecords() {
  const { rows, fault, hasMore } = useBoth(false);
  const { others } = partsOf(rows ?? []);
  if (fault) return <ErrorPanel fault={fault} onRetry={refreshOwn} />;
  return (
    <>
      {!rows && <SkeletonBar width="80%" />}
      {others.length > 0 && (
        <section className={styles.own}>
          <h2>We are on it</h2>
          <OwnRows rows={others} label="We are on it" />
        </section>
      )}
      {rows?.length === 0 && (
        <p className={styles.none}>
          Nothing is open. When you report a problem or ask for something, you can follow it here.
        </p>
      )}
      {hasMore && <AllLinks />}
      <FinishedRecords />
    </>
  );
}
