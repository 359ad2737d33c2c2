// Beside their tasks, agents find their open incidents and what waits for their approval.
import { useQuery } from '@tanstack/react-query';
import { countsQuery, mayUse, meQuery, openStates } from '../api/index.ts';
import { CountLink, WaitingBeside } from '../records/index.ts';
import { escapeComma } from '../search/index.ts';

function MyIncidents({ email }: { email: string }) {
  const search = { state: openStates.join(), assigned_to: escapeComma(email) };
  const { data } = useQuery(countsQuery(search, ['state']));
  return data && data.total > 0 ? (
    <CountLink to="/incidents" search={search} name="My open incidents" count={data.total} />
  ) : null;
}

export function OtherWork() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <>
      {mayUse(me, 'incidents.read') && <MyIncidents email={me.email} />}
      <WaitingBeside type="request" name="Requests for my approval" />
      <WaitingBeside type="change" name="Changes for my approval" />
    </>
  );
}
