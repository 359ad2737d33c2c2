// Agents see what they can do next: their tasks, those of their groups that nobody has, and their other records.
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { ListPage } from '../lists/index.ts';
import { useRecordEvents } from '../records/index.ts';
import type { GridHandle } from '../ui/layout/grid.tsx';
import { useWorkActions } from './use-work-actions.ts';
import { OtherWork } from './other-work.tsx';
import { workColumns } from './work.columns.tsx';
import { workList } from './work.rows.ts';
import type { WorkSection } from './work.order.ts';
import { WorkQuestion } from './work-question.tsx';

const sectionLabels: Readonly<Record<WorkSection, string>> = {
  ready: 'Mine, ready',
  waiting: 'Mine, waiting for other tasks',
  free: 'Unassigned in my groups',
};

const sectionText = (id: string) => ({ label: sectionLabels[id as WorkSection] });

/** A task that is finished makes others ready, which have no event of their own. */
const POLL_MS = 2000;

export function WorkPage() {
  const navigate = useNavigate();
  const grid = useRef<GridHandle>(null);
  const actions = useWorkActions(grid);
  useRecordEvents(
    'task',
    () =>
      void workList
        .of({})
        .poll()
        .catch(() => undefined),
    POLL_MS,
  );
  return (
    <>
      <ListPage
        list={workList}
        heading="My work"
        fileName="My work"
        beside={<OtherWork />}
        columns={workColumns}
        filters={[]}
        sectionText={sectionText}
        onOpen={({ id, request_id }) =>
          void navigate({ to: '/requests/$id', params: { id: request_id }, search: { task: id } })
        }
        empty={{
          title: 'You have no tasks',
          text: 'Tasks appear here when a request is approved whose work is assigned to you or to one of your groups.',
        }}
        gridRef={grid}
      />
      <WorkQuestion actions={actions} />
    </>
  );
}
