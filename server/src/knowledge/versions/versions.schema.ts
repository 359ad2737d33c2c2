import Type from 'typebox';
import { idText, object, oneOf } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { ArticleId, example, textSchemas } from '../articles.schema.ts';

const members = {
  version: Type.Integer({ description: 'The version of the article that had this text first.' }),
  title: textSchemas.title,
  edited_by: Type.String({ description: 'E-mail address of the editor.' }),
  created_at: Type.String({ format: 'date-time' }),
};

const ArticleVersionSummary = object(members, { title: 'ArticleVersionSummary' });

export const ArticleVersion = object(
  { article_id: ArticleId, ...members, ...textSchemas },
  {
    title: 'ArticleVersion',
    examples: [
      {
        article_id: example.id,
        version: 3,
        title: example.title,
        edited_by: 'ada@example.com',
        created_at: '2026-11-14T08:00:00.000Z',
        summary: example.summary,
        body: example.body,
        category: example.category,
        tags: example.tags,
        language: example.language,
      },
    ],
  },
);

const line = (description: string) => Type.Integer({ description });

const ArticleDiff = object(
  {
    from: Type.Integer(),
    to: Type.Integer(),
    fields: Type.Record(Type.String(), object({ from: Type.Unknown(), to: Type.Unknown() }), {
      description: 'The other fields that differ, each with its value in both versions.',
    }),
    body: Type.Array(
      object({
        kind: oneOf(['equal', 'removed', 'added']),
        from_line: line(
          'Number of the first line of the block in the version `from`, counted from 1.',
        ),
        to_line: line('Number of the first line of the block in the version `to`, counted from 1.'),
        text: Type.String({ description: 'One or more lines, without the last line break.' }),
      }),
      {
        description:
          'The removed and added lines of the body, with three equal lines around them. Empty if the bodies are equal.',
      },
    ),
  },
  { title: 'ArticleDiff' },
);

export const ArticleVersionList = object(
  {
    ...listEnvelope(ArticleVersionSummary, 'ArticleVersionList', { total: true }).properties,
    diff: Type.Optional(ArticleDiff),
  },
  { title: 'ArticleVersionList' },
);

const versionNumber = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description }));

export const versionQuery = listQuery(
  {
    from: versionNumber('Compare from this version: the response has the member `diff`.'),
    to: versionNumber('Compare to this version. Defaults to the latest. Requires `from`.'),
  },
  { sorts: ['created_at'], order: 'desc', pages: false },
);

export const versionParams = object({
  id: ArticleId,
  version: idText('Versions', { pattern: '^[1-9][0-9]{0,8}$', example: '3' }),
});
