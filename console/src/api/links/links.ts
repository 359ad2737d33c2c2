// Records of any types are linked; both show the link.
import { queryOptions } from '@tanstack/react-query';
import type { Link, LinkCreate } from '@signalbox/sdk';
import { client } from '../client.ts';
import { partsKeyOf, type RecordRef, type RecordType } from '../records.ts';

export type { Link } from '@signalbox/sdk';
export type LinkKind = LinkCreate['kind'];

/** Tasks have no links and participants of their own: those of their service request say whom they concern. */
export type LinkedRef = RecordRef<Exclude<RecordType, 'task'>>;

/** The other record types have the same operations on what belongs to their records. */
export const linked = {
  incident: client.incidents,
  change: client.changes,
  request: client.serviceRequests,
  ci: client.cis,
  article: client.articles,
} as const satisfies Record<LinkedRef['type'], unknown>;

/** A record has at most 200 links, so one page has them all. */
const MAX_LINKS = 200;

export const linksQuery = (ref: LinkedRef) =>
  queryOptions({
    queryKey: [...partsKeyOf(ref), 'links'],
    queryFn: async ({ signal }): Promise<Link[]> =>
      (await linked[ref.type].listLinks(ref.id, { limit: MAX_LINKS }, { signal })).data,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

export const addLink = ({ type, id }: LinkedRef, link: LinkCreate): Promise<Link> =>
  linked[type].addLink(id, link);

export const removeLink = ({ type, id }: LinkedRef, linkId: string): Promise<unknown> =>
  linked[type].removeLink(id, linkId);
