// Items are found by words by those who may order them, and by their id by those who may read them.
import { may } from '../../identity/index.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import { highlightsOf } from '../../platform/lists/highlights.ts';
import { list } from '../../platform/lists/list.ts';
import { readMarked, recordUrls, type SearchSource, typedId } from '../../records/index.ts';
import { isOrderable, orderableScope } from '../audience/orderable.sql.ts';
import { catalogItems } from '../items.record.ts';
import { CatalogItemId } from '../items.schema.ts';

const { table } = catalogItems;
const columns = { table: table.name, title: 'name', state: 'state', text: 'summary' };

export const itemSource: SearchSource = {
  type: 'item',
  async findById({ deps: { db }, actor, baseUrl, q }) {
    const typed = typedId(q, CatalogItemId);
    const reach = reachOf(may('catalog.read'), actor);
    const row = typed && reach && (await table.find(db, typed));
    if (!row || !(reach === 'all' || (await isOrderable(db, row, actor.email)))) return undefined;
    const { id, name, state } = row;
    return {
      id,
      title: name,
      state,
      url: recordUrls(catalogItems, id, baseUrl).url,
      highlights: [],
    };
  },
  async search({ deps: { db }, actor, baseUrl, now, q, limit }) {
    if (!reachOf(may('catalog.read'), actor)) return undefined;
    const { rows, total } = await list({ db }, table.list, {
      now,
      q,
      filters: {},
      scope: await orderableScope(db, actor.email),
      fields: ['id'],
      sort: 'name',
      order: 'asc',
      limit,
      allowsBlank: true,
    });
    const ids = rows.map(({ id }) => id);
    const found = await readMarked(db, { ...columns, q, ids, notes: [] });
    return {
      ...(total && !total.isLowerBound && { total: total.total }),
      hits: found.map(({ headlines, ...one }) => ({
        ...one,
        url: recordUrls(catalogItems, one.id, baseUrl).url,
        highlights: highlightsOf(
          { title: headlines.title ?? null, summary: headlines.text ?? null },
          ['title', 'summary'],
        ),
      })),
    };
  },
};
