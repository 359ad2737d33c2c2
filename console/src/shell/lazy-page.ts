// The files of a page are loaded when it is opened. If they do not arrive, the router would reload the browser and lose
// the page on screen; here it shows an error instead.
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent as lazyComponent } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { isRequester, meQuery, PageLoadError, queryClient } from '../api/index.ts';

export const lazyRouteComponent: typeof lazyComponent = (importer, exportName) =>
  lazyComponent(
    () =>
      importer().catch((error: unknown) => {
        throw new PageLoadError(error);
      }),
    exportName,
  );

type LazyPage = ComponentType & { preload?: () => Promise<void> | undefined };

/** Requesters get a page of their own at the same address; the files of only one of the two are loaded. */
export function pageByRole(page: LazyPage, requesterPage: LazyPage): LazyPage {
  const Page: LazyPage = () => {
    const { data: me } = useQuery(meQuery);
    return me ? createElement(isRequester(me) ? requesterPage : page) : null;
  };
  Page.preload = async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    await (isRequester(me) ? requesterPage : page).preload?.();
  };
  return Page;
}

/** Pages of requesters read what they show by themselves. */
export const forAgents =
  <Options>(step: (options: Options) => Promise<void> | void) =>
  async (options: Options): Promise<void> => {
    if (!isRequester(await queryClient.ensureQueryData(meQuery))) await step(options);
  };
