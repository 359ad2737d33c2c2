// Pages appear in the rail in this order.
import { RailViews } from './incidents/index.ts';
import { WhileJobsRun } from './jobs/index.ts';
import { WaitingInRail } from './records/index.ts';
import type { RailPage } from './shell/index.ts';
import {
  AdministrationIcon,
  AssignedIcon,
  ChangesIcon,
  CmdbIcon,
  HomeIcon,
  IncidentsIcon,
  JobsIcon,
  KnowledgeIcon,
  OverviewIcon,
  RequestsIcon,
  WebhooksIcon,
} from './ui/icons.ts';

export const railPages: readonly RailPage[] = [
  {
    path: '/home',
    label: 'Home',
    icon: <HomeIcon />,
    permission: 'requests.create',
    command: 'go.home',
    isForRequester: true,
  },
  {
    path: '/work',
    label: 'My work',
    icon: <AssignedIcon />,
    permission: 'requests.fulfil',
    command: 'go.work',
  },
  {
    path: '/incidents',
    label: 'Incidents',
    ownLabel: 'My reports',
    icon: <IncidentsIcon />,
    permission: 'incidents.read',
    command: 'go.incidents',
    below: <RailViews />,
  },
  {
    path: '/changes',
    label: 'Changes',
    icon: <ChangesIcon />,
    permission: 'changes.read',
    command: 'go.changes',
    below: <WaitingInRail type="change" />,
  },
  {
    path: '/requests',
    label: 'Requests',
    ownLabel: 'My requests',
    icon: <RequestsIcon />,
    permission: 'requests.read',
    command: 'go.requests',
    below: <WaitingInRail type="request" />,
  },
  {
    path: '/cmdb',
    label: 'CMDB',
    icon: <CmdbIcon />,
    permission: 'cmdb.read',
    command: 'go.cmdb',
  },
  {
    path: '/knowledge',
    label: 'Knowledge',
    ownLabel: 'Help articles',
    icon: <KnowledgeIcon />,
    permission: 'articles.read',
    command: 'go.knowledge',
  },
  {
    path: '/overview',
    label: 'Overview',
    icon: <OverviewIcon />,
    permission: 'incidents.stats',
    command: 'go.overview',
  },
  {
    path: '/webhooks',
    label: 'Webhooks',
    icon: <WebhooksIcon />,
    permission: 'webhooks.read',
    command: 'go.webhooks',
  },
  {
    path: '/jobs',
    label: 'Jobs',
    icon: <JobsIcon />,
    permission: 'jobs.read',
    command: 'go.jobs',
    Guard: WhileJobsRun,
  },
  {
    path: '/admin',
    label: 'Administration',
    icon: <AdministrationIcon />,
    // Everybody but requesters has a page here: agents write macros. The pages have permissions of their own.
    permission: 'macros.read',
    command: 'go.admin',
  },
];
