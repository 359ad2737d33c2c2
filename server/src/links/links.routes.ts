// Every record type that has readers has these endpoints.
import type { TSchema } from 'typebox';
import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../platform/http/routes/route.ts';
import type { AnyRecordType } from '../records/index.ts';
import { createLink, deleteLink, listLinks } from './links.handlers.ts';
import { linkCreateSchema, LinkId, LinkRemoved, linkSchema } from './links.schema.ts';

const tag = 'Links';
const write = may('links.write');

/** A type whose full representation has a title names its operations by it. */
interface LinkableType {
  type: AnyRecordType;
  title: string;
  Id: TSchema;
  readers: NonNullable<AnyRecordType['readers']>;
}

const linkableOf = (type: AnyRecordType): LinkableType[] => {
  const { schema, readers } = type;
  const title = (schema as { title?: string } | undefined)?.title;
  const Id = schema?.properties['id'];
  return readers && title !== undefined && Id ? [{ type, title, Id, readers }] : [];
};

export function linkRoutes(types: readonly AnyRecordType[]): Route[] {
  const linkable = types.flatMap(linkableOf);
  const named = linkable.map(({ type }) => type);
  const [Link, LinkCreate] = [linkSchema(named), linkCreateSchema(named)];
  const LinkList = listEnvelope(Link, 'LinkList', { total: false });
  return linkable.flatMap(({ type, title, Id, readers }) => {
    const { path } = type;
    const params = object({ id: Id });
    return [
      reads({
        method: 'GET',
        path: `${path}/:id/links`,
        operationId: `list${title}Links`,
        tag,
        summary: 'List links',
        description:
          'Links to and from the record, with the records at the other ends; only those that you may read. Links that follow from a field of a record, such as `change_id`, name the field.',
        policy: readers.policy,
        params,
        query: listQuery({}, { sorts: ['id'], order: 'asc', pages: false }),
        success: { status: 200, description: 'A page of links.', schema: LinkList },
        errors: ['invalid_cursor'],
        read: (request) => listLinks(type)(request as never),
      }),
      writes({
        method: 'POST',
        path: `${path}/:id/links`,
        operationId: `add${title}Link`,
        tag,
        summary: 'Add a link',
        description:
          'Links the record to another one that you may read. A link that exists already is returned with 200. Both records get an entry in their timelines, and neither a new version or an event.',
        policy: write,
        params,
        body: LinkCreate,
        success: { status: 201, description: 'The link.', schema: Link },
        alsoSuccess: { status: 200, description: 'The link existed already.', schema: Link },
        errors: ['link_cycle', 'too_many_links'],
        write: (tx, request) => createLink(type)(tx, request as never),
      }),
      writes({
        method: 'DELETE',
        path: `${path}/:id/links/:link_id`,
        operationId: `remove${title}Link`,
        tag,
        summary: 'Remove a link',
        description:
          'Removes a link from both records. A link that follows from a field is removed by changing the field: 409 `link_of_field`.',
        policy: write,
        params: object({ id: Id, link_id: LinkId }),
        success: {
          status: 200,
          description: 'The id of the link, and when and by whom it was removed.',
          schema: LinkRemoved,
        },
        errors: ['link_of_field'],
        write: (tx, request) => deleteLink(type)(tx, request as never),
      }),
    ];
  });
}
