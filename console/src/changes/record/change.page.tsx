import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Change, meQuery } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import {
  AssigneeFact,
  Composer,
  Impacts,
  RelatedPanel,
  LongText,
  Properties,
  RecordBody,
  RecordFrame,
  type RecordState,
  RecordTop,
  rulesPanels,
  Timeline,
  useLiveRecord,
  useOpenerText,
  useRecord,
} from '../../records/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { Level, Priority, State } from '../../ui/marks/record-marks.tsx';
import { RecordSkeleton } from '../../ui/layout/record-skeleton.tsx';
import { changeFields } from '../changes.fields.ts';
import { riskLabels, typeLabels } from '../changes.words.ts';
import { Approvals } from './approvals.tsx';
import { changeSteps } from './change-steps.ts';
import { Conflicts, PlannedWindow } from './window.tsx';

const route = getRouteApi('/changes/$id');

const plans = ['implementation_plan', 'backout_plan', 'test_plan'] as const;

const factsOf = (change: Change): [string, ReactNode][] => [
  ['Requested by', <Person key="requester" email={change.requested_by} />],
  ...(change.template === null ? [] : [['Template', change.template] as [string, ReactNode]]),
  ['Created', <Instant key="created" at={change.created_at} />],
  ['Updated', <Instant key="updated" at={change.updated_at} />],
];

interface PartProps {
  change: Change;
  page: RecordState<'change'>;
}

function Body({ change, page }: PartProps) {
  const readers = useOpenerText(change.requested_by, page.me?.email);
  return (
    <RecordBody
      main={
        <>
          <Conflicts change={change} />
          {(['description', ...plans] as const).map((field) => (
            <LongText
              key={field}
              field={field}
              text={change[field]}
              version={change.version}
              page={page}
            />
          ))}
          {page.mayEdit && <Composer record={page.ref} readers={readers} page={page} />}
          <Timeline record={page.ref} />
        </>
      }
      panels={[
        {
          id: 'window',
          label: 'Planned window',
          content: <PlannedWindow change={change} page={page} />,
        },
        { id: 'approvals', label: 'Approvals', content: <Approvals change={change} /> },
        {
          id: 'impact',
          label: 'Impact',
          content: <Impacts ids={change.ci_ids} except={change.id} />,
        },
        {
          id: 'details',
          label: 'Properties',
          content: <Properties page={page} facts={factsOf(change)} />,
        },
        { id: 'related', label: 'People and links', content: <RelatedPanel {...page.ref} /> },
        ...rulesPanels(page.ref, page.me),
      ]}
    />
  );
}

function ChangeRecord({ change }: { change: Change }) {
  const { risk, type, state, priority } = change;
  const { data: me } = useQuery(meQuery);
  const page = useRecord({
    type: 'change',
    record: change,
    steps: changeSteps(change, me),
    fields: changeFields,
  });
  return (
    <RecordFrame
      top={
        <RecordTop
          page={page}
          facts={
            <>
              <Priority value={priority} />
              <State value={state} />
              <Level value={risk} label={`${riskLabels[risk]} risk`} />
              <span>{typeLabels[type]}</span>
              <AssigneeFact page={page} />
            </>
          }
        />
      }
    >
      <Body change={change} page={page} />
    </RecordFrame>
  );
}

export function ChangePage() {
  const { id } = route.useParams();
  const change = useLiveRecord({ type: 'change', id });
  return change ? <ChangeRecord key={id} change={change} /> : <RecordSkeleton />;
}
