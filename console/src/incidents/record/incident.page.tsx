import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Incident, mayUse } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { useSharedPresence } from '../../live/index.ts';
import {
  AssigneeFact,
  CiImpact,
  Composer,
  Fact,
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
  useRecord,
} from '../../records/index.ts';
import { DeleteIcon, MergeIcon } from '../../ui/icons.ts';
import { RecordSkeleton } from '../../ui/layout/record-skeleton.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { Priority, SlaClock } from '../../ui/marks/record-marks.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { usePersonNames } from '../../words/index.ts';
import { HeldState } from '../hold/held-state.tsx';
import { HoldDialog } from '../hold/hold-dialog.tsx';
import { askToHold } from '../hold/ask-to-hold.tsx';
import { awaitedName } from '../hold/hold.patch.ts';
import { incidentSteps, nextStatesOf } from '../incident.steps.ts';
import { DuplicateNotice, MergeDialog } from '../merging/merge-dialog.tsx';
import { MergeOthers } from '../merging/merge-others.tsx';
import { mergeObstacle } from '../merging/merge-incident.ts';
import { askToResolveLinked } from '../merging/merging.words.ts';
import { useDuplicates } from '../merging/use-duplicates.ts';
import { Present } from '../present.tsx';
import { askToResolve, describeReaders } from '../requester.words.ts';
import { useViewer } from '../use-viewer.ts';
import { Assistant } from './assistant.tsx';
import { removeIncident } from './delete-incident.ts';
import { incidentFields } from './incident.fields.ts';
import styles from './incident.module.css';
import { RequesterCard } from './requester-card.tsx';
import { SlaPanel } from './sla-panel.tsx';

const route = getRouteApi('/incidents/$id');

type Page = RecordState<'incident'>;

const factsOf = (incident: Incident): [label: string, value: ReactNode][] => {
  const { opened_by, created_at, updated_at, resolved_at, occurrences, reopen_count } = incident;
  return [
    ['Opened by', <Person key="opener" email={opened_by} />],
    ['Created', <Instant key="created" at={created_at} />],
    ['Updated', <Instant key="updated" at={updated_at} />],
    ...(resolved_at === null
      ? []
      : [['Resolved', <Instant key="resolved" at={resolved_at} />] as [string, ReactNode]]),
    ...(occurrences > 1 ? [['Occurrences', occurrences] as [string, ReactNode]] : []),
    ...(reopen_count > 0 ? [['Reopened', `${reopen_count} ×`] as [string, ReactNode]] : []),
  ];
};

const Activity = ({ page }: { page: Page }) => {
  const { record, ref } = page;
  const viewer = useViewer(usePersonNames());
  return (
    <>
      <div>
        <LongText
          field="description"
          text={record.description}
          version={record.version}
          page={page}
        />
        {record.resolution && (
          <div className={styles.resolution}>
            <h2>Resolution</h2>
            <LazyMarkdown text={record.resolution} />
          </div>
        )}
      </div>
      <Composer
        record={ref}
        readers={describeReaders(record, viewer)}
        others={useDuplicates(record).people}
        page={page}
      />
      <Timeline record={ref} />
    </>
  );
};

const panelsOf = (page: Page) => {
  const { record } = page;
  return [
    {
      id: 'details',
      label: 'Properties',
      content: (
        <>
          <RequesterCard incident={record} />
          <Properties page={page} facts={factsOf(record)} />
        </>
      ),
    },
    { id: 'sla', label: 'SLA', content: <SlaPanel incident={record} /> },
    { id: 'related', label: 'People and links', content: <RelatedPanel {...page.ref} /> },
    ...(record.ci_id === null
      ? []
      : [
          {
            id: 'impact',
            label: 'Impact',
            content: (
              <CiImpact
                ciId={record.ci_id}
                except={record.id}
                renderIncidents={(others) => <MergeOthers leader={record} others={others} />}
              />
            ),
          },
        ]),
    ...rulesPanels(page.ref, page.me),
    { id: 'assistant', label: 'Assistant', content: <Assistant page={page} /> },
  ];
};

const Facts = ({ page }: { page: Page }) => {
  const { priority, state, sla } = page.record;
  return (
    <>
      <Fact
        label={`Priority ${priority}, change`}
        canEdit={page.mayEdit}
        onEdit={() => page.editProperty('priority')}
      >
        <Priority value={priority} />
      </Fact>
      <HeldState state={state} until={page.record.on_hold_until} />
      <span className={styles.sla}>
        <SlaClock sla={sla} />
      </span>
      <AssigneeFact page={page} />
    </>
  );
};

function IncidentRecord({ incident }: { incident: Incident }) {
  const navigate = useNavigate();
  const viewer = useViewer(usePersonNames());
  const awaited = awaitedName(incident, viewer);
  const duplicates = useDuplicates(incident);
  const [isMerging, setMerging] = useState(false);
  const page = useRecord({
    type: 'incident',
    record: incident,
    steps: incidentSteps(nextStatesOf(incident, viewer.mayEdit), {
      resolved: { ...askToResolve(incident, viewer), ...askToResolveLinked(duplicates) },
      on_hold: askToHold(awaited),
    }),
    fields: incidentFields,
    more: [
      {
        label: 'Merge into…',
        icon: <MergeIcon />,
        keys: 'M',
        unavailable: () => mergeObstacle(incident, viewer.mayEdit),
        run: () => setMerging(true),
      },
      {
        label: 'Delete',
        icon: <DeleteIcon />,
        command: 'record.delete',
        unavailable: (me) =>
          mayUse(me, 'incidents.delete') ? undefined : 'Only managers can delete incidents.',
        run: () => void removeIncident(incident, () => void navigate({ to: '/incidents' })),
      },
    ],
  });
  useSharedPresence('incident', incident.id, page.isWriting ? 'editing' : 'viewing');
  return (
    <RecordFrame
      top={
        <RecordTop
          page={page}
          notice={<DuplicateNotice incident={incident} page={page} />}
          facts={<Facts page={page} />}
          end={<Present id={incident.id} most={4} />}
        />
      }
    >
      <RecordBody main={<Activity page={page} />} panels={panelsOf(page)} />
      <HoldDialog incident={incident} page={page} awaited={awaited} />
      <MergeDialog incident={incident} page={page} isOpen={isMerging} onOpen={setMerging} />
    </RecordFrame>
  );
}

export function IncidentPage() {
  const { id } = route.useParams();
  const incident = useLiveRecord({ type: 'incident', id });
  return incident ? <IncidentRecord key={id} incident={incident} /> : <RecordSkeleton />;
}
