import { Link } from '@tanstack/react-router';
import { type Job, type JobResult, warningTexts } from '../api/index.ts';
import { State } from '../ui/marks/record-marks.tsx';
import { faultWords } from '../words/index.ts';
import styles from './job.module.css';

const RecordLink = ({ type, id }: { type: string; id: string }) => {
  if (type === 'incidents')
    return (
      <Link to="/incidents/$id" params={{ id }}>
        {id}
      </Link>
    );
  if (type === 'cis')
    return (
      <Link to="/cmdb/$id" params={{ id }}>
        {id}
      </Link>
    );
  return id;
};

const ResultRow = ({ type, result }: { type: string; result: JobResult }) => (
  <tr>
    <td className={styles.number}>{result.index + 1}</td>
    <td>
      {result.id === null ? (
        <span className={styles.none}>none</span>
      ) : (
        <RecordLink type={type} id={result.id} />
      )}
    </td>
    <td>
      <State value={result.status} />
    </td>
    <td className={styles.error}>
      {result.error && (
        <>
          {faultWords(result.error.detail).detail}{' '}
          <span className={styles.none}>{result.error.code}</span>
        </>
      )}
      {warningTexts(type.replace(/s$/, ''), result, {}).join(' ')}
    </td>
  </tr>
);

export const Results = ({ job, results }: { job: Job; results: readonly JobResult[] }) => (
  <div className={styles.scroll}>
    <table className={styles.results} aria-label="Results by row">
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            Row
          </th>
          <th scope="col">Record</th>
          <th scope="col">Result</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <ResultRow key={result.index} type={job.type} result={result} />
        ))}
      </tbody>
    </table>
  </div>
);
