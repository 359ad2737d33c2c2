// Helps people who have lost their second factor; an administrator has made sure before who asks.
import { useState } from 'react';
import { queryClient, resetFactors, type User, userQuery } from '../../api/index.ts';
import { AskedButton } from '../form/asked-button.tsx';

/** The count is unknown if the first response was lost. */
function resultText(removed: number | undefined): string {
  if (removed === 0) return 'There was no second factor.';
  return removed === 1 ? 'The second factor is removed.' : 'All second factors are removed.';
}

export function ResetFactors({ user: { id, name } }: { user: User }) {
  const [result, setResult] = useState('');
  return (
    <>
      <AskedButton
        label="Reset second factors…"
        consequence={`${name} loses all second factors and recovery codes, is signed out everywhere, and is notified by mail. The password stays.`}
        confirmation="Reset them"
        run={() => resetFactors(id)}
        onDone={(reset) => {
          setResult(`${resultText(reset?.removed)} All sessions have ended.`);
          void queryClient.invalidateQueries({ queryKey: userQuery(id).queryKey });
        }}
      />
      <span role="status">{result}</span>
    </>
  );
}
