// One box searches everything: records, people, views and commands.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { faultOf, isRequester, mayUse, type Me, type View, viewsQuery } from '../../api/index.ts';
import { runCommand, useBoundCommands } from '../../keys/index.ts';
import { startDraft } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { SearchDialog } from '../../ui/overlays/search-dialog.tsx';
import { commandItems } from './box.commands.ts';
import {
  emptySections,
  type Searcher,
  searchedNouns,
  typedSections,
  viewItem,
} from './box.sections.ts';
import type { BoxItem, NamedView } from './box-item.ts';
import { ItemRow } from './item-row.tsx';
import { recentsBeside } from './use-recents.ts';
import { recordOf } from './searched-types.ts';
import { useSearch } from './use-search.ts';

export type ViewsOf = (me: Me, saved: readonly View[]) => readonly NamedView[];

interface SearchBoxProps {
  me: Me;
  viewsOf: ViewsOf;
  onClose: () => void;
}

const NO_VIEWS: readonly View[] = [];

export const searchLabel = (me: Me): string =>
  isRequester(me) ? 'Search my reports, requests and help articles' : 'Search everything';

/** Returns a message if there are no results of the text, or none yet. */
function messageOf(
  text: string,
  searcher: Searcher,
  { isSettled, groups = [], error, isOnline, retry }: ReturnType<typeof useSearch>,
): ReactNode {
  if (text === '') return undefined;
  if (!isOnline) return 'You are offline, so no records are searched. Commands still work.';
  if (error)
    return (
      <>
        <span>The search has failed: {faultOf(error).detail || faultOf(error).title}</span>
        <Button onClick={retry}>Retry</Button>
      </>
    );
  if (isSettled && groups.length === 0)
    return `Nothing matches “${text}” in ${searchedNouns(searcher)}.`;
  return !isSettled && groups.length === 0 ? 'Searching…' : undefined;
}

export function SearchBox({ me, viewsOf, onClose }: SearchBoxProps) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const bound = useBoundCommands();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [recents] = useState(() => recentsBeside(pathname));
  const isOwn = isRequester(me);
  const { data: saved = NO_VIEWS } = useQuery({ ...viewsQuery, enabled: !isOwn });
  const searcher: Searcher = {
    mayUse: (permission) => mayUse(me, permission),
    isRequester: isOwn,
  };
  const search = useSearch(text, searcher.mayUse('search.use'));
  const commands = useMemo(() => commandItems(bound, isOwn), [bound, isOwn]);
  const views = isOwn ? [] : viewsOf(me, saved).map(viewItem);
  const sections =
    text === ''
      ? emptySections({ recents, views, commands, isRequester: isOwn })
      : typedSections({ ...search, text, views, commands, searcher });
  const isKnown = text === '' || search.isSettled || recordOf(text) !== undefined;
  const hasFailed = search.error !== undefined || !search.isOnline;

  const choose = (item: BoxItem) => {
    if (item.unavailable !== undefined) return;
    if (item.draft !== undefined) startDraft(me, 'incident', item.draft);
    onClose();
    if (item.command) runCommand(item.command);
  };
  const progress = hasFailed ? 'failed' : 'loading';
  return (
    <SearchDialog
      label={searchLabel(me)}
      text={typed}
      onText={setTyped}
      sections={sections}
      progress={isKnown ? 'complete' : progress}
      message={messageOf(text, searcher, search)}
      renderOption={(item: BoxItem, option) => (
        <ItemRow key={item.key} item={item} option={option} onChoose={choose} />
      )}
      onClose={onClose}
    />
  );
}
