// The files of a page are loaded when it is opened. If they do not arrive, the router would reload the browser and lose
// the page on screen; here it shows an error instead.
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent as lazyComponent, type RouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { isRequester, meQuery, PageLoadError, queryClient } from '../api/index.ts';

export const lazyRouteComponent: typeof lazyComponent = (importer, exportName) =>
  lazyComponent(
    () =>
      importer().catch((error: unknown) => {
        throw new PageLoadError(error);
      }),
    exportName,
  );

/** Requesters get a page of their own at the same address; the files of only one of the two are loaded. */
export function pageByRole(page: RouteComponent, requesterPage: RouteComponent): RouteComponent {
  const Page: RouteComponent = () => {
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
