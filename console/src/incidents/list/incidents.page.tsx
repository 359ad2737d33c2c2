// Incidents are triaged by keyboard, one by one or in bulk.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { mayUse, meQuery, viewsQuery } from '../../api/index.ts';
import { ListPage } from '../../lists/index.ts';
import type { ListSearch, SearchChange } from '../../search/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import type { GridHandle } from '../../ui/layout/grid.tsx';
import { builtInViews, isViewChanged } from '../views/incident.views.ts';
import { emptyOf } from '../views/view-empty.tsx';
import { SaveView } from '../views/save-view.tsx';
import { ViewsMenu } from '../views/views-menu.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CountedValues } from './counted-values.tsx';
import { incidentColumns } from './incidents.columns.tsx';
import { incidentFilters } from './incidents.filters.ts';
import { incidentList } from './incidents.list.ts';
import styles from './incidents.module.css';
import { IncidentPeek } from './peek.tsx';
import { RowDialogs } from './row-dialogs.tsx';
import { useRowActions } from './use-row-actions.ts';
import { useSections } from './use-sections.ts';

export function IncidentsPage() {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const go = (change: SearchChange) => void navigate({ to: '.', search: change as never });
  const grid = useRef<GridHandle>(null);
  const actions = useRowActions(search, grid);
  const { data: me } = useQuery(meQuery);
  const { data: saved = [] } = useQuery(viewsQuery);
  const builtIn = me ? builtInViews(me) : [];
  const view = [...builtIn, ...saved].find(({ id }) => id === search['view']);
  const sectionText = useSections(search);
  const isChanged = isViewChanged(view, search);
  return (
    <>
      <ListPage
        list={incidentList}
        className={styles.incidents}
        heading={view?.name ?? (search['q'] === undefined ? 'Incidents' : 'Search')}
        columns={incidentColumns(search)}
        fileName="incidents"
        filters={incidentFilters}
        filterValues={(row, onCancel) => {
          const counted = incidentFilters.find(({ name }) => name === row.name)?.counted;
          if (!counted) return undefined;
          const props = { search, onChange: go, onCancel };
          return <CountedValues row={{ ...row, counted }} {...props} />;
        }}
        beside={
          me && (
            <ViewsMenu
              me={me}
              builtIn={builtIn}
              saved={saved}
              current={view?.id}
              onSearch={(next) => go(() => next)}
            />
          )
        }
        toolbar={
          isChanged && <SaveView search={search} saved={saved.find(({ id }) => id === view?.id)} />
        }
        primary={
          me &&
          mayUse(me, 'incidents.create') && (
            <Button
              variant="primary"
              icon={<AddIcon />}
              label="New incident"
              keys={['c']}
              onClick={() => void navigate({ to: '/incidents/new' })}
            >
              New incident
            </Button>
          )
        }
        onOpen={({ id }, list) =>
          void navigate({ to: '/incidents/$id', params: { id }, state: { list } })
        }
        peek={(id, onClose) => <IncidentPeek id={id} actions={actions} onClose={onClose} />}
        selection={
          actions.mayEdit ? (list) => <BulkBar list={list} actions={actions} /> : undefined
        }
        sectionText={sectionText}
        empty={emptyOf(builtIn, isChanged ? undefined : view?.id)}
        gridRef={grid}
      />
      <RowDialogs actions={actions} />
    </>
  );
}
