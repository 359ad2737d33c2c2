// People are told truthfully who reads a text about an incident, and who gets a message.
import type { Incident } from '../api/index.ts';
import type { StepQuestion } from '../records/index.ts';

type Reader = Pick<Incident, 'requester'>;
type NameOf = (email: string) => string;

interface Viewer {
  me: string;
  nameOf: NameOf;
  /** The instance mails requesters, who may turn it off for themselves; undefined until it is known. */
  isMailed?: boolean | undefined;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const messageText = ({ isMailed }: Viewer): string => {
  if (isMailed === undefined) return '';
  return isMailed ? ', by mail too unless they turned it off' : ', but not by mail';
};

/** Says who is told of a public note. */
export function describeReaders({ requester }: Reader, viewer: Viewer): string {
  const { me, nameOf } = viewer;
  if (requester === null) return 'Nobody is told: this incident has no requester.';
  if (isSame(requester, me)) return 'The team will read this note.';
  return `${nameOf(requester)} (${requester}) will be told${messageText(viewer)}.`;
}

const NOBODY =
  'Visible to the team and on the page of the incident. Nobody is told: it has no requester.';
const OWN = 'Visible to the team. You are the requester.';

/** The resolution is offered to the requester as a public note, unless there is none or it is the reader. */
export function askToResolve(
  {
    requester,
    ai_suggested_resolution: suggestion,
  }: Pick<Incident, 'requester' | 'ai_suggested_resolution'>,
  viewer: Viewer,
): Partial<StepQuestion> {
  const suggested = suggestion === '' ? {} : { suggestion };
  if (requester === null) return { ...suggested, detail: NOBODY };
  if (isSame(requester, viewer.me)) return { ...suggested, detail: OWN };
  const name = viewer.nameOf(requester);
  return {
    ...suggested,
    note: {
      label: `Tell the requester: ${name} (${requester})`,
      detail: {
        sent: `${name} gets this text as a public note${messageText(viewer)}. The team reads it as the resolution.`,
        unsent: `No public note is sent. ${name} is told only that the incident is resolved, and finds this text on its page.`,
      },
    },
  };
}

const count = (number: number, one: string, many: string): string =>
  number === 1 ? `1 ${one}` : `${number} ${many}`;

/** Says how many people are told of a public note on several incidents. */
export function describeRequesters(rows: readonly Reader[]): string {
  const without = rows.filter(({ requester }) => requester === null).length;
  const people = new Set(rows.flatMap(({ requester }) => requester?.toLowerCase() ?? []));
  const reached = count(people.size, 'requester', 'requesters');
  if (without === rows.length) return 'Nobody is told: none of these incidents has a requester.';
  const rest = without === 0 ? '' : ` ${count(without, 'incident has', 'incidents have')} none.`;
  return `The public note reaches ${reached}.${rest}`;
}

export const askToResolveAll = (rows: readonly Reader[]): Partial<StepQuestion> =>
  rows.every(({ requester }) => requester === null)
    ? { detail: `Visible to the team. ${describeRequesters(rows)}` }
    : {
        note: {
          label: 'Tell the requesters',
          detail: {
            sent: `${describeRequesters(rows)} The team reads this text as the resolution.`,
            unsent:
              'No public note is sent. The requesters are told only that the incidents are resolved, and find this text on their pages.',
          },
        },
      };
