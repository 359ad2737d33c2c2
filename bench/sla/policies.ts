// Creates the calendar and the policies of a benchmark.
type Send = (method: string, path: string, body: object) => Promise<string>;

const office = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
];

/** Its hours change with the clocks of Berlin, and some days are off. */
export const createCalendar = (send: Send): Promise<string> =>
  send('POST', '/calendars', {
    name: 'Office hours',
    time_zone: 'Europe/Berlin',
    weekly: { mon: office, tue: office, wed: office, thu: office, fri: office },
    exceptions: ['2026-10-03', '2026-12-24', '2026-12-25', '2027-01-01'].map((date) => ({
      date,
      name: 'Holiday',
      hours: [],
    })),
  });

const HOUR = 3600;
const hours = (of: number) => ({
  P1: of * HOUR,
  P2: 2 * of * HOUR,
  P3: 4 * of * HOUR,
  P4: 8 * of * HOUR,
});

export const createPolicy = (send: Send, fields: object): Promise<string> =>
  send('POST', '/sla-policies', {
    record_type: 'incident',
    targets: { first_response: hours(1), update: hours(4), resolution: hours(8) },
    ...fields,
  });
