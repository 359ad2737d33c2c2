import Type from 'typebox';
import { idText, object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { emptyContent, completeContent } from '../content.ts';
import { exampleContent } from '../items.example.ts';
import { CatalogItemId, contentSchemas } from '../items.schema.ts';

const members = {
  version: Type.Integer({ description: 'The version of the item after the publication.' }),
  published_by: Type.String({ description: 'E-mail address of the person who published it.' }),
  created_at: Type.String({ format: 'date-time' }),
};

const Summary = object(
  { ...members, name: contentSchemas.name },
  { title: 'CatalogVersionSummary' },
);

export const CatalogVersionList = listEnvelope(Summary, 'CatalogVersionList', { total: true });

export const CatalogVersion = object(
  { item_id: CatalogItemId, ...members, ...contentSchemas },
  {
    title: 'CatalogVersion',
    examples: [
      {
        item_id: 'CAT0000001',
        version: 2,
        published_by: 'ada@example.com',
        created_at: '2026-11-12T10:00:00.000Z',
        ...emptyContent,
        ...completeContent(exampleContent as never),
      },
    ],
  },
);

export const versionsQuery = listQuery({}, { sorts: ['version'], order: 'desc', pages: false });

export const versionParams = object({
  id: CatalogItemId,
  version: idText('Versions', { pattern: '^[1-9][0-9]{0,8}$', example: '2' }),
});
