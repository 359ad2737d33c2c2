// Callers see the fields in use of the records that they may read, as far as they see their values; those who manage fields
// see all.
import { sql } from 'kysely';
import { may } from '../identity/index.ts';
import type { Viewer } from '../platform/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import { customizedTypes } from '../platform/runtime/custom-fields.ts';
import { isAgent, type RowVisibility, typeNamed, viewerOf } from '../records/index.ts';
import type { FieldRow } from './fields.sql.ts';

type Audience = Readonly<Record<'everyone' | 'agents', readonly string[]>>;

/** Returns the record types whose fields for everyone, and for agents, the caller sees. */
function typesFor({ actor }: Pick<Viewer, 'actor'>): Audience {
  const readable = customizedTypes.filter((name) => {
    const type = typeNamed(name);
    return type !== undefined && viewerOf(type, { actor }) !== undefined;
  });
  return { everyone: readable, agents: readable.filter((name) => isAgent(name, actor)) };
}

const manages = ({ actor }: Pick<Viewer, 'actor'>): boolean =>
  reachOf(may('fields.manage'), actor) !== undefined;

const where = (viewer: Viewer) => {
  if (manages(viewer)) return sql<boolean>`true`;
  const { everyone, agents } = typesFor(viewer);
  return sql<boolean>`fields.active and (
    (fields.visible_to = 'everyone' and fields.record_type = any(${everyone}::text[]))
    or fields.record_type = any(${agents}::text[]))`;
};

export const fieldVisibility: RowVisibility<FieldRow> = {
  canSee: (row, viewer) => {
    if (manages(viewer)) return true;
    const types = typesFor(viewer)[row.visible_to];
    return row.active && types.includes(row.record_type);
  },
  scope: (viewer) => {
    const { everyone, agents } = typesFor(viewer);
    return {
      key: manages(viewer) ? 'all' : `everyone ${everyone.join()} agents ${agents.join()}`,
      where: where(viewer),
    };
  },
  where,
};
