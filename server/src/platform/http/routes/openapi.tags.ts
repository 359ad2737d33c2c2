// The reference shows the operations by tag, in this order.

/** The keys are the tags of the routes. */
const descriptions: Readonly<Record<string, string>> = {
  Incidents:
    'An incident is an interruption of a service. It has a state, a priority and an SLA clock; lists have exact totals, filters and search.',
  'Work notes':
    'Notes of an incident are for the team, for their author, or public; each may have attachments.',
  'Service requests': 'A request asks for something that somebody approves and fulfils.',
  Tasks:
    'The work on an approved service request is divided into tasks for people and groups. A task can depend on others of the same service request.',
  'Service catalog':
    'A catalog item is something that employees may ask for, with a form, the stages of its approval and the tasks that fulfil it.',
  CMDB: 'Configuration items have a class, attributes and relations; discovery updates them, and the impact of an item lists its dependants.',
  Changes:
    'A change is planned, submitted, approved and implemented in a window; the calendar shows conflicts and freezes.',
  Knowledge:
    'An article is written, reviewed and published; it has versions, votes and search by words and meaning.',
  Links:
    'A link between two records of any types says how they belong together; both show it to those who may read both.',
  Participants:
    'The requester, the people in copy and the watchers of a record take part in it: they are notified of what they may read.',
  AI: 'The assistant answers from articles, finds similar cases, and suggests fields and resolutions. Its limits are separate from those of other requests.',
  Jobs: 'A bulk request is accepted as a job: poll it for the result of every row, or cancel it.',
  Audit: 'The audit trail lists every change with its author, and every sign-in.',
  Clients:
    'A program obtains its tokens as a client with roles. Only administrators manage clients.',
  Users: 'A person who signs in is a user with roles. Only administrators manage users.',
  'Identity providers': 'People can sign in with their account at these OpenID Connect providers.',
  Fields:
    'Fields that the instance adds to incidents, changes, service requests and configuration items.',
  Calendars:
    'A calendar says when people work: weekly hours in a time zone, and dates with other hours.',
  Rules:
    'Rules do routine work on incidents, changes and service requests in the transaction of each write: they set fields, assign people, add notes and notify. The timeline of a record says which rule did what.',
  Macros: 'Actions with a name that agents apply to records by hand, alone or in bulk.',
  'SLA policies':
    'An SLA policy gives the records that meet its condition targets in the hours of a calendar. The first whose condition holds applies.',
  Groups: 'Records are assigned to groups. Only administrators manage groups.',
  'SCIM connectors':
    'A directory such as Entra or Okta creates, updates and deactivates users and groups by SCIM 2.0, with the token of a connector. Its endpoints are at `/scim/v2`, outside this API.',
  Profile: 'Every caller manages the API keys and the sessions of its own account.',
  Directory:
    'The directory lists active people and groups, for choosing an assignee, and shows the records of a person.',
  Settings: 'Settings apply to the whole instance; choices list the values that forms offer.',
  Events:
    'Events report every change of a record: as a list, or as a stream that resumes without loss.',
  'Outbound webhooks':
    'An outbound webhook sends signed events to your system, with retries and a log of every attempt.',
  'Inbound webhooks':
    'An inbound webhook opens and resolves incidents, or updates configuration items, from the events of another system.',
  Notifications: 'Notifications reach a person in the console and, if preferred, by e-mail.',
  Mailboxes: 'A mailbox is an address to which people write about records of one type.',
  Mail: 'Messages are stored as they were received, then become records or notes, or are held until somebody decides.',
  Health: 'The checks of the instance report whether its parts work.',
  Search: 'One search finds records of every type, and people.',
  Views: 'A view stores the filters and columns of a list, for one person, a group or everybody.',
};

/** A tag that is not in the table comes last, without a description; the test of generated files reports it. */
export function tagsOf(used: Iterable<string>): { name: string; description?: string }[] {
  const rest = new Set(used);
  const known = Object.entries(descriptions)
    .filter(([name]) => rest.delete(name))
    .map(([name, description]) => ({ name, description }));
  return [...known, ...[...rest].map((name) => ({ name }))];
}
