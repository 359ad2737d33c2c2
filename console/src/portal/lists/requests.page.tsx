import { OwnList } from './own-list.tsx';

export const OwnRequestsPage = () => (
  <OwnList
    type="request"
    path="/requests"
    heading="My requests"
    create={{ to: '/requests/new', label: 'Ask for something' }}
    search="Search my requests"
    finishedStates="fulfilled,rejected,cancelled"
    none={{
      open: 'Nothing is open. If you need something, ask for it, and you can follow it here.',
      finished: 'Nothing is finished yet.',
    }}
  />
);
