// The next page is loaded when its place comes into view.
import { useEffect, useRef } from 'react';
import { SkeletonBar } from '../ui/layout/skeleton.tsx';
import styles from './inbox.module.css';

export const Loading = () => (
  <div className={styles.loading}>
    <SkeletonBar width="70%" />
    <SkeletonBar width="50%" />
    <SkeletonBar width="60%" />
  </div>
);

export function NextPage({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (isLoading || !ref.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={ref}>
      <Loading />
    </div>
  );
}
