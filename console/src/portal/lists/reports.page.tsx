import { OwnList } from './own-list.tsx';

export const ReportsPage = () => (
  <OwnList
    type="incident"
    path="/incidents"
    heading="My reports"
    create={{ to: '/incidents/new', label: 'Report a problem' }}
    search="Search my reports"
    finishedStates="closed,cancelled"
    none={{
      open: 'Nothing is open. If something does not work, report it, and you can follow it here.',
      finished: 'Nothing is finished yet.',
    }}
  />
);
