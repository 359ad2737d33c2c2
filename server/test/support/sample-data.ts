// A generated data set takes its words and their frequencies from these lists.

const nameEach = (count: number, name: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index + 1));

const times = (count: number, value: string): string[] =>
  Array.from({ length: count }, () => value);

/** Each list has twenty values, so a value's share is its count out of twenty. */
export const priorities = ['P1', ...times(3, 'P2'), ...times(11, 'P3'), ...times(5, 'P4')];
export const levels = [...times(3, 'high'), ...times(10, 'medium'), ...times(7, 'low')];
export const openStates = [
  ...times(6, 'new'),
  ...times(9, 'in_progress'),
  ...times(4, 'on_hold'),
  'reopened',
];
export const endStates = [...times(18, 'closed'), 'resolved', 'cancelled'];

/** The most frequent category comes first: see `skewed` in generate.ts. */
export const categories =
  'software network access hardware email database storage security printing telephony cloud facilities'.split(
    ' ',
  );
const teams = ['Service Desk', 'Web Platform', 'Network', 'Databases', 'Workplace'];
export const groups = nameEach(
  40,
  (n) => `${teams[n % teams.length]} ${Math.ceil(n / teams.length)}`,
);
export const AGENTS = 400;
export const PEOPLE = 20_000;

export const subjects =
  'Checkout|The VPN|Mail delivery|Single sign-on|The payroll batch|A laptop|The badge reader|The file share|The order service|The reporting database|Backup of the mail store|The meeting room screen|The staging cluster|Password reset|The label printer'.split(
    '|',
  );
export const symptoms =
  'answers 502|drops every few minutes|is slow since this morning|cannot be reached|asks for a password again and again|stopped with an error|shows old data|fails for new starters|runs out of disk|refuses connections|hangs at the second step|prints blank pages'.split(
    '|',
  );
export const sentences =
  'Users in the Berlin office report the same since the last deploy.|A restart helped for about ten minutes, then it came back.|The dashboard shows a rise in latency at the load balancer.|Nothing was changed on our side as far as we know.|The log has many timeouts towards the identity provider.|Please call back before noon, the quarter closes today.|It worked yesterday and the certificate was renewed over night.|Only customers with a saved card are affected.|The vendor has a ticket open and promised an update.|We moved the job to another host and it failed there too.'.split(
    '|',
  );

/** Notes also have words that no incident has. */
export const remarks =
  'Left a message on the voicemail of the caller.|Restarted the spooler, the queue is empty now.|Asked the network team for a packet capture.|The caller confirms that it works again.|Escalated to the vendor with the dump of the process.|Cleared the cache of the browser, no difference.|Rolled back the firmware to the version of last month.|The monitoring is green since the failover.|Waiting for the approval of the budget owner.|Sent the instructions by mail and asked for a screenshot.'.split(
    '|',
  );

export const firstNames =
  'Anna Bela Carla David Elena Farid Greta Hugo Ines Jonas Katya Luca Mira Nils Olga Pavel Quinn Rosa Sven Tara'.split(
    ' ',
  );
export const lastNames =
  'Abbott Bauer Costa Dietrich Eriksen Fischer Garcia Hoffmann Ivanov Jansen Keller Lindqvist Moreau Novak Okafor Petrov Quist Rossi Schmidt Tanaka'.split(
    ' ',
  );
