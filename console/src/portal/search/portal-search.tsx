// One field finds answers and items. Arrows move through what was found, and Enter opens it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { faultOf, mayUse, type Me, portalSearchQuery } from '../../api/index.ts';
import {
  AssistantIcon,
  KnowledgeIcon,
  ReportIcon,
  RequestsIcon,
  SearchIcon,
} from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { type OptionProps, useOptions } from '../../ui/overlays/use-options.ts';
import { Matches } from '../../ui/reading/matches.tsx';
import { plainSnippet } from '../../ui/reading/snippet.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import styles from './search.module.css';
import { countText, type SearchOption, searchSections } from './search.options.ts';

const PAUSE_MS = 200;
const MAX_TEXT = 200;

const icons = {
  article: <KnowledgeIcon aria-hidden />,
  item: <RequestsIcon aria-hidden />,
  ask: <AssistantIcon aria-hidden />,
  report: <ReportIcon aria-hidden />,
};

const paths = { article: '/knowledge/$id', item: '/catalog/$id' } as const;

function Content({ option: { kind, label, highlights = [] } }: { option: SearchOption }) {
  const title = highlights.find(({ field }) => field === 'title');
  const text = title ? undefined : highlights.find(({ field }) => field !== 'title');
  return (
    <>
      {icons[kind]}
      <span>
        {title ? <Matches parts={title.parts} /> : label}
        {text && (
          <small>
            <Matches parts={plainSnippet(text.parts)} />
          </small>
        )}
      </span>
    </>
  );
}

interface OptionRowProps {
  option: SearchOption;
  props: OptionProps;
  onChoose: () => void;
}

function OptionRow({ option, props, onChoose }: OptionRowProps) {
  const { kind, id } = option;
  if ((kind === 'article' || kind === 'item') && id !== undefined)
    return (
      <Link {...props} to={paths[kind]} params={{ id }} activeProps={{}}>
        <Content option={option} />
      </Link>
    );
  return (
    // The field has the keys.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div {...props} onClick={onChoose}>
      <Content option={option} />
    </div>
  );
}

function useResults(text: string, isAllowed: boolean) {
  const asked = useDebounced(text, PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...portalSearchQuery(asked),
    enabled: asked !== '' && isAllowed,
  });
  const isSettled = asked === text && data !== undefined && !isPlaceholderData;
  return {
    results: text === '' ? undefined : data,
    isSettled,
    error: asked === text ? error : null,
  };
}

interface PortalSearchProps {
  me: Me;
  onAsk: (text: string) => void;
  onReport: (text: string) => void;
}

export function PortalSearch({ me, onAsk, onReport }: PortalSearchProps) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { results, isSettled, error } = useResults(text, mayUse(me, 'search.use'));
  const found = error ? { articles: [], items: [] } : results;
  const sections = searchSections(text, found, {
    mayAsk: mayUse(me, 'ai.ask'),
    mayReport: mayUse(me, 'incidents.create'),
  });
  const keys = sections.flatMap(({ items }) => items.map(({ key }) => key));
  const options = useOptions(keys, isSettled || error || text === '' ? 'complete' : 'loading');
  const choose = { ask: onAsk, report: onReport, article: () => undefined, item: () => undefined };
  let message = isSettled && found ? countText(text, found) : '';
  if (error) message = `The search has failed. ${faultText(faultOf(error))}`;
  return (
    <search className={styles.search}>
      <label className={styles.field}>
        <SearchIcon aria-hidden />
        <input
          {...options.field}
          aria-label="Search for an answer, or for something to order"
          placeholder="What do you need help with?"
          maxLength={MAX_TEXT}
          enterKeyHint="go"
          value={typed}
          onChange={({ currentTarget }) => {
            options.reset();
            setTyped(currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') setTyped('');
            else if (text === '' || !options.takeKey(event)) return;
            event.preventDefault();
          }}
        />
      </label>
      <p className={styles.message} role="status">
        {message}
      </p>
      {keys.length > 0 && (
        <div id={options.id} className={styles.list} role="listbox" aria-label="Results">
          {sections.map(({ heading, items }) => (
            <div key={heading} role="group" aria-label={heading}>
              <div className={styles.heading} aria-hidden>
                {heading}
              </div>
              {items.map((option) => (
                <OptionRow
                  key={option.key}
                  option={option}
                  props={options.optionOf(option.key, styles.option)}
                  onChoose={() => choose[option.kind](text)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </search>
  );
}
