// The list has all articles, or those that match a search with the places where they do.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { mayUse, meQuery } from '../api/index.ts';
import { ListPage } from '../lists/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { AddIcon } from '../ui/icons.ts';
import {
  articleColumns,
  articleFilters,
  readerColumns,
  readerFilters,
} from './articles.columns.tsx';
import { articleList } from './articles.list.ts';

const FOUND_HEIGHT = { wide: 56, narrow: 76 };

export function ArticlesPage() {
  const navigate = useNavigate();
  const { q } = useSearch({ strict: false }) as { q?: string };
  const { data: me } = useQuery(meQuery);
  const mayWrite = me !== undefined && mayUse(me, 'articles.write');
  const isReader = me !== undefined && !mayUse(me, 'articles.read_history');
  return (
    <ListPage
      list={articleList}
      heading="Knowledge"
      columns={isReader ? readerColumns : articleColumns}
      filters={isReader ? readerFilters : articleFilters}
      {...(q !== undefined && { rowHeight: FOUND_HEIGHT })}
      onOpen={({ id }, query) =>
        void navigate({ to: '/knowledge/$id', params: { id }, state: { list: query } })
      }
      primary={
        mayWrite && (
          <Button
            variant="primary"
            icon={<AddIcon />}
            onClick={() => void navigate({ to: '/knowledge/new' })}
          >
            New article
          </Button>
        )
      }
      empty={{
        title: 'There are no articles',
        text: 'Write down what you have explained twice; the assistant can then cite it in its answers.',
      }}
    />
  );
}
