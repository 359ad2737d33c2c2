// The routes of the administration name these lists and queries, so they are loaded at first; its pages load the rest.
import { queryOptions } from '@tanstack/react-query';
import type {
  CalendarSummary,
  CatalogItemSummary,
  Client,
  Entry,
  Group,
  MacroSummary,
  Mailbox,
  Message,
  ScimConnector,
  User,
} from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';

export type { CatalogItemSummary } from '@signalbox/sdk';

type Query = Record<string, string>;

export const listUsers = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<User>> => pageOf(await client.users.list(pageQuery(query, cursor)));

export type ClientRow = Client & { id: string };
export const rowOfClient = (one: Client): ClientRow => ({ ...one, id: one.client_id });

export const listClients = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<ClientRow>> => {
  const page = pageOf<Client>(await client.clients.list(pageQuery(query, cursor)));
  return { ...page, rows: page.rows.map(rowOfClient) };
};

export type Connector = ScimConnector;

export const listConnectors = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<Connector>> =>
  pageOf(await client.scimConnectors.list(pageQuery(query, cursor)));

export const listGroups = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<Group>> => pageOf(await client.groups.list(pageQuery(query, cursor)));

export const listAudit = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<Entry>> => pageOf<Entry>(await client.audit.list(pageQuery(query, cursor)));

export const listCalendars = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<CalendarSummary>> =>
  pageOf<CalendarSummary>(await client.calendars.list(pageQuery(query, cursor)));

export const listMacros = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<MacroSummary>> =>
  pageOf<MacroSummary>(await client.macros.list(pageQuery(query, cursor)));

export const listMailboxes = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<Mailbox>> => pageOf(await client.mailboxes.list(pageQuery(query, cursor)));

export const listMessages = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<Message>> => pageOf(await client.mail.list(pageQuery(query, cursor)));

/** A message that was decided about may have left the list. */
export const readMessage = (id: string): Promise<Message> => client.mail.get(id);

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
});

export const listCatalogItems = async (
  query: Query,
  cursor: string | undefined,
): Promise<ListPage<CatalogItemSummary>> =>
  pageOf<CatalogItemSummary>(await client.catalogItems.list(pageQuery(query, cursor)));
