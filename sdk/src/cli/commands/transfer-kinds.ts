// These record types can be exported and imported.
import type {
  ApiPromise,
  ArticleCreate,
  CiCreate,
  IncidentCreate,
  Signalbox,
  Warning,
  WriteOptions,
} from '../../index.ts';
import type { Fields } from '../rows/rows.ts';
import { articles } from './kinds/articles.kind.ts';
import { cis } from './kinds/cis.kind.ts';
import { incidents } from './kinds/incidents.kind.ts';
import type { RecordKind } from './kinds/record-kind.ts';

interface CreatedRecord {
  id: string;
  warnings?: readonly Warning[];
}

interface TransferKind extends Pick<
  RecordKind<unknown, unknown>,
  'one' | 'many' | 'customType' | 'pages' | 'get'
> {
  /** A new record has these fields; other fields of an exported one are left out. */
  fields: readonly string[];
  createOperation: string;
  create: (client: Signalbox, body: Fields, options: WriteOptions) => ApiPromise<CreatedRecord>;
  /** Returns fields that are added to those of the record. */
  more?: (record: Fields) => Fields;
}

const incidentFields = [
  'short_description',
  'description',
  'priority',
  'category',
  'subcategory',
  'impact',
  'urgency',
  'assignment_group',
  'assigned_to',
  'requester',
  'ci_id',
  'parent_problem_id',
  'change_id',
  'external_id',
  'resolution',
  'custom',
] satisfies (keyof IncidentCreate)[];

/** `relations` are left out: they name ids of the other instance, see `import`. */
const ciFields = [
  'name',
  'class',
  'status',
  'attributes',
  'environment',
  'criticality',
  'owner',
  'support_group',
  'ip_address',
  'fqdn',
  'serial_number',
  'location',
  'discovery_source',
  'custom',
] satisfies (keyof CiCreate)[];

const articleFields = [
  'title',
  'body',
  'tags',
  'language',
  'summary',
  'category',
] satisfies (keyof ArticleCreate)[];

export const transferKinds: Record<string, TransferKind> = {
  incidents: {
    ...incidents,
    fields: incidentFields,
    createOperation: 'createIncident',
    create: (client, body, options) => client.incidents.create(body as never, options),
    // The id of the exported incident becomes the external id, so that it is not imported twice.
    more: ({ id, external_id: externalId }) =>
      typeof id === 'string' && !externalId ? { external_id: id } : {},
  },
  cis: {
    ...cis,
    fields: ciFields,
    createOperation: 'createCi',
    create: (client, body, options) => client.cis.create(body as never, options),
  },
  articles: {
    ...articles,
    fields: articleFields,
    createOperation: 'createArticle',
    create: (client, body, options) => client.articles.create(body as never, options),
  },
};

export const transferTypes = Object.keys(transferKinds);

/** Returns the body that creates a record like the given one. */
export function bodyOf({ fields, more }: TransferKind, record: Fields): Fields {
  const copied = Object.entries(record).filter(
    ([name, value]) => fields.includes(name) && value !== null && value !== undefined,
  );
  return { ...Object.fromEntries(copied), ...more?.(record) };
}
