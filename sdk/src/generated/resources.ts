// Generated from openapi.json by `npm run generate`; do not edit.
import type { ApiPromise } from '../api-promise.ts';
import type { CustomFilters, CustomValues, ValuesOf } from '../custom.ts';
import type { EventStream, StreamOptions } from '../events.stream.ts';
import type { DeleteOptions, ReadOptions, RequestOptions, UpdateOptions, WriteOptions } from '../options.ts';
import type { Listed, OneOrMany, PagePromise } from '../pages.ts';
import type * as S from './schemas.ts';

export type ListIncidentsQuery<F extends keyof S.IncidentSummaryFields = never, V = CustomValues> = CustomFilters<V> & {
  /** Full-text search in `id`, `short_description`, `description` and `category`. All words must match; the last one also matches as a prefix if it has three letters or more. "…" is a phrase, `or` separates alternatives, and - excludes a word. `sort` still applies; `total` is exact up to 1,000. */
  q?: string | undefined;
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened"> | undefined;
  /** Priority. Comma-separated; matches any of the values. */
  priority?: OneOrMany<"P1" | "P2" | "P3" | "P4"> | undefined;
  /** Name of the group. Comma-separated; matches any of the values. */
  assignment_group?: OneOrMany<string> | undefined;
  /** E-mail address of the assignee. Comma-separated; matches any of the values. */
  assigned_to?: OneOrMany<string> | undefined;
  /** Category. Comma-separated; matches any of the values. */
  category?: OneOrMany<string> | undefined;
  /** E-mail address of the opener. Comma-separated; matches any of the values. */
  opened_by?: OneOrMany<string> | undefined;
  /** E-mail address of the requester. Comma-separated; matches any of the values. */
  requester?: OneOrMany<string> | undefined;
  /** Author of the last public note. Comma-separated; matches any of the values. */
  last_reply?: OneOrMany<"requester" | "us"> | undefined;
  /** Configuration item. Comma-separated; matches any of the values. */
  ci_id?: OneOrMany<string> | undefined;
  /** Change. Comma-separated; matches any of the values. */
  change_id?: OneOrMany<string> | undefined;
  /** Your own id for the incident. Comma-separated; matches any of the values. */
  external_id?: OneOrMany<string> | undefined;
  /** Created after this time. */
  created_after?: string | Date | undefined;
  /** Created before this time. */
  created_before?: string | Date | undefined;
  /** Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request. */
  updated_after?: string | Date | undefined;
  /** Updated before this time. */
  updated_before?: string | Date | undefined;
  /** Resolved after this time, and not reopened since. */
  resolved_after?: string | Date | undefined;
  /** Resolved before this time, and not reopened since. */
  resolved_before?: string | Date | undefined;
  /** Fields that are null. `merged_into` leaves out the duplicates that are merged into another incident, also beside other fields. Comma-separated; matches any of the values. */
  without?: OneOrMany<"assigned_to" | "assignment_group" | "ci_id" | "merged_into"> | undefined;
  /** State of the SLA clock. `breached`: as `sla.breached` of the incident, also of stopped clocks, so combine it with `state`. `at_risk`: running, 75 % or more of the target used, not breached. `paused`: on hold, or merged into another incident. Comma-separated; matches any of the values. */
  sla?: OneOrMany<"breached" | "at_risk" | "paused"> | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "created_at" | "priority" | "updated_at" | "sla_breach_at" | "next_target_at" | "resolved_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
};

export type CountIncidentsQuery<V = CustomValues> = CustomFilters<V> & {
  /** Fields to count by. Comma-separated. */
  by: OneOrMany<"state" | "priority" | "assignment_group" | "assigned_to" | "category">;
  /** Full-text search in `id`, `short_description`, `description` and `category`. All words must match; the last one also matches as a prefix if it has three letters or more. "…" is a phrase, `or` separates alternatives, and - excludes a word. `sort` still applies; `total` is exact up to 1,000. */
  q?: string | undefined;
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened"> | undefined;
  /** Priority. Comma-separated; matches any of the values. */
  priority?: OneOrMany<"P1" | "P2" | "P3" | "P4"> | undefined;
  /** Name of the group. Comma-separated; matches any of the values. */
  assignment_group?: OneOrMany<string> | undefined;
  /** E-mail address of the assignee. Comma-separated; matches any of the values. */
  assigned_to?: OneOrMany<string> | undefined;
  /** Category. Comma-separated; matches any of the values. */
  category?: OneOrMany<string> | undefined;
  /** E-mail address of the opener. Comma-separated; matches any of the values. */
  opened_by?: OneOrMany<string> | undefined;
  /** E-mail address of the requester. Comma-separated; matches any of the values. */
  requester?: OneOrMany<string> | undefined;
  /** Author of the last public note. Comma-separated; matches any of the values. */
  last_reply?: OneOrMany<"requester" | "us"> | undefined;
  /** Configuration item. Comma-separated; matches any of the values. */
  ci_id?: OneOrMany<string> | undefined;
  /** Change. Comma-separated; matches any of the values. */
  change_id?: OneOrMany<string> | undefined;
  /** Your own id for the incident. Comma-separated; matches any of the values. */
  external_id?: OneOrMany<string> | undefined;
  /** Created after this time. */
  created_after?: string | Date | undefined;
  /** Created before this time. */
  created_before?: string | Date | undefined;
  /** Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request. */
  updated_after?: string | Date | undefined;
  /** Updated before this time. */
  updated_before?: string | Date | undefined;
  /** Resolved after this time, and not reopened since. */
  resolved_after?: string | Date | undefined;
  /** Resolved before this time, and not reopened since. */
  resolved_before?: string | Date | undefined;
  /** Fields that are null. `merged_into` leaves out the duplicates that are merged into another incident, also beside other fields. Comma-separated; matches any of the values. */
  without?: OneOrMany<"assigned_to" | "assignment_group" | "ci_id" | "merged_into"> | undefined;
  /** State of the SLA clock. `breached`: as `sla.breached` of the incident, also of stopped clocks, so combine it with `state`. `at_risk`: running, 75 % or more of the target used, not breached. `paused`: on hold, or merged into another incident. Comma-separated; matches any of the values. */
  sla?: OneOrMany<"breached" | "at_risk" | "paused"> | undefined;
};

export interface GetIncidentStatsQuery {
  /** Length of an interval, in UTC; a week begins on Monday. */
  interval?: "day" | "week" | undefined;
  /** A time in the first interval. By default 30 days, or 26 weeks, before `to`. */
  from?: string | Date | undefined;
  /** End of the period, exclusive; by default now. At most 400 intervals after `from`. */
  to?: string | Date | undefined;
  /** Priority. Comma-separated; matches any of the values. */
  priority?: OneOrMany<"P1" | "P2" | "P3" | "P4"> | undefined;
  /** Name of the group. Comma-separated; matches any of the values. */
  assignment_group?: OneOrMany<string> | undefined;
  /** Category. Comma-separated; matches any of the values. */
  category?: OneOrMany<string> | undefined;
}

export interface GetIncidentQuery {
  include_deleted?: boolean | undefined;
}

export interface ListWorkNotesQuery<F extends keyof S.WorkNoteFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListTimelineQuery<F extends keyof S.TimelineEntryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export type ListServiceRequestsQuery<F extends keyof S.ServiceRequestSummaryFields = never, V = CustomValues> = CustomFilters<V> & {
  /** Full-text search in `id`, `short_description`, `description` and `item`. All words must match; the last one also matches as a prefix if it has three letters or more. "…" is a phrase, `or` separates alternatives, and - excludes a word. `sort` still applies; `total` is exact up to 1,000. */
  q?: string | undefined;
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"submitted" | "approved" | "rejected" | "fulfilled" | "cancelled"> | undefined;
  /** E-mail address of the requester. Comma-separated; matches any of the values. */
  requested_by?: OneOrMany<string> | undefined;
  /** If true, lists only records that wait for your decision: submitted, not your own, and not yet decided by you. The list is empty if you may not decide. */
  decidable?: boolean | undefined;
  /** If true, lists only service requests that you created or that are for you. */
  own?: boolean | undefined;
  /** Created after this time. */
  created_after?: string | Date | undefined;
  /** Created before this time. */
  created_before?: string | Date | undefined;
  /** Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request. */
  updated_after?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "created_at" | "updated_at" | "next_target_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
};

export interface ListServiceRequestNotesQuery<F extends keyof S.ServiceRequestNoteFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListServiceRequestTimelineQuery<F extends keyof S.ServiceRequestTimelineEntryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListServiceRequestTasksQuery<F extends keyof S.TaskSummaryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListTasksQuery<F extends keyof S.TaskSummaryFields = never> {
  /** E-mail address of the assignee. Comma-separated; matches any of the values. */
  assigned_to?: OneOrMany<string> | undefined;
  /** Name of the group. Comma-separated; matches any of the values. */
  assignment_group?: OneOrMany<string> | undefined;
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"open" | "in_progress" | "done" | "skipped"> | undefined;
  /** Id of the service request. Comma-separated; matches any of the values. */
  request_id?: OneOrMany<string> | undefined;
  /** Whether all tasks that it depends on are done or skipped. */
  ready?: "true" | "false" | undefined;
  /** Created after this time. */
  created_after?: string | Date | undefined;
  /** Created before this time. */
  created_before?: string | Date | undefined;
  /** Updated after this time. */
  updated_after?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "created_at" | "updated_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListTaskTimelineQuery<F extends keyof S.TaskTimelineEntryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListCatalogItemsQuery<F extends keyof S.CatalogItemSummaryFields = never> {
  /** Full-text search in `id`, `name`, `category`, `summary` and `description`. All words must match; the last one also matches as a prefix if it has three letters or more. "…" is a phrase, `or` separates alternatives, and - excludes a word. `sort` still applies; `total` is exact up to 1,000. */
  q?: string | undefined;
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"draft" | "published" | "retired"> | undefined;
  /** Category. Comma-separated; matches any of the values. */
  category?: OneOrMany<string> | undefined;
  /** If true, lists only items that you may order: published, with you in the audience. */
  orderable?: boolean | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "name" | "created_at" | "updated_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListCatalogItemVersionsQuery<F extends keyof S.CatalogVersionSummaryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export type ListCisQuery<F extends keyof S.CiSummaryFields = never, V = CustomValues> = CustomFilters<V> & {
  /** Id, to read several CIs at once. Comma-separated; matches any of the values. */
  id?: OneOrMany<string> | undefined;
  /** Full-text search in `id`, `name`, `class`, `fqdn`, `ip_address`, `serial_number` and `location`. All words must match; the last one also matches as a prefix if it has three letters or more. "…" is a phrase, `or` separates alternatives, and - excludes a word. `sort` still applies; `total` is exact up to 1,000. */
  q?: string | undefined;
  /** Class. Comma-separated; matches any of the values. */
  class?: OneOrMany<string> | undefined;
  /** Status. Comma-separated; matches any of the values. */
  status?: OneOrMany<"operational" | "degraded" | "maintenance" | "non_operational" | "retired"> | undefined;
  /** Environment. Comma-separated; matches any of the values. */
  environment?: OneOrMany<string> | undefined;
  /** E-mail address of the owner. Comma-separated; matches any of the values. */
  owner?: OneOrMany<string> | undefined;
  /** Name of the group. Comma-separated; matches any of the values. */
  support_group?: OneOrMany<string> | undefined;
  /** Created after this time. */
  created_after?: string | Date | undefined;
  /** Created before this time. */
  created_before?: string | Date | undefined;
  /** Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request. */
  updated_after?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "created_at" | "updated_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
};

export interface ListCiTimelineQuery<F extends keyof S.CiTimelineEntryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface GetCiImpactQuery {
  /** How many relations to follow. */
  depth?: number | undefined;
}

export type ListChangesQuery<F extends keyof S.ChangeSummaryFields = never, V = CustomValues> = CustomFilters<V> & {
  /** Full-text search in `id`, `short_description` and `description`. All words must match; the last one also matches as a prefix if it has three letters or more. "…" is a phrase, `or` separates alternatives, and - excludes a word. `sort` still applies; `total` is exact up to 1,000. */
  q?: string | undefined;
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled"> | undefined;
  /** Type. Comma-separated; matches any of the values. */
  type?: OneOrMany<"normal" | "standard" | "emergency"> | undefined;
  /** Risk. Comma-separated; matches any of the values. */
  risk?: OneOrMany<"low" | "medium" | "high"> | undefined;
  /** Name of the group. Comma-separated; matches any of the values. */
  assignment_group?: OneOrMany<string> | undefined;
  /** E-mail address of the assignee. Comma-separated; matches any of the values. */
  assigned_to?: OneOrMany<string> | undefined;
  /** E-mail address of the requester. Comma-separated; matches any of the values. */
  requested_by?: OneOrMany<string> | undefined;
  /** If true, lists only records that wait for your decision: submitted, not your own, and not yet decided by you. The list is empty if you may not decide. */
  decidable?: boolean | undefined;
  /** Configuration item among `ci_ids`. Comma-separated; matches any of the values. */
  ci_id?: OneOrMany<string> | undefined;
  /** The planned window begins after this time. */
  planned_after?: string | Date | undefined;
  /** The planned window begins before this time. */
  planned_before?: string | Date | undefined;
  /** Created after this time. */
  created_after?: string | Date | undefined;
  /** Created before this time. */
  created_before?: string | Date | undefined;
  /** Updated after this time. */
  updated_after?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "created_at" | "updated_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
};

export interface GetChangeCalendarQuery {
  /** Start of the period. */
  from: string | Date;
  /** End of the period, at most 92 days after its start. */
  to: string | Date;
  /** Configuration item among `ci_ids`. Comma-separated; matches any of the values. */
  ci_id?: OneOrMany<string> | undefined;
}

export interface ListChangeNotesQuery<F extends keyof S.ChangeNoteFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListChangeTimelineQuery<F extends keyof S.ChangeTimelineEntryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListArticlesQuery<F extends keyof S.ArticleSummaryFields = never> {
  /** Search by words in id, title, summary, category, tags and body, and by meaning in published articles. Articles with all words come first; then those with similar words, with some of the words, or of similar meaning. "…" is a phrase, `or` an alternative, - excludes a word; a query with a phrase or an excluded word finds only articles that match it. The best match is first unless `sort` is given. At most the 1,000 best matches are listed. */
  q?: string | undefined;
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"draft" | "review" | "published" | "retired"> | undefined;
  /** Category. Comma-separated; matches any of the values. */
  category?: OneOrMany<string> | undefined;
  /** Tag. Comma-separated; matches any of the values. */
  tag?: OneOrMany<string> | undefined;
  /** Language. Comma-separated; matches any of the values. */
  language?: OneOrMany<string> | undefined;
  /** E-mail address of the author. Comma-separated; matches any of the values. */
  author?: OneOrMany<string> | undefined;
  /** Created after this time. */
  created_after?: string | Date | undefined;
  /** Created before this time. */
  created_before?: string | Date | undefined;
  /** Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request. */
  updated_after?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "created_at" | "updated_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface GetArticleQuery {
  include_deleted?: boolean | undefined;
}

export interface ListArticleVersionsQuery<F extends keyof S.ArticleVersionSummaryFields = never> {
  /** Compare from this version: the response has the member `diff`. */
  from?: number | undefined;
  /** Compare to this version. Defaults to the latest. Requires `from`. */
  to?: number | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListArticleTimelineQuery<F extends keyof S.ArticleTimelineEntryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListIncidentLinksQuery<F extends keyof S.LinkFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListServiceRequestLinksQuery<F extends keyof S.LinkFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListCiLinksQuery<F extends keyof S.LinkFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListChangeLinksQuery<F extends keyof S.LinkFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListArticleLinksQuery<F extends keyof S.LinkFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListJobsQuery<F extends keyof S.JobSummaryFields = never> {
  /** Status. Comma-separated; matches any of the values. */
  status?: OneOrMany<"queued" | "running" | "completed" | "failed" | "cancelled"> | undefined;
  /** True for jobs that only validate their rows. Comma-separated; matches any of the values. */
  dry_run?: OneOrMany<"true" | "false"> | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListAuditQuery<F extends keyof S.EntryFields = never> {
  /** E-mail address of the actor. Comma-separated; matches any of the values. */
  actor?: OneOrMany<string> | undefined;
  /** Kind of the entry. Comma-separated; matches any of the values. */
  kind?: OneOrMany<"incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed"> | undefined;
  /** Id of the record; for an inbound webhook, its handle. Comma-separated; matches any of the values. */
  record?: OneOrMany<string> | undefined;
  /** The X-Request-Id of the request that made the change. Comma-separated; matches any of the values. */
  request_id?: OneOrMany<string> | undefined;
  /** At this time or later. */
  since?: string | Date | undefined;
  /** Before this time. */
  until?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListClientsQuery<F extends keyof S.ClientFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListUsersQuery<F extends keyof S.UserFields = never> {
  /** Exact e-mail address. Comma-separated; matches any of the values. */
  email?: OneOrMany<string> | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListGroupsQuery<F extends keyof S.GroupFields = never> {
  /** Name of the group. Comma-separated; matches any of the values. */
  name?: OneOrMany<string> | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListIdentityProvidersQuery<F extends keyof S.IdentityProviderFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListIdentitiesQuery<F extends keyof S.IdentityFields = never> {
  /** E-mail address of the user. Comma-separated; matches any of the values. */
  email?: OneOrMany<string> | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListApiKeysQuery<F extends keyof S.ApiKeyFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Page number, from 1. Not stable while records change; reaches at most 10000 rows. Cannot be combined with `cursor`. */
  page?: number | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListSessionsQuery<F extends keyof S.SessionFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListSignInsQuery<F extends keyof S.SignInEventFields = never> {
  /** Kind of the event. Comma-separated; matches any of the values. */
  kind?: OneOrMany<"sign_in" | "failed" | "sign_out" | "key_exchange"> | undefined;
  /** E-mail address of the person. Comma-separated; matches any of the values. */
  actor?: OneOrMany<string> | undefined;
  /** E-mail address that was entered in failed sign-ins. Comma-separated; matches any of the values. */
  account?: OneOrMany<string> | undefined;
  /** Network address of the client. Comma-separated; matches any of the values. */
  address?: OneOrMany<string> | undefined;
  /** At this time or later. */
  since?: string | Date | undefined;
  /** Before this time. */
  until?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListOwnSignInsQuery<F extends keyof S.OwnSignInFields = never> {
  /** Kind of the event. Comma-separated; matches any of the values. */
  kind?: OneOrMany<"sign_in" | "sign_out" | "key_exchange"> | undefined;
  /** At this time or later. */
  since?: string | Date | undefined;
  /** Before this time. */
  until?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListDirectoryQuery<F extends keyof S.DirectoryEntryFields = never> {
  /** Beginning of the name or e-mail address, regardless of case. */
  q?: string | undefined;
  /** Kind of entry. Comma-separated; matches any of the values. */
  kind?: OneOrMany<"person" | "group"> | undefined;
  /** Whole e-mail address, regardless of case. Comma-separated; matches any of the values. */
  email?: OneOrMany<string> | undefined;
  /** Name of a group: lists its members who are active users. The list is empty if the group is unknown. */
  group?: string | undefined;
  /** If true, lists only active users who may be assigned: those who may change incidents. */
  assignable?: boolean | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListScimConnectorsQuery<F extends keyof S.ScimConnectorFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListFieldsQuery<F extends keyof S.FieldFields = never> {
  /** Record type. Comma-separated; matches any of the values. */
  record_type?: OneOrMany<"incident" | "change" | "request" | "ci"> | undefined;
  /** True: only fields in use. Managers also see the others. */
  active?: boolean | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "position" | "created_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListCalendarsQuery<F extends keyof S.CalendarSummaryFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface GetCalendarOpenQuery {
  /** Start of the span, by default now. Not before 1970-01-01T00:00:00.000Z. */
  from?: string | Date | undefined;
  /** End of the span, not included; by default a day after its start. At most 10 years after it, and not after 2200-01-01T00:00:00.000Z. */
  to?: string | Date | undefined;
}

export interface ListSlaPoliciesQuery<F extends keyof S.SlaPolicySummaryFields = never> {
  /** Type of the records. Comma-separated; matches any of the values. */
  record_type?: OneOrMany<"incident" | "request"> | undefined;
  /** Whether the policy applies. */
  active?: "true" | "false" | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "position" | "created_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListRulesQuery<F extends keyof S.RuleSummaryFields = never> {
  /** Type of the records. Comma-separated; matches any of the values. */
  record_type?: OneOrMany<"incident" | "change" | "request"> | undefined;
  /** Kind of the writes on which the rule runs, or `due`. Comma-separated; matches any of the values. */
  on?: OneOrMany<"created" | "updated" | "noted" | "due"> | undefined;
  /** Whether the rule runs. */
  active?: "true" | "false" | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "position" | "created_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListRuleRunsQuery<F extends keyof S.RuleRunFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListConditionFieldsQuery {
  /** Type of the records. `catalog_item`: for the audience of an item. */
  record_type: "incident" | "change" | "request" | "catalog_item";
  /** For a rule on this; without it, for an SLA policy. */
  on?: "created" | "updated" | "noted" | "due" | undefined;
}

export interface ListMacrosQuery<F extends keyof S.MacroSummaryFields = never> {
  /** Type of the records. Comma-separated; matches any of the values. */
  record_type?: OneOrMany<"incident" | "change" | "request"> | undefined;
  /** Name of the assignment group. Comma-separated; matches any of the values. */
  group?: OneOrMany<string> | undefined;
  /** Whether it can be applied. */
  active?: "true" | "false" | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort order; ties are sorted by id. */
  sort?: "name" | "created_at" | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListEventsQuery<F extends keyof S.EventFields = never> {
  /** Type of the event. Comma-separated; matches any of the values. */
  type?: OneOrMany<"incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted"> | undefined;
  /** Id of the record. Comma-separated; matches any of the values. */
  record?: OneOrMany<string> | undefined;
  /** At this time or later. */
  since?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface StreamEventsQuery<E extends S.StreamedType = S.StreamedType> {
  /** Type of the event. Comma-separated; matches any of the values. */
  type?: OneOrMany<E> | undefined;
  /** Id of the record. Comma-separated; matches any of the values. */
  record?: OneOrMany<string> | undefined;
}

export interface ListOutboundWebhooksQuery<F extends keyof S.OutboundWebhookFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListDeliveriesQuery<F extends keyof S.DeliverySummaryFields = never> {
  /** Status of the delivery. Comma-separated; matches any of the values. */
  status?: OneOrMany<"pending" | "retrying" | "delivered" | "failed"> | undefined;
  /** Event type. Comma-separated; matches any of the values. */
  event?: OneOrMany<"incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted"> | undefined;
  /** Id of the record. Comma-separated; matches any of the values. */
  record?: OneOrMany<string> | undefined;
  /** Created at this time or later. */
  since?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListAllDeliveriesQuery<F extends keyof S.DeliverySummaryFields = never> {
  /** Id of the webhook. Comma-separated; matches any of the values. */
  webhook_id?: OneOrMany<string> | undefined;
  /** Status of the delivery. Comma-separated; matches any of the values. */
  status?: OneOrMany<"pending" | "retrying" | "delivered" | "failed"> | undefined;
  /** Event type. Comma-separated; matches any of the values. */
  event?: OneOrMany<"incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted"> | undefined;
  /** Id of the record. Comma-separated; matches any of the values. */
  record?: OneOrMany<string> | undefined;
  /** Created at this time or later. */
  since?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface GetOutboundWebhookStatsQuery {
  /** Adds `series`. */
  interval?: "hour" | undefined;
  /** Start of the series, at most 400 hours ago. */
  from?: string | Date | undefined;
}

export interface ListInboundWebhooksQuery<F extends keyof S.InboundWebhookFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListInboundEventsQuery<F extends keyof S.InboundEventFields = never> {
  /** Result of the event. Comma-separated; matches any of the values. */
  status?: OneOrMany<"created" | "updated" | "deduplicated" | "resolved" | "ignored"> | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListNotificationsQuery<F extends keyof S.NotificationFields = never> {
  /** If true, lists only notifications that you have not read. */
  unread?: boolean | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListMailboxesQuery<F extends keyof S.MailboxFields = never> {
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListMessagesQuery<F extends keyof S.MessageFields = never> {
  /** State. Comma-separated; matches any of the values. */
  state?: OneOrMany<"received" | "applied" | "held" | "ignored" | "failed"> | undefined;
  /** Cause. Comma-separated; matches any of the values. */
  cause?: OneOrMany<"not_a_participant" | "sender_failed" | "sender_unverified" | "sender_unclear" | "unknown_sender" | "sender_inactive" | "flood" | "encrypted" | "record_not_writable" | "invalid_record" | "mailbox_inactive" | "bounce" | "own_address" | "automatic" | "discarded" | "unparsable" | "too_large" | "not_processed"> | undefined;
  /** Mailbox. Comma-separated; matches any of the values. */
  mailbox_id?: OneOrMany<string> | undefined;
  /** Address of the sender, in any case. Comma-separated; matches any of the values. */
  address?: OneOrMany<string> | undefined;
  /** Received at this time or later. */
  since?: string | Date | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface ListViewsQuery<F extends keyof S.ViewFields = never> {
  /** The list that the view shows. Comma-separated; matches any of the values. */
  list?: OneOrMany<"incidents" | "changes" | "requests" | "cis" | "articles"> | undefined;
  /** Audience. Comma-separated; matches any of the values. */
  audience?: OneOrMany<"me" | "group" | "everyone"> | undefined;
  /** Records per page. Values above 200 are capped at 200. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and sort. */
  cursor?: string | undefined;
  /** Sort direction. */
  order?: "asc" | "desc" | undefined;
  /** Return only these fields of each record, and its id. Comma-separated. */
  fields?: OneOrMany<F> | undefined;
}

export interface SearchQuery {
  /** Words, as in lists: all must occur, and the last one also matches as a prefix. The id of a record that you may read finds that record alone. */
  q: string;
  /** Types to search; by default all. Comma-separated; matches any of the values. */
  types?: OneOrMany<"incident" | "change" | "request" | "article" | "item" | "ci" | "person"> | undefined;
  /** At most so many results of each type. */
  limit?: number | undefined;
}

export interface IncidentsResource<V = CustomValues> {
  /** List incidents. Newest first. Filters are combined with AND; comma-separated values within one filter match any of them. `total` counts all matches. Requesters see the incidents they opened. (GET /incidents) */
  list: <F extends keyof S.IncidentSummaryFields = never>(query?: ListIncidentsQuery<F, V>, options?: RequestOptions) => PagePromise<Listed<S.IncidentSummary, S.IncidentSummaryFields<V>, F>, S.IncidentList<V>>;
  /** Create an incident. The caller becomes `opened_by`. Emits `incident.created`. (POST /incidents) */
  create: (body: S.IncidentCreate<V>, options?: WriteOptions) => ApiPromise<S.Incident<V>>;
  /** Count incidents. Counts by several fields in one request, with the filters of the list. `total` follows the rules of the list. (GET /incidents/counts) */
  count: (query: CountIncidentsQuery<V>, options?: RequestOptions) => ApiPromise<S.IncidentCounts>;
  /** Get incident stats. Created, resolved and breached incidents by day or week, with the time to resolve. An incident counts with the priority, group and category that it had at that moment; one that is deleted later stays counted. (GET /incidents/stats) */
  getStats: (query?: GetIncidentStatsQuery, options?: RequestOptions) => ApiPromise<S.IncidentStats>;
  /** Get an incident. With `include_deleted=true`, `super_admin`, `itsm_manager` and `auditor` can also read a deleted incident. (GET /incidents/{id}) */
  get: (id: string, query?: GetIncidentQuery, options?: ReadOptions) => ApiPromise<S.Incident<V>>;
  /** Update an incident. Absent fields keep their values; null clears a field. `state` may only change along an allowed transition. Read-only fields may be sent back unchanged. Emits `incident.updated`, then `incident.priority_changed`, `incident.resolved` and `incident.note_added` where they apply; emits nothing if nothing changed. Requesters may cancel their own new incidents and reopen their own resolved ones, and add a `public_note`. A public note of the requester may move the incident, as one that is added alone does, unless `state` is sent. (PATCH /incidents/{id}) */
  update: (id: string, body: S.IncidentUpdate<V>, options?: UpdateOptions) => ApiPromise<S.Incident<V>>;
  /** Delete an incident. Soft delete: the incident disappears from lists and GET, keeps its state, and is retained for audit. Emits `incident.updated` with `changes.deleted`, then `incident.deleted`. (DELETE /incidents/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.IncidentDeleted | undefined>;
  /** Restore a deleted incident. Undoes a deletion. An incident that is not deleted is returned unchanged. Emits `incident.updated` with `changes.deleted`. (POST /incidents/{id}/restore) */
  restore: (id: string, options?: UpdateOptions) => ApiPromise<S.Incident<V>>;
  /** Resolve an incident. Resolves an incident in any open state, through the transitions of the state table, in one version. The timeline has an entry for each transition. Emits the events of one update; `changes.state` names the states between in `via`. An incident that is resolved, closed or cancelled is refused with 409. (POST /incidents/{id}/resolve) */
  resolve: (id: string, body: S.IncidentResolve, options?: UpdateOptions) => ApiPromise<S.Incident<V>>;
  /** Confirm a resolved incident. Says that the trouble is gone: a resolved incident is closed. The requester and the opener may confirm their own, and so may everybody who may change incidents. Emits `incident.updated`. In any other state the response is 409, with the transitions that you may make. (POST /incidents/{id}/confirm) */
  confirm: (id: string, options?: UpdateOptions) => ApiPromise<S.Incident<V>>;
  /** Merge an incident. Makes the incident a duplicate of `into`, its leader; if `into` is a duplicate itself, of the leader of that. The state stays, the SLA clock pauses, and other updates are refused with 409 `merged`; notes can be added, and the timeline of the leader shows them. Duplicates of the incident follow. Emits `incident.updated`. An incident that is merged into that leader already is returned unchanged. (POST /incidents/{id}/merge) */
  merge: (id: string, body: S.IncidentMerge, options?: UpdateOptions) => ApiPromise<S.Incident<V>>;
  /** Unmerge an incident. Undoes a merge: the incident is as it was before, and its SLA clock goes on. An incident that is not merged is returned unchanged. Emits `incident.updated`. (POST /incidents/{id}/unmerge) */
  unmerge: (id: string, options?: UpdateOptions) => ApiPromise<S.Incident<V>>;
  /** List duplicates. The incidents that are merged into this one, and the number of people who get its public notes with `to_duplicates`. (GET /incidents/{id}/duplicates) */
  listDuplicates: (id: string, options?: RequestOptions) => ApiPromise<S.Duplicates>;
  /** List work notes. Oldest first. Team notes are visible to agents and above, private notes to their author and managers, public notes to the opener and the requester too. (GET /incidents/{id}/notes) */
  listNotes: <F extends keyof S.WorkNoteFields = never>(id: string, query?: ListWorkNotesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.WorkNote, S.WorkNoteFields, F>, S.WorkNoteList>;
  /** Add a work note. Raises the incident's version. A team or public note emits `incident.updated` without its text, then `incident.note_added`, which quotes a public note; a private note emits no event. `visibility` defaults to team; requesters can add only public notes, which is their default. At most 10 files can be attached; the settings `attachment_bytes_per_day` and `attachment_bytes_per_record` bound their bytes. (POST /incidents/{id}/notes) */
  addNote: (id: string, body: S.WorkNoteCreate, options?: WriteOptions) => ApiPromise<S.WorkNoteAdded>;
  /** Download an attachment. Requires permission to read the note. Always sent with `Content-Disposition: attachment`. The declared content type is used only if browsers would not execute the file; otherwise the type is application/octet-stream. (GET /incidents/{id}/notes/{note_id}/attachments/{attachment_id}) */
  downloadAttachment: (id: string, noteId: string, attachmentId: string, options?: ReadOptions) => ApiPromise<Blob>;
  /** List timeline entries. Newest first: each update with its actor, the text of the work notes that you may read, the points at which the SLA clock started, paused or stopped, its warning and breach, mails, the notes of its duplicates that you may read, as entries of theirs, and the deliveries of its events to webhooks (not shown to requesters). (GET /incidents/{id}/timeline) */
  listTimeline: <F extends keyof S.TimelineEntryFields = never>(id: string, query?: ListTimelineQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.TimelineEntry, S.TimelineEntryFields, F>, S.Timeline>;
  /** Get SLA segments. Returns the `sla` object of the incident and each segment of time in which the clock was running, paused or stopped, with the update that started it. `elapsed_seconds` is the sum of the running segments; `paused_seconds` is the sum of the others, except a stop that has not ended. (GET /incidents/{id}/sla) */
  getSla: (id: string, options?: RequestOptions) => ApiPromise<S.SlaHistory>;
  /** Submit a bulk job. Creates, updates, resolves, merges, unmerges or applies macros to incidents: queues a job of up to 100 rows and returns it. The rows are processed in the background, one by one, each under the same rules as a request for a single incident, with its own events and audit entry. A failed row does not affect the others. An invalid envelope, or invalid `fields` of an update, is refused with 400 and nothing is queued. `Location` and `status_url` are the URL of the job. (POST /incidents/bulk) */
  bulk: (body: S.IncidentBulk<V>, options?: WriteOptions) => ApiPromise<S.JobAccepted>;
  /** Apply a macro. Applies the actions of the macro in one update, with your rights. An action that cannot apply is skipped, and the timeline says why. (POST /incidents/{id}/apply-macro) */
  applyMacro: (id: string, body: S.MacroApplication, options?: UpdateOptions) => ApiPromise<S.Incident<V>>;
  /** Explain rules. The runs of rules on the record, the newest first, and for each other active rule which comparisons of its condition fail now. (GET /incidents/{id}/rules) */
  rules: (id: string, options?: RequestOptions) => ApiPromise<S.RuleExplanation>;
  /** List links. Links to and from the record, with the records at the other ends; only those that you may read. Links that follow from a field of a record, such as `change_id`, name the field. (GET /incidents/{id}/links) */
  listLinks: <F extends keyof S.LinkFields = never>(id: string, query?: ListIncidentLinksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Link, S.LinkFields, F>, S.LinkList>;
  /** Add a link. Links the record to another one that you may read. A link that exists already is returned with 200. Both records get an entry in their timelines, and neither a new version or an event. (POST /incidents/{id}/links) */
  addLink: (id: string, body: S.LinkCreate, options?: WriteOptions) => ApiPromise<S.Link>;
  /** Remove a link. Removes a link from both records. A link that follows from a field is removed by changing the field: 409 `link_of_field`. (DELETE /incidents/{id}/links/{link_id}) */
  removeLink: (id: string, linkId: string, options?: RequestOptions) => ApiPromise<S.LinkRemoved | undefined>;
  /** Get participants. The requester, the people in copy and the watchers of the record. Requesters see no watchers. (GET /incidents/{id}/participants) */
  getParticipants: (id: string, options?: ReadOptions) => ApiPromise<S.Participants>;
  /** Replace participants. Replaces the people in copy and the watchers; those who stay keep their source. A new watcher must be able to read the record. The requester is changed as a field of the record. The list has the version of the record. (PUT /incidents/{id}/participants) */
  replaceParticipants: (id: string, body: S.ParticipantsReplace, options?: DeleteOptions) => ApiPromise<S.Participants>;
  /** Watch a record. Makes you a watcher: you are notified of new states of the record and of the notes that you may read. A repetition changes nothing. (POST /incidents/{id}/watch) */
  watch: (id: string, options?: WriteOptions) => ApiPromise<S.Watching>;
  /** Stop watching a record. You are no longer a watcher. A repetition changes nothing. (DELETE /incidents/{id}/watch) */
  unwatch: (id: string, options?: RequestOptions) => ApiPromise<S.Watching | undefined>;
}

export interface ServiceRequestsResource<V = CustomValues> {
  /** List service requests. Newest first. Filters are combined with AND; comma-separated values within one filter match any of them. Requesters see the service requests that they created or that are for them. (GET /requests) */
  list: <F extends keyof S.ServiceRequestSummaryFields = never>(query?: ListServiceRequestsQuery<F, V>, options?: RequestOptions) => PagePromise<Listed<S.ServiceRequestSummary, S.ServiceRequestSummaryFields<V>, F>, S.ServiceRequestList<V>>;
  /** Create a service request. The caller becomes `requested_by`, and the state is submitted. Emits `request.submitted` and `request.created`, and notifies the users who may decide. With `item_id` it orders an item of the catalog: the answers are checked by its form, and the first of its stages opens. An item without stages is approved at once. (POST /requests) */
  create: (body: S.ServiceRequestCreate<V>, options?: WriteOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** Get a service request. Responds 404 to a service request that you may not see. (GET /requests/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** Update a service request. Absent fields keep their values; null clears a field. Read-only fields, such as `state`, may be sent back unchanged; use the actions to change the state. Emits `request.updated`. Requesters may change `short_description`, `description`, `item`, `requested_for` and `due_at` of their own service requests while they are submitted. (PATCH /requests/{id}) */
  update: (id: string, body: S.ServiceRequestUpdate<V>, options?: UpdateOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** Approve a service request. Approves the open stage; the last stage, or a request without stages, moves it from submitted to approved. The approvers of the stage and those who stand in for them decide, whatever their role, or a manager instead. The requester and the person it is for cannot approve it. Emits `request.approved` when it is approved, and `request.updated`. The body is optional. (POST /requests/{id}/approve) */
  approve: (id: string, body?: S.ServiceRequestDecision, options?: UpdateOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** Reject a service request. From submitted to rejected, in any stage, by those who may approve it. The requester and the person it is for cannot reject it. Notifies the requester. The body is optional. (POST /requests/{id}/reject) */
  reject: (id: string, body?: S.ServiceRequestDecision, options?: UpdateOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** Fulfil a service request. From approved to fulfilled, once all tasks are done or skipped. Notifies the requester. (POST /requests/{id}/fulfil) */
  fulfil: (id: string, options?: UpdateOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** Cancel a service request. From submitted or approved to cancelled. The requester can cancel it while it is submitted. Open tasks are skipped. (POST /requests/{id}/cancel) */
  cancel: (id: string, options?: UpdateOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** List work notes. Oldest first. Team notes are visible to agents and above, private notes to their author and managers, public notes to the opener and the requester too. (GET /requests/{id}/notes) */
  listNotes: <F extends keyof S.ServiceRequestNoteFields = never>(id: string, query?: ListServiceRequestNotesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ServiceRequestNote, S.ServiceRequestNoteFields, F>, S.ServiceRequestNoteList>;
  /** Add a work note. Raises the service request's version. A team or public note emits `request.updated` without its text; a private note emits no event. `visibility` defaults to team; requesters can add only public notes, which is their default. At most 10 files can be attached; the settings `attachment_bytes_per_day` and `attachment_bytes_per_record` bound their bytes. (POST /requests/{id}/notes) */
  addNote: (id: string, body: S.ServiceRequestNoteCreate, options?: WriteOptions) => ApiPromise<S.ServiceRequestNoteAdded>;
  /** Download an attachment. Requires permission to read the note. Always sent with `Content-Disposition: attachment`. The declared content type is used only if browsers would not execute the file; otherwise the type is application/octet-stream. (GET /requests/{id}/notes/{note_id}/attachments/{attachment_id}) */
  downloadAttachment: (id: string, noteId: string, attachmentId: string, options?: ReadOptions) => ApiPromise<Blob>;
  /** List timeline entries. Newest first: each update with its actor, the text of the work notes that you may read, mails, and the deliveries of its events to webhooks (not shown to requesters). (GET /requests/{id}/timeline) */
  listTimeline: <F extends keyof S.ServiceRequestTimelineEntryFields = never>(id: string, query?: ListServiceRequestTimelineQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ServiceRequestTimelineEntry, S.ServiceRequestTimelineEntryFields, F>, S.ServiceRequestTimeline>;
  /** List service request tasks. In the order of their creation, at most 100. (GET /requests/{id}/tasks) */
  listTasks: <F extends keyof S.TaskSummaryFields = never>(id: string, query?: ListServiceRequestTasksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.TaskSummary, S.TaskSummaryFields, F>, S.ServiceRequestTaskList>;
  /** Add a task. Adds a task to an approved service request, which has at most 100. Emits `task.created`, and notifies the assignee if the task is ready; without one, the members of its group. (POST /requests/{id}/tasks) */
  createTask: (id: string, body: S.TaskCreate, options?: WriteOptions) => ApiPromise<S.Task>;
  /** Get SLA targets. Returns the targets of the SLA policy that applies, each with the segments of time in which its clock ran or did not. (GET /requests/{id}/sla) */
  getSla: (id: string, options?: RequestOptions) => ApiPromise<S.ServiceRequestSla>;
  /** Apply a macro. Applies the actions of the macro in one update, with your rights. An action that cannot apply is skipped, and the timeline says why. (POST /requests/{id}/apply-macro) */
  applyMacro: (id: string, body: S.MacroApplication, options?: UpdateOptions) => ApiPromise<S.ServiceRequest<V>>;
  /** Explain rules. The runs of rules on the record, the newest first, and for each other active rule which comparisons of its condition fail now. (GET /requests/{id}/rules) */
  rules: (id: string, options?: RequestOptions) => ApiPromise<S.RuleExplanation>;
  /** List links. Links to and from the record, with the records at the other ends; only those that you may read. Links that follow from a field of a record, such as `change_id`, name the field. (GET /requests/{id}/links) */
  listLinks: <F extends keyof S.LinkFields = never>(id: string, query?: ListServiceRequestLinksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Link, S.LinkFields, F>, S.LinkList>;
  /** Add a link. Links the record to another one that you may read. A link that exists already is returned with 200. Both records get an entry in their timelines, and neither a new version or an event. (POST /requests/{id}/links) */
  addLink: (id: string, body: S.LinkCreate, options?: WriteOptions) => ApiPromise<S.Link>;
  /** Remove a link. Removes a link from both records. A link that follows from a field is removed by changing the field: 409 `link_of_field`. (DELETE /requests/{id}/links/{link_id}) */
  removeLink: (id: string, linkId: string, options?: RequestOptions) => ApiPromise<S.LinkRemoved | undefined>;
  /** Get participants. The requester, the people in copy and the watchers of the record. Requesters see no watchers. (GET /requests/{id}/participants) */
  getParticipants: (id: string, options?: ReadOptions) => ApiPromise<S.Participants>;
  /** Replace participants. Replaces the people in copy and the watchers; those who stay keep their source. A new watcher must be able to read the record. The requester is changed as a field of the record. The list has the version of the record. (PUT /requests/{id}/participants) */
  replaceParticipants: (id: string, body: S.ParticipantsReplace, options?: DeleteOptions) => ApiPromise<S.Participants>;
  /** Watch a record. Makes you a watcher: you are notified of new states of the record and of the notes that you may read. A repetition changes nothing. (POST /requests/{id}/watch) */
  watch: (id: string, options?: WriteOptions) => ApiPromise<S.Watching>;
  /** Stop watching a record. You are no longer a watcher. A repetition changes nothing. (DELETE /requests/{id}/watch) */
  unwatch: (id: string, options?: RequestOptions) => ApiPromise<S.Watching | undefined>;
}

export interface TasksResource {
  /** List tasks. Newest first. Filters are combined with AND; comma-separated values within one filter match any of them. (GET /tasks) */
  list: <F extends keyof S.TaskSummaryFields = never>(query?: ListTasksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.TaskSummary, S.TaskSummaryFields, F>, S.TaskList>;
  /** Get a task. Returns the task with the tasks that it waits for. (GET /tasks/{id}) */
  get: (id: string, options?: RequestOptions) => ApiPromise<S.Task>;
  /** Update a task. Absent fields keep their values; null clears a field. Only while the service request is approved. A task that waits for others cannot be in progress or done, and one cannot be opened again once work on a task that depends on it has begun. Emits `task.updated`, and notifies those who can begin with the tasks that became ready. (PATCH /tasks/{id}) */
  update: (id: string, body: S.TaskUpdate, options?: UpdateOptions) => ApiPromise<S.Task>;
  /** List timeline entries. Newest first: each update with its actor, mails, and the deliveries of its events to webhooks. (GET /tasks/{id}/timeline) */
  listTimeline: <F extends keyof S.TaskTimelineEntryFields = never>(id: string, query?: ListTaskTimelineQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.TaskTimelineEntry, S.TaskTimelineEntryFields, F>, S.TaskTimeline>;
}

export interface CatalogItemsResource {
  /** List catalog items. By name. Filters are combined with AND; comma-separated values within one filter match any of them. Requesters see only items that they may order. (GET /catalog/items) */
  list: <F extends keyof S.CatalogItemSummaryFields = never>(query?: ListCatalogItemsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.CatalogItemSummary, S.CatalogItemSummaryFields, F>, S.CatalogItemList>;
  /** Create a catalog item. The state is draft: nobody can order it before it is published. A draft may be incomplete. (POST /catalog/items) */
  create: (body: S.CatalogItemCreate, options?: WriteOptions) => ApiPromise<S.CatalogItem>;
  /** Preview a catalog item. Tries an item that need not be saved: which questions answers show, what a request would store, who could approve it now, and why it could not be published. Changes nothing. (POST /catalog/items/preview) */
  preview: (body: S.CatalogPreview, options?: RequestOptions) => ApiPromise<S.CatalogPreviewResult>;
  /** Get a catalog item. With its form, as it is published. Responds 404 to requesters for an item that they may not order. (GET /catalog/items/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.CatalogItem>;
  /** Update a catalog item. Absent fields keep their values; null clears a field. The edit of a published item becomes its pending revision, and what people order does not change. `form`, `approvals` and `tasks` are replaced as a whole. Read-only fields may be sent back unchanged. (PATCH /catalog/items/{id}) */
  update: (id: string, body: S.CatalogItemUpdate, options?: UpdateOptions) => ApiPromise<S.CatalogItem>;
  /** Publish a catalog item. Checks the whole item, makes its pending revision live, and stores what was published as a version that never changes. (POST /catalog/items/{id}/publish) */
  publish: (id: string, options?: UpdateOptions) => ApiPromise<S.CatalogItem>;
  /** Retire a catalog item. From published to retired: nobody can order it any more. Requests that were made keep their version. It can be published again. (POST /catalog/items/{id}/retire) */
  retire: (id: string, options?: UpdateOptions) => ApiPromise<S.CatalogItem>;
  /** List versions. Newest first, one version for each publication. (GET /catalog/items/{id}/versions) */
  listVersions: <F extends keyof S.CatalogVersionSummaryFields = never>(id: string, query?: ListCatalogItemVersionsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.CatalogVersionSummary, S.CatalogVersionSummaryFields, F>, S.CatalogVersionList>;
  /** Get a version. Returns what was published. It never changes, and service requests refer to it. (GET /catalog/items/{id}/versions/{version}) */
  getVersion: (id: string, version: string | number, options?: ReadOptions) => ApiPromise<S.CatalogVersion>;
}

export interface CisResource<V = CustomValues> {
  /** List configuration items. Newest first. A GET of a single configuration item also shows its attributes and relations. (GET /cmdb/cis) */
  list: <F extends keyof S.CiSummaryFields = never>(query?: ListCisQuery<F, V>, options?: RequestOptions) => PagePromise<Listed<S.CiSummary, S.CiSummaryFields<V>, F>, S.CiList<V>>;
  /** Create a configuration item. Refused with `identity_conflict` if another configuration item has the same `serial_number`, `fqdn`, or `class` and `name`; `ci_id` in the error names it. (POST /cmdb/cis) */
  create: (body: S.CiCreate<V>, options?: WriteOptions) => ApiPromise<S.Ci<V>>;
  /** Get a configuration item. Includes the relations in both directions. (GET /cmdb/cis/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.Ci<V>>;
  /** Update a configuration item. Absent fields keep their values; null clears a field. `attributes` are merged, `relations` are replaced as a whole. Read-only fields may be sent back unchanged. (PATCH /cmdb/cis/{id}) */
  update: (id: string, body: S.CiUpdate<V>, options?: UpdateOptions) => ApiPromise<S.Ci<V>>;
  /** List timeline entries. Newest first: each update with its actor and changes, including attributes and relations, and the deliveries of its events. (GET /cmdb/cis/{id}/timeline) */
  listTimeline: <F extends keyof S.CiTimelineEntryFields = never>(id: string, query?: ListCiTimelineQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.CiTimelineEntry, S.CiTimelineEntryFields, F>, S.CiTimeline>;
  /** Submit a bulk job. Creates, updates, upserts or discovers CIs: queues a job of up to 100 rows and returns it. The rows are processed in the background, one by one, each under the same rules as a request for a single CI, with its own events and audit entry. A failed row does not affect the others. An invalid envelope, or invalid `fields` of an update, is refused with 400 and nothing is queued. `Location` and `status_url` are the URL of the job. (POST /cmdb/cis/bulk) */
  bulk: (body: S.CiBulk<V>, options?: WriteOptions) => ApiPromise<S.JobAccepted>;
  /** Get CI impact. Returns the CIs that a failure of this CI affects. Follows `depends_on` and `runs_on` from the target to the source and `part_of` from the part to the whole; `connects_to` is not followed. (GET /cmdb/cis/{id}/impact) */
  getImpact: (id: string, query?: GetCiImpactQuery, options?: RequestOptions) => ApiPromise<S.Impact>;
  /** List links. Links to and from the record, with the records at the other ends; only those that you may read. Links that follow from a field of a record, such as `change_id`, name the field. (GET /cmdb/cis/{id}/links) */
  listLinks: <F extends keyof S.LinkFields = never>(id: string, query?: ListCiLinksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Link, S.LinkFields, F>, S.LinkList>;
  /** Add a link. Links the record to another one that you may read. A link that exists already is returned with 200. Both records get an entry in their timelines, and neither a new version or an event. (POST /cmdb/cis/{id}/links) */
  addLink: (id: string, body: S.LinkCreate, options?: WriteOptions) => ApiPromise<S.Link>;
  /** Remove a link. Removes a link from both records. A link that follows from a field is removed by changing the field: 409 `link_of_field`. (DELETE /cmdb/cis/{id}/links/{link_id}) */
  removeLink: (id: string, linkId: string, options?: RequestOptions) => ApiPromise<S.LinkRemoved | undefined>;
  /** Get participants. The requester, the people in copy and the watchers of the record. Requesters see no watchers. (GET /cmdb/cis/{id}/participants) */
  getParticipants: (id: string, options?: ReadOptions) => ApiPromise<S.Participants>;
  /** Replace participants. Replaces the people in copy and the watchers; those who stay keep their source. A new watcher must be able to read the record. The requester is changed as a field of the record. The list has the version of the record. (PUT /cmdb/cis/{id}/participants) */
  replaceParticipants: (id: string, body: S.ParticipantsReplace, options?: DeleteOptions) => ApiPromise<S.Participants>;
  /** Watch a record. Makes you a watcher: you are notified of new states of the record and of the notes that you may read. A repetition changes nothing. (POST /cmdb/cis/{id}/watch) */
  watch: (id: string, options?: WriteOptions) => ApiPromise<S.Watching>;
  /** Stop watching a record. You are no longer a watcher. A repetition changes nothing. (DELETE /cmdb/cis/{id}/watch) */
  unwatch: (id: string, options?: RequestOptions) => ApiPromise<S.Watching | undefined>;
}

export interface ChangesResource<V = CustomValues> {
  /** List changes. Newest first. Filters are combined with AND; comma-separated values within one filter match any of them. The plans, approvals and conflicts are in the single change. (GET /changes) */
  list: <F extends keyof S.ChangeSummaryFields = never>(query?: ListChangesQuery<F, V>, options?: RequestOptions) => PagePromise<Listed<S.ChangeSummary, S.ChangeSummaryFields<V>, F>, S.ChangeList<V>>;
  /** Create a change. The caller becomes `requested_by`. The change is submitted for review and emits `change.submitted`, unless `state` is draft. A standard change names a `template` of the settings, is approved at once and emits `change.approved`; the risk and CIs of its template cannot be overridden. (POST /changes) */
  create: (body: S.ChangeCreate<V>, options?: WriteOptions) => ApiPromise<S.Change<V>>;
  /** Get the change calendar. Changes whose planned window overlaps the period, earliest first, with their conflicts. Cancelled and rejected changes are omitted. (GET /changes/calendar) */
  getCalendar: (query: GetChangeCalendarQuery, options?: RequestOptions) => ApiPromise<S.ChangeCalendar>;
  /** Get a change. `conflicts` are computed on each request and are not part of the version; the response is therefore never 304. (GET /changes/{id}) */
  get: (id: string, options?: RequestOptions) => ApiPromise<S.Change<V>>;
  /** Update a change. Absent fields keep their values; null clears a field. `state` may only change along an allowed transition; submitted, approved and rejected are reached by actions. Editing the risk, type, CIs or window of a submitted, approved or scheduled change withdraws its approvals, returns it to submitted and emits `change.submitted`; these fields are read-only once the change is being implemented. A standard change becomes a normal one if its risk, type or CIs are edited; its window may be edited. Other updates emit no event. (PATCH /changes/{id}) */
  update: (id: string, body: S.ChangeUpdate<V>, options?: UpdateOptions) => ApiPromise<S.Change<V>>;
  /** Submit a draft. Emits `change.submitted` and notifies the users who may approve it. A standard change is approved at once if its template still approves it. (POST /changes/{id}/submit) */
  submit: (id: string, options?: UpdateOptions) => ApiPromise<S.Change<V>>;
  /** Approve a change. The change is approved, and emits `change.approved`, once enough people have approved it: the setting `change_required_approvals` gives the number for its risk; an emergency change needs one. The requester may not approve it. Repeating your approval has no effect. (POST /changes/{id}/approve) */
  approve: (id: string, body?: S.ChangeDecision, options?: UpdateOptions) => ApiPromise<S.Change<V>>;
  /** Reject a change. One rejection is enough, even by a person who approved the change before. Emits `change.rejected`. The requester may not reject the change, but can cancel it. (POST /changes/{id}/reject) */
  reject: (id: string, body?: S.ChangeDecision, options?: UpdateOptions) => ApiPromise<S.Change<V>>;
  /** List work notes. Oldest first. Team notes are visible to agents and above, private notes to their author and managers, public notes to the opener and the requester too. (GET /changes/{id}/notes) */
  listNotes: <F extends keyof S.ChangeNoteFields = never>(id: string, query?: ListChangeNotesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ChangeNote, S.ChangeNoteFields, F>, S.ChangeNoteList>;
  /** Add a work note. Raises the change's version. A team or public note emits `change.updated` without its text; a private note emits no event. `visibility` defaults to team; requesters can add only public notes, which is their default. At most 10 files can be attached; the settings `attachment_bytes_per_day` and `attachment_bytes_per_record` bound their bytes. (POST /changes/{id}/notes) */
  addNote: (id: string, body: S.ChangeNoteCreate, options?: WriteOptions) => ApiPromise<S.ChangeNoteAdded>;
  /** Download an attachment. Requires permission to read the note. Always sent with `Content-Disposition: attachment`. The declared content type is used only if browsers would not execute the file; otherwise the type is application/octet-stream. (GET /changes/{id}/notes/{note_id}/attachments/{attachment_id}) */
  downloadAttachment: (id: string, noteId: string, attachmentId: string, options?: ReadOptions) => ApiPromise<Blob>;
  /** List timeline entries. Newest first: each update with its actor, decisions with their comments, work notes that you may read, mails, and the deliveries of its events to webhooks. (GET /changes/{id}/timeline) */
  listTimeline: <F extends keyof S.ChangeTimelineEntryFields = never>(id: string, query?: ListChangeTimelineQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ChangeTimelineEntry, S.ChangeTimelineEntryFields, F>, S.ChangeTimeline>;
  /** Apply a macro. Applies the actions of the macro in one update, with your rights. An action that cannot apply is skipped, and the timeline says why. (POST /changes/{id}/apply-macro) */
  applyMacro: (id: string, body: S.MacroApplication, options?: UpdateOptions) => ApiPromise<S.Change<V>>;
  /** Explain rules. The runs of rules on the record, the newest first, and for each other active rule which comparisons of its condition fail now. (GET /changes/{id}/rules) */
  rules: (id: string, options?: RequestOptions) => ApiPromise<S.RuleExplanation>;
  /** List links. Links to and from the record, with the records at the other ends; only those that you may read. Links that follow from a field of a record, such as `change_id`, name the field. (GET /changes/{id}/links) */
  listLinks: <F extends keyof S.LinkFields = never>(id: string, query?: ListChangeLinksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Link, S.LinkFields, F>, S.LinkList>;
  /** Add a link. Links the record to another one that you may read. A link that exists already is returned with 200. Both records get an entry in their timelines, and neither a new version or an event. (POST /changes/{id}/links) */
  addLink: (id: string, body: S.LinkCreate, options?: WriteOptions) => ApiPromise<S.Link>;
  /** Remove a link. Removes a link from both records. A link that follows from a field is removed by changing the field: 409 `link_of_field`. (DELETE /changes/{id}/links/{link_id}) */
  removeLink: (id: string, linkId: string, options?: RequestOptions) => ApiPromise<S.LinkRemoved | undefined>;
  /** Get participants. The requester, the people in copy and the watchers of the record. Requesters see no watchers. (GET /changes/{id}/participants) */
  getParticipants: (id: string, options?: ReadOptions) => ApiPromise<S.Participants>;
  /** Replace participants. Replaces the people in copy and the watchers; those who stay keep their source. A new watcher must be able to read the record. The requester is changed as a field of the record. The list has the version of the record. (PUT /changes/{id}/participants) */
  replaceParticipants: (id: string, body: S.ParticipantsReplace, options?: DeleteOptions) => ApiPromise<S.Participants>;
  /** Watch a record. Makes you a watcher: you are notified of new states of the record and of the notes that you may read. A repetition changes nothing. (POST /changes/{id}/watch) */
  watch: (id: string, options?: WriteOptions) => ApiPromise<S.Watching>;
  /** Stop watching a record. You are no longer a watcher. A repetition changes nothing. (DELETE /changes/{id}/watch) */
  unwatch: (id: string, options?: RequestOptions) => ApiPromise<S.Watching | undefined>;
}

export interface ArticlesResource {
  /** List articles. Newest first; with `q`, the best match first. Filters are combined with AND; comma-separated values within one filter match any of them. Requesters see only published articles. (GET /knowledge/articles) */
  list: <F extends keyof S.ArticleSummaryFields = never>(query?: ListArticlesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ArticleSummary, S.ArticleSummaryFields, F>, S.ArticleList>;
  /** Create an article. The caller becomes the author, and the state is draft. (POST /knowledge/articles) */
  create: (body: S.ArticleCreate, options?: WriteOptions) => ApiPromise<S.Article>;
  /** Get an article. Counts a view if the article is published. Responds 404 for an article that you may not see. With `include_deleted=true`, `super_admin`, `itsm_manager` and `auditor` can also read a deleted article. (GET /knowledge/articles/{id}) */
  get: (id: string, query?: GetArticleQuery, options?: RequestOptions) => ApiPromise<S.Article>;
  /** Update an article. Absent fields keep their values; null clears a field. The edit of a published article is live at once if you may publish; otherwise it becomes its pending revision, and the published text does not change. `state` may only change along an allowed transition. Read-only fields may be sent back unchanged. (PATCH /knowledge/articles/{id}) */
  update: (id: string, body: S.ArticleUpdate, options?: UpdateOptions) => ApiPromise<S.Article>;
  /** Delete an article. Soft delete: the article disappears from lists, search and GET, keeps its state, and is retained for audit. (DELETE /knowledge/articles/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.ArticleDeleted | undefined>;
  /** Restore a deleted article. Undoes a deletion. An article that is not deleted is returned unchanged. (POST /knowledge/articles/{id}/restore) */
  restore: (id: string, options?: UpdateOptions) => ApiPromise<S.Article>;
  /** Publish an article. Moves an article from review to published. If it is already published, publishes its pending revision. (POST /knowledge/articles/{id}/publish) */
  publish: (id: string, options?: UpdateOptions) => ApiPromise<S.Article>;
  /** Send an article back. Moves an article from review to draft, with a comment for the author, who is notified. The pending revision of a published article is preserved, and waits for review again after its next edit. The comment is in `sent_back` until then. (POST /knowledge/articles/{id}/send-back) */
  sendBack: (id: string, body: S.ArticleSendBack, options?: UpdateOptions) => ApiPromise<S.Article>;
  /** Retire an article. Moves an article from published to retired, and discards its pending revision. (POST /knowledge/articles/{id}/retire) */
  retire: (id: string, options?: UpdateOptions) => ApiPromise<S.Article>;
  /** Discard the pending revision. The published text does not change. (DELETE /knowledge/articles/{id}/pending) */
  discardRevision: (id: string, options?: DeleteOptions) => ApiPromise<S.Article | undefined>;
  /** Vote on an article. Records whether a published article helped you. Each person has one vote; voting again replaces it. The version of the article does not change. (PUT /knowledge/articles/{id}/vote) */
  vote: (id: string, body: S.ArticleVote, options?: RequestOptions) => ApiPromise<S.ArticleVoteResult>;
  /** List versions. Newest first, one version for each change of the text. With `from`, and optionally `to`, the response has these two versions and their difference in `diff`. (GET /knowledge/articles/{id}/versions) */
  listVersions: <F extends keyof S.ArticleVersionSummaryFields = never>(id: string, query?: ListArticleVersionsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ArticleVersionSummary, S.ArticleVersionSummaryFields, F>, S.ArticleVersionList>;
  /** Get a version. The text of the article as of this version. (GET /knowledge/articles/{id}/versions/{version}) */
  getVersion: (id: string, version: string | number, options?: ReadOptions) => ApiPromise<S.ArticleVersion>;
  /** List timeline entries. Newest first: each update with its actor and its changes, and mails. (GET /knowledge/articles/{id}/timeline) */
  listTimeline: <F extends keyof S.ArticleTimelineEntryFields = never>(id: string, query?: ListArticleTimelineQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ArticleTimelineEntry, S.ArticleTimelineEntryFields, F>, S.ArticleTimeline>;
  /** List links. Links to and from the record, with the records at the other ends; only those that you may read. Links that follow from a field of a record, such as `change_id`, name the field. (GET /knowledge/articles/{id}/links) */
  listLinks: <F extends keyof S.LinkFields = never>(id: string, query?: ListArticleLinksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Link, S.LinkFields, F>, S.LinkList>;
  /** Add a link. Links the record to another one that you may read. A link that exists already is returned with 200. Both records get an entry in their timelines, and neither a new version or an event. (POST /knowledge/articles/{id}/links) */
  addLink: (id: string, body: S.LinkCreate, options?: WriteOptions) => ApiPromise<S.Link>;
  /** Remove a link. Removes a link from both records. A link that follows from a field is removed by changing the field: 409 `link_of_field`. (DELETE /knowledge/articles/{id}/links/{link_id}) */
  removeLink: (id: string, linkId: string, options?: RequestOptions) => ApiPromise<S.LinkRemoved | undefined>;
  /** Get participants. The requester, the people in copy and the watchers of the record. Requesters see no watchers. (GET /knowledge/articles/{id}/participants) */
  getParticipants: (id: string, options?: ReadOptions) => ApiPromise<S.Participants>;
  /** Replace participants. Replaces the people in copy and the watchers; those who stay keep their source. A new watcher must be able to read the record. The requester is changed as a field of the record. The list has the version of the record. (PUT /knowledge/articles/{id}/participants) */
  replaceParticipants: (id: string, body: S.ParticipantsReplace, options?: DeleteOptions) => ApiPromise<S.Participants>;
  /** Watch a record. Makes you a watcher: you are notified of new states of the record and of the notes that you may read. A repetition changes nothing. (POST /knowledge/articles/{id}/watch) */
  watch: (id: string, options?: WriteOptions) => ApiPromise<S.Watching>;
  /** Stop watching a record. You are no longer a watcher. A repetition changes nothing. (DELETE /knowledge/articles/{id}/watch) */
  unwatch: (id: string, options?: RequestOptions) => ApiPromise<S.Watching | undefined>;
}

export interface AiResource {
  /** Ask the knowledge base. Answers from published articles, and cites each article with the passage that supports the answer. If no article answers the question, the answer says so, `grounded` is false, and `related` names the articles that come nearest. With `Accept: text/event-stream`, the text is streamed as `text` events while it is generated; the last event, `response`, contains this object. (POST /ai/ask) */
  ask: (body: S.AiAsk, options?: RequestOptions) => ApiPromise<S.AiAskAnswer>;
  /** Analyze a record. Finds the probable cause and the resolution of an incident or a change from similar resolved incidents. The analysis appears in the timeline of the record. (POST /ai/analyze) */
  analyze: (body: S.AiAnalyze, options?: RequestOptions) => ApiPromise<S.AiAnalysis>;
  /** Find similar cases. Returns resolved incidents similar to a description, the most similar first. (POST /ai/exemplars) */
  findExemplars: (body: S.AiExemplars, options?: RequestOptions) => ApiPromise<S.AiExemplarList>;
  /** Suggest field values. Suggests category, priority and assignment group for the text of a new incident. `confidence` is the share of similar resolved incidents that have the value. (POST /ai/suggest) */
  suggest: (body: S.AiSuggest, options?: RequestOptions) => ApiPromise<S.AiSuggestions>;
  /** Query the copilot. Answers from incidents, changes, CIs and articles that you may read. The copilot changes nothing: `suggested_actions` are requests that you can send if you agree. With `Accept: text/event-stream`, the text is streamed as `text` events while it is generated; the last event, `response`, contains this object. (POST /ai/query) */
  query: (body: S.AiQuery, options?: RequestOptions) => ApiPromise<S.AiQueryAnswer>;
}

export interface JobsResource {
  /** List jobs. Newest first, without results. Agents see their own jobs; managers and auditors see all. A job is deleted `job_retention_days` after it has finished, 7 by default. (GET /jobs) */
  list: <F extends keyof S.JobSummaryFields = never>(query?: ListJobsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.JobSummary, S.JobSummaryFields, F>, S.JobList>;
  /** Get a job. Returns the status of the job and the results of the rows processed so far, in the order of the request. The response has `Retry-After` until the job has finished. (GET /jobs/{id}) */
  get: (id: string, options?: RequestOptions) => ApiPromise<S.Job>;
  /** Cancel a job. The rows in progress, ten at most, are completed first. Completed rows are not undone; the remaining rows are skipped. (POST /jobs/{id}/cancel) */
  cancel: (id: string, options?: WriteOptions) => ApiPromise<S.Job>;
}

export interface EventsResource {
  /** List events. Every event as a webhook delivers it, oldest first, with its id, record and sequence. A receiver that was unavailable can catch up from `since`. Requesters see the events of incidents they opened and of service requests by them or for them. For a deleted incident, callers who may not read it see only `id`, `sequence` and `changes.deleted` in `data`. Events are kept for 90 days unless the instance is configured otherwise. (GET /events) */
  list: <F extends keyof S.EventFields = never>(query?: ListEventsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Event, S.EventFields, F>, S.EventList>;
  /** Stream events. Server-sent events: every event that you may read, once it is committed. `event` is its type and `data` an `Event`, as in `GET /events`. Ids ascend in the order in which events become visible: a client that returns with the last id as `Last-Event-ID` misses none and gets none twice. Without that header the stream begins now. Events of the type `presence` have no id: they say who views or edits a record, as `PUT /presence` returns it; a stream with `record` begins with the people who are present. Events of the type `notification` have no id either: `{"unread": 3}` is the number of your unread notifications, as in `GET /notifications`, sent when the stream begins and whenever it changes. With `type`, both are sent only if they are named. A block with an `id` and no data moves the position only. A comment is sent every 15 seconds. The stream ends when the token expires or is revoked, when the client reads too slowly, and when the process stops; then resume it. (GET /events/stream) */
  stream: <E extends S.StreamedType = S.StreamedType>(query?: StreamEventsQuery<E>, options?: StreamOptions) => EventStream<E>;
}

export interface PresenceResource {
  /** Show your presence. Shows others for 45 seconds that you view or edit a record; send it again while you stay. It is sent as the event `presence` on the streams of all who may read the record, except requesters, and is neither stored nor audited. (PUT /presence) */
  put: (body: S.PresenceUpdate, options?: RequestOptions) => ApiPromise<S.Presence>;
}

export interface AuditResource {
  /** List audit entries. Every change to every record, newest first, with its actor, its request, and the value of each field before and after. Entries are never changed or removed. (GET /audit) */
  list: <F extends keyof S.EntryFields = never>(query?: ListAuditQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Entry, S.EntryFields, F>, S.EntryList>;
}

export interface SignInsResource {
  /** List sign-in events. Sign-ins, failed sign-ins, sign-outs and exchanges of API keys, newest first. Events are retained for 90 days. Failed sign-ins and exchanges are recorded at most once a minute per account and network. (GET /audit/sign-ins) */
  list: <F extends keyof S.SignInEventFields = never>(query?: ListSignInsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.SignInEvent, S.SignInEventFields, F>, S.SignInEventList>;
}

export interface WebhooksOutboundResource {
  /** List outbound webhooks. Newest first. (GET /webhooks/outbound) */
  list: <F extends keyof S.OutboundWebhookFields = never>(query?: ListOutboundWebhooksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.OutboundWebhook, S.OutboundWebhookFields, F>, S.OutboundWebhookList>;
  /** Create an outbound webhook. The caller becomes the owner of the webhook. If deliveries are signed, `secret` is returned in this response only. Use `test` to send an example. (POST /webhooks/outbound) */
  create: (body: S.OutboundWebhookCreate, options?: WriteOptions) => ApiPromise<S.OutboundWebhook>;
  /** Get an outbound webhook. The secret is never included. The path of `url` and the values of headers are returned only to callers who may manage webhooks. (GET /webhooks/outbound/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.OutboundWebhook>;
  /** Update an outbound webhook. Absent fields keep their values; lists and headers are replaced as a whole. Pending deliveries are sent with the settings at the time of sending. The first time `sign_payloads` is set to true, the response includes `secret` once. Only a `super_admin` can change `owner`, to an active user or client; this resumes a suspended webhook, which then also sends the events it missed. (PATCH /webhooks/outbound/{id}) */
  update: (id: string, body: S.OutboundWebhookUpdate, options?: UpdateOptions) => ApiPromise<S.OutboundWebhook>;
  /** Delete an outbound webhook. No more deliveries are sent: pending ones are marked as failed, without an alert. Deliveries can still be read by id. (DELETE /webhooks/outbound/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.OutboundWebhookDeleted | undefined>;
  /** Rotate outbound webhook secret. Deliveries are signed with the new secret from then on. For `grace_seconds`, `webhook-signature` also contains a signature with the old secret; `X-Service-Signature` is always computed with the new one. Send `{}` for the default of 24 hours. (POST /webhooks/outbound/{id}/rotate-secret) */
  rotateSecret: (id: string, body: S.SecretRotate, options?: UpdateOptions) => ApiPromise<S.SecretRotated>;
  /** Send a test event. Makes one attempt, signed like any other, with an example of `event` and `"test": true` in its body. Without a body the example is of the first event type that the webhook is subscribed to. The result contains the response of the receiver, or the reason it could not be reached. The attempt is not retried and not stored, and takes at most 10 seconds. (POST /webhooks/outbound/{id}/test) */
  test: (id: string, body?: S.WebhookTest, options?: WriteOptions) => ApiPromise<S.TestResult>;
  /** Recover missed events. Matches the event log from `since` again and sends events that have no delivery for this webhook, for example because it was inactive. (POST /webhooks/outbound/{id}/recover) */
  recover: (id: string, body: S.Recover, options?: WriteOptions) => ApiPromise<S.Recovered>;
  /** Replay deliveries. Queues a job that replays the deliveries of the webhook with a status, oldest first, at most 10,000. Each row of the job is a delivery; its result has the id of the new delivery. (POST /webhooks/outbound/{id}/replay) */
  replay: (id: string, body: S.ReplayAll, options?: WriteOptions) => ApiPromise<S.JobAccepted>;
  /** List webhook deliveries. Newest first. Deliveries are kept for 90 days unless the instance is configured otherwise. (GET /webhooks/outbound/{id}/deliveries) */
  listDeliveries: <F extends keyof S.DeliverySummaryFields = never>(id: string, query?: ListDeliveriesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.DeliverySummary, S.DeliverySummaryFields, F>, S.DeliveryList>;
  /** Get delivery statistics. Counts of the last 24 hours. `interval=hour` adds hourly counts since `from`, by default for the last 24 hours. (GET /webhooks/outbound/{id}/stats) */
  getStats: (id: string, query?: GetOutboundWebhookStatsQuery, options?: RequestOptions) => ApiPromise<S.WebhookStats>;
}

export interface WebhooksDeliveriesResource {
  /** List all deliveries. Deliveries of all webhooks, including deleted ones, newest first. (GET /webhooks/deliveries) */
  list: <F extends keyof S.DeliverySummaryFields = never>(query?: ListAllDeliveriesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.DeliverySummary, S.DeliverySummaryFields, F>, S.DeliveryList>;
  /** Get a delivery. Includes each attempt with its request, response, duration and, if it failed, the reason. (GET /webhooks/deliveries/{id}) */
  get: (id: string, options?: RequestOptions) => ApiPromise<S.Delivery>;
  /** Retry a delivery now. Makes the next attempt now instead of at `next_attempt_at`. It is the next of the five attempts, and if it fails, the delay until the one after it counts from its end. Nothing changes if an attempt is due or in progress already: of several requests at once, one causes an attempt. A delivery that is `delivered` or `failed` has no attempt left; replay it instead. (POST /webhooks/deliveries/{id}/retry) */
  retry: (id: string, options?: WriteOptions) => ApiPromise<S.DeliverySummary>;
  /** Replay a delivery. Creates a new delivery of the same bytes, with five attempts of its own, to the current URL of the webhook. Only deliveries with the status `delivered` or `failed` can be replayed; for another one, the error has its `next_attempt_at`. (POST /webhooks/deliveries/{id}/replay) */
  replay: (id: string, options?: WriteOptions) => ApiPromise<S.DeliverySummary>;
}

export interface WebhooksInboundResource {
  /** List inbound webhook templates. Request bodies for `POST /webhooks/inbound`, for Prometheus Alertmanager, Grafana, GitHub and a generic sender. One webhook opens and resolves incidents. Send `{"template": "<id>"}` to use one as it is, with other fields to change it. (GET /webhooks/inbound/templates) */
  listTemplates: (options?: RequestOptions) => ApiPromise<S.InboundTemplateList>;
  /** List inbound webhooks. Newest first. (GET /webhooks/inbound) */
  list: <F extends keyof S.InboundWebhookFields = never>(query?: ListInboundWebhooksQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.InboundWebhook, S.InboundWebhookFields, F>, S.InboundWebhookList>;
  /** Create an inbound webhook. The caller becomes the owner of the webhook and the `opened_by` of its incidents. `secret` is returned in this response only. Use `preview` to test the mapping. `{"template": "alertmanager"}` is a complete body. (POST /webhooks/inbound) */
  create: (body: S.InboundWebhookCreate, options?: WriteOptions) => ApiPromise<S.InboundWebhook>;
  /** Get an inbound webhook. The secret is never included. `id` and `url` are null for callers who may not manage webhooks, because the URL alone is enough to post to an unsigned webhook. (GET /webhooks/inbound/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.InboundWebhook>;
  /** Update an inbound webhook. Absent fields keep their values; `field_mapping`, `filters` and `resolve_when` are replaced as a whole. The first time `secret_enabled` is set to true, the response includes `secret` once. Only a `super_admin` can change `owner`, to an active user or client with the permission that the action needs. (PATCH /webhooks/inbound/{id}) */
  update: (id: string, body: S.InboundWebhookUpdate, options?: UpdateOptions) => ApiPromise<S.InboundWebhook>;
  /** Delete an inbound webhook. The URL of the webhook responds with 401 from then on. Incidents opened by the webhook are kept. (DELETE /webhooks/inbound/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.InboundWebhookDeleted | undefined>;
  /** Post an event. For monitoring systems. No access token is needed: the request is authenticated by the id in the path and, unless the webhook is unsigned, by a signature of the raw body. The signature is sent as `X-Service-Signature` or `X-Hub-Signature-256` (hexadecimal HMAC-SHA256), or as `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks, within 5 minutes). Deliveries with the same id in `webhook-id`, `X-GitHub-Delivery`, `Idempotency-Key` or a similar header are deduplicated for 24 hours. (POST /webhooks/inbound/{id}) */
  send: (id: string, body: Record<string, unknown>, options?: RequestOptions) => ApiPromise<S.InboundResult>;
  /** Rotate inbound webhook secret. The old secret is still accepted for `grace_seconds`. Send `{}` for the default of 24 hours. (POST /webhooks/inbound/{id}/rotate-secret) */
  rotateSecret: (id: string, body: S.InboundSecretRotate, options?: UpdateOptions) => ApiPromise<S.InboundSecretRotated>;
  /** Preview an inbound event. Returns the incident or configuration item that the payload would produce, the result of each filter, and mapping warnings; the warning for a missing path lists the names that exist. Nothing is created. (POST /webhooks/inbound/{id}/preview) */
  preview: (id: string, body: S.InboundPreview, options?: WriteOptions) => ApiPromise<S.InboundPreviewed>;
  /** List inbound events. Newest first, without payloads. Events are kept for 90 days unless the instance is configured otherwise. (GET /webhooks/inbound/{id}/events) */
  listEvents: <F extends keyof S.InboundEventFields = never>(id: string, query?: ListInboundEventsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.InboundEvent, S.InboundEventFields, F>, S.InboundEventList>;
  /** Get an inbound event. Includes the payload as received, which can be sent to `preview`. (GET /webhooks/inbound/{id}/events/{event_id}) */
  getEvent: (id: string, eventId: string, options?: RequestOptions) => ApiPromise<S.InboundEventDetail>;
  /** Replay an inbound event. Processes a stored event again with the current settings of the webhook, for example after its mapping was fixed. It counts as a new event: without a `dedup_key` it opens another incident. (POST /webhooks/inbound/{id}/events/{event_id}/replay) */
  replayEvent: (id: string, eventId: string, options?: WriteOptions) => ApiPromise<S.InboundResult>;
}

export interface WebhooksResource {
  outbound: WebhooksOutboundResource;
  deliveries: WebhooksDeliveriesResource;
  inbound: WebhooksInboundResource;
}

export interface NotificationsResource {
  /** List notifications. Your own notifications of the last 90 days, newest first. `unread` counts the unread ones on all pages, up to 1,000. (GET /notifications) */
  list: <F extends keyof S.NotificationFields = never>(query?: ListNotificationsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Notification, S.NotificationFields, F>, S.NotificationList>;
  /** Mark all notifications as read. Notifications that are already read keep their `read_at`. (POST /notifications/read-all) */
  readAll: (options?: WriteOptions) => ApiPromise<S.NotificationsRead>;
  /** Mark a notification as read. Marking a notification again keeps the first `read_at`. (POST /notifications/{id}/read) */
  read: (id: string, options?: WriteOptions) => ApiPromise<S.Notification>;
  /** Get notification preferences. All e-mail notifications are on by default. (GET /notifications/preferences) */
  getPreferences: (options?: ReadOptions) => ApiPromise<S.NotificationPreferences>;
  /** Update notification preferences. Absent types keep their values. The change also applies to mail that is waiting to be sent. Notifications in the API are created regardless. (PATCH /notifications/preferences) */
  updatePreferences: (body: S.NotificationPreferencesUpdate, options?: UpdateOptions) => ApiPromise<S.NotificationPreferences>;
}

export interface ViewsResource {
  /** List saved views. Your views, and views shared with your groups or with everyone, newest first. (GET /views) */
  list: <F extends keyof S.ViewFields = never>(query?: ListViewsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.View, S.ViewFields, F>, S.ViewList>;
  /** Save a view. The caller becomes the owner. `query`, `columns` and `column_widths` are validated by the rules of the list. A view shows callers only the records that they may see. (POST /views) */
  create: (body: S.ViewCreate, options?: WriteOptions) => ApiPromise<S.View>;
  /** Get a saved view. Responds 404 to a view of another owner unless it is shared with you. (GET /views/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.View>;
  /** Update a saved view. Allowed for the owner; managers may also update a shared view. `query`, `columns` and `column_widths` replace the stored values. (PATCH /views/{id}) */
  update: (id: string, body: S.ViewUpdate, options?: UpdateOptions) => ApiPromise<S.View>;
  /** Delete a saved view. Allowed for the owner; managers may also delete a shared view. (DELETE /views/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.ViewDeleted | undefined>;
}

export interface MeResource {
  /** Get your identity. Your identity, profile, roles, groups, permissions and rate limits. (GET /me) */
  get: (options?: RequestOptions) => ApiPromise<S.Me>;
  /** Update your profile. Changes how times and numbers are shown to you, and your absence. Absent fields keep their values; null clears them. Administrators change the other fields of a user. Clients, and people of an external identity provider, have no profile. (PATCH /me) */
  update: (body: S.MeUpdate, options?: WriteOptions) => ApiPromise<S.Me>;
  /** List your sign-ins. Your sign-ins, sign-outs and exchanges of your API keys, newest first. Events are retained for 90 days; exchanges are recorded at most once a minute per network. Empty for clients, and if the instance uses another identity provider. (GET /me/sign-ins) */
  listSignIns: <F extends keyof S.OwnSignInFields = never>(query?: ListOwnSignInsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.OwnSignIn, S.OwnSignInFields, F>, S.OwnSignInList>;
}

export interface DirectoryResource {
  /** List people and groups. Active users and groups by name, for choosing an assignee or a group, and for the names of people whose addresses are known. Filters are combined with AND. Requesters may not read the directory. (GET /directory) */
  list: <F extends keyof S.DirectoryEntryFields = never>(query?: ListDirectoryQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.DirectoryEntry, S.DirectoryEntryFields, F>, S.Directory>;
  /** Get a person. Returns an active user with their groups, open records and CIs, for a caller who helps this person. The address is compared regardless of case. Requesters may not read the directory. (GET /directory/{email}) */
  get: (email: string, options?: RequestOptions) => ApiPromise<S.Person>;
}

export interface ApiKeysResource {
  /** List your API keys. Newest first, without revoked keys. (GET /profile/api-keys) */
  list: <F extends keyof S.ApiKeyFields = never>(query?: ListApiKeysQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ApiKey, S.ApiKeyFields, F>, S.ApiKeyList>;
  /** Create an API key. For a program that acts as you. Requires a token from an interactive login. The key is returned only in this response; the program exchanges it at the identity provider for tokens that are valid for 15 minutes. (POST /profile/api-keys) */
  create: (body: S.ApiKeyCreate, options?: WriteOptions) => ApiPromise<S.ApiKeyWithSecret>;
  /** Revoke an API key. The key and its tokens are refused within two seconds in every process. (DELETE /profile/api-keys/{id}) */
  delete: (id: string, options?: RequestOptions) => ApiPromise<S.ApiKeyRevoked | undefined>;
}

export interface SessionsResource {
  /** List your sessions. Your active logins, newest first. Empty if the instance uses another identity provider. (GET /profile/sessions) */
  list: <F extends keyof S.SessionFields = never>(query?: ListSessionsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Session, S.SessionFields, F>, S.SessionList>;
  /** End a session. Ends the login in that browser, for every client that shares it. Access tokens of these clients are refused within two seconds. (DELETE /profile/sessions/{id}) */
  end: (id: string, options?: RequestOptions) => ApiPromise<S.SessionEnded | undefined>;
}

export interface FactorsResource {
  /** List your factors. Your second factors, the oldest first. Keys are never returned. Empty if the instance uses another identity provider. (GET /profile/factors) */
  list: (options?: RequestOptions) => ApiPromise<S.FactorList>;
}

export interface ClientsResource {
  /** List clients. Newest first. Secrets are not returned. (GET /clients) */
  list: <F extends keyof S.ClientFields = never>(query?: ListClientsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Client, S.ClientFields, F>, S.ClientList>;
  /** Create a client. A client is a program that obtains tokens from the identity provider with `client_id` and `secret`. `secret` is returned only in this response. (POST /clients) */
  create: (body: S.ClientCreate, options?: WriteOptions) => ApiPromise<S.ClientWithSecret>;
  /** Get a client. The secret is not included; only its hash is stored. (GET /clients/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.Client>;
  /** Update a client. Changing `roles`, `email` or `active` revokes the tokens of the client, and those of people who signed in to it, within two seconds in every process; new ones can be obtained as before. `active: false` also ends the logins of people with the client, so their refresh tokens stay invalid when it is active again. (PATCH /clients/{id}) */
  update: (id: string, body: S.ClientUpdate, options?: UpdateOptions) => ApiPromise<S.Client>;
  /** Rotate client secret. The old secret stops working at once, issued tokens are revoked, and the logins of people with the client end. The new secret is returned only in this response. (POST /clients/{id}/rotate-secret) */
  rotateSecret: (id: string, options?: UpdateOptions) => ApiPromise<S.ClientWithSecret>;
}

export interface UsersResource {
  /** List users. Newest first. (GET /users) */
  list: <F extends keyof S.UserFields = never>(query?: ListUsersQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.User, S.UserFields, F>, S.UserList>;
  /** Create a user. E-mail addresses are unique, regardless of case. `invite` lets the person choose the first password. (POST /users) */
  create: (body: S.UserCreate, options?: WriteOptions) => ApiPromise<S.User>;
  /** Get a user. Passwords are never returned. (GET /users/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.User>;
  /** Update a user. Changing `roles`, `email`, `active` or `password` revokes the tokens of the user within two seconds in every process. A new password also ends all sessions of the user. `active: false` also ends their sessions, API keys and event streams, cancels their unfinished jobs and suspends their outbound webhooks; `active: true` returns none of them. (PATCH /users/{id}) */
  update: (id: string, body: S.UserUpdate, options?: UpdateOptions) => ApiPromise<S.User>;
  /** Invite a user. Sends a mail with a link for one use within 7 days, with which the person chooses the first password. The link of an earlier invitation ends. (POST /users/{id}/invite) */
  invite: (id: string, options?: UpdateOptions) => ApiPromise<S.User>;
  /** Get open work. Lists open records that are assigned to the user, decisions that wait for them, groups without another member, and their webhooks. (GET /users/{id}/open-work) */
  getOpenWork: (id: string, options?: RequestOptions) => ApiPromise<S.OpenWork>;
  /** Hand open work over. Assigns the open records of the user to `to`, or to nobody, so that they stay with their groups. Queues a job of up to 1,000 rows and returns it: each record gets a version, an audit entry and its events, at most once each. A record that is no longer theirs, or no longer open, is left as it is. `to` gets one notification about all of them. (POST /users/{id}/hand-over) */
  handOver: (id: string, body: S.HandOver, options?: WriteOptions) => ApiPromise<S.JobAccepted>;
  /** Delete second factors. Removes all second factors and recovery codes of a person who has lost them, ends their sessions and sends them a mail. Their password stays. (DELETE /users/{id}/factors) */
  resetFactors: (id: string, options?: RequestOptions) => ApiPromise<S.FactorsReset | undefined>;
}

export interface FieldsResource {
  /** List custom fields. In the order in which they are shown. Callers get the active fields of the records that they may read, as far as they see their values; those who manage fields get all. (GET /fields) */
  list: <F extends keyof S.FieldFields = never>(query?: ListFieldsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Field, S.FieldFields, F>, S.FieldList>;
  /** Create a field. Records of the type then have a value of this key in `custom`. A `filterable` field gets an index in the background; lists take `cf.<key>` once `index.state` is `ready`. (POST /fields) */
  create: (body: S.FieldCreate, options?: WriteOptions) => ApiPromise<S.Field>;
  /** Get a field. Includes how far the index of a filterable field is. (GET /fields/{id}) */
  get: (id: string, options?: RequestOptions) => ApiPromise<S.Field>;
  /** Update a field. Its record type, key and type stay. A field that is no longer needed gets `active: false`: forms hide it, and its values stay readable. (PATCH /fields/{id}) */
  update: (id: string, body: S.FieldUpdate, options?: UpdateOptions) => ApiPromise<S.Field>;
}

export interface CalendarsResource {
  /** List calendars. Newest first, without their exceptions. (GET /calendars) */
  list: <F extends keyof S.CalendarSummaryFields = never>(query?: ListCalendarsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.CalendarSummary, S.CalendarSummaryFields, F>, S.CalendarList>;
  /** Create a calendar. A calendar has weekly hours in its time zone, and dates with other hours. (POST /calendars) */
  create: (body: S.CalendarCreate, options?: WriteOptions) => ApiPromise<S.Calendar>;
  /** Preview a calendar. Returns how each day counts in a calendar that is not saved. Changes nothing. (POST /calendars/preview) */
  preview: (body: S.CalendarPreview, options?: RequestOptions) => ApiPromise<S.CalendarPreviewResult>;
  /** Get a calendar. Includes its exceptions. (GET /calendars/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.Calendar>;
  /** Update a calendar. `weekly` and `exceptions` are replaced as a whole. (PATCH /calendars/{id}) */
  update: (id: string, body: S.CalendarUpdate, options?: UpdateOptions) => ApiPromise<S.Calendar>;
  /** Delete a calendar. Its audit entries stay. A calendar that an SLA policy counts by cannot be deleted. (DELETE /calendars/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.CalendarDeleted | undefined>;
  /** Get open time. Returns whether the calendar is open at `from`, and how long it is open in the span. An hour that the clock skips is not open; of one that it repeats, both are. (GET /calendars/{id}/open) */
  getOpen: (id: string, query?: GetCalendarOpenQuery, options?: RequestOptions) => ApiPromise<S.CalendarOpen>;
  /** Preview a calendar change. Computes which open records would have other targets if the calendar had these hours. Changes nothing. (POST /calendars/{id}/preview) */
  previewChange: (id: string, body: S.CalendarUpdate, options?: RequestOptions) => ApiPromise<S.SlaPolicyPreviewResult>;
}

export interface RulesResource {
  /** List rules. In the order in which they run. (GET /rules) */
  list: <F extends keyof S.RuleSummaryFields = never>(query?: ListRulesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.RuleSummary, S.RuleSummaryFields, F>, S.RuleList>;
  /** Create a rule. An active rule runs from the next write on. Preview it first, or create it with `active` false. (POST /rules) */
  create: (body: S.RuleCreate, options?: WriteOptions) => ApiPromise<S.Rule>;
  /** Preview a rule. Computes from the audit trail what the rule alone would have done to past creations and updates. Changes nothing. (POST /rules/preview) */
  preview: (body: S.RulePreview, options?: RequestOptions) => ApiPromise<S.RulePreviewResult>;
  /** Get a rule. With its condition and actions. (GET /rules/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.Rule>;
  /** Update a rule. `when`, `due` and `actions` are replaced as a whole. A rule for which time has to pass then finds the records that wait for it. (PATCH /rules/{id}) */
  update: (id: string, body: S.RuleUpdate, options?: UpdateOptions) => ApiPromise<S.Rule>;
  /** Delete a rule. It runs no more. Timelines still name it. (DELETE /rules/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.RuleDeleted | undefined>;
  /** List runs of a rule. The updates of the last 30 days in which the rule changed or did something, the newest first. The timeline of each record explains them. (GET /rules/{id}/runs) */
  runs: <F extends keyof S.RuleRunFields = never>(id: string, query?: ListRuleRunsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.RuleRun, S.RuleRunFields, F>, S.RuleRunList>;
}

export interface MacrosResource {
  /** List macros. By name. (GET /macros) */
  list: <F extends keyof S.MacroSummaryFields = never>(query?: ListMacrosQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.MacroSummary, S.MacroSummaryFields, F>, S.MacroList>;
  /** Create a macro. Actions with a name, which people apply to records by hand. (POST /macros) */
  create: (body: S.MacroCreate, options?: WriteOptions) => ApiPromise<S.Macro>;
  /** Get a macro. With its actions. (GET /macros/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.Macro>;
  /** Update a macro. `actions` are replaced as a whole. (PATCH /macros/{id}) */
  update: (id: string, body: S.MacroUpdate, options?: UpdateOptions) => ApiPromise<S.Macro>;
  /** Delete a macro. Refused while a rule applies it. (DELETE /macros/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.MacroDeleted | undefined>;
}

export interface SlaPoliciesResource {
  /** List SLA policies. In the order in which they are tried. (GET /sla-policies) */
  list: <F extends keyof S.SlaPolicySummaryFields = never>(query?: ListSlaPoliciesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.SlaPolicySummary, S.SlaPolicySummaryFields, F>, S.SlaPolicyList>;
  /** Create an SLA policy. A worker then computes the clocks of open records from their history. Preview it first. (POST /sla-policies) */
  create: (body: S.SlaPolicyCreate, options?: WriteOptions) => ApiPromise<S.SlaPolicy>;
  /** Preview an SLA policy. Computes which open records would have other targets if the policy were saved, in the place of the one that `id` names or as a new one. Changes nothing. (POST /sla-policies/preview) */
  preview: (body: S.SlaPolicyPreview, options?: RequestOptions) => ApiPromise<S.SlaPolicyPreviewResult>;
  /** Get an SLA policy. With its condition, targets and pauses. (GET /sla-policies/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.SlaPolicy>;
  /** Update an SLA policy. `when` and `targets` are replaced as a whole; of `pause` only the metrics that are sent. A worker then computes the clocks of open records from their history. (PATCH /sla-policies/{id}) */
  update: (id: string, body: S.SlaPolicyUpdate, options?: UpdateOptions) => ApiPromise<S.SlaPolicy>;
  /** Delete an SLA policy. Open records get the clocks of the next policy whose condition holds; those that have ended keep theirs. (DELETE /sla-policies/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.SlaPolicyDeleted | undefined>;
  /** List condition fields. The fields that a condition on records of the type may name, with their operators and values. (GET /condition-fields) */
  listConditionFields: (query: ListConditionFieldsQuery, options?: RequestOptions) => ApiPromise<S.ConditionFieldList>;
}

export interface GroupsResource {
  /** List groups. Newest first. (GET /groups) */
  list: <F extends keyof S.GroupFields = never>(query?: ListGroupsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Group, S.GroupFields, F>, S.GroupList>;
  /** Create a group. Records may name groups that are not defined here; a group defined here also has an e-mail address and members. (POST /groups) */
  create: (body: S.GroupCreate, options?: WriteOptions) => ApiPromise<S.Group>;
  /** Get a group. Includes all members. (GET /groups/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.Group>;
  /** Update a group. `members` replaces the whole list. A new `name` is given to the open records of the group by a job, each with a version, an audit entry and its events; ended records keep the old name. Old names stay reserved: filters and writes that use one mean this group, and counts are summed under the present name. (PATCH /groups/{id}) */
  update: (id: string, body: S.GroupUpdate, options?: UpdateOptions) => ApiPromise<S.Group>;
  /** Get work of a group. Lists open records that are assigned to the group, by any of its names. They follow when the group is renamed. (GET /groups/{id}/open-work) */
  getOpenWork: (id: string, options?: RequestOptions) => ApiPromise<S.GroupWork>;
}

export interface IdentityProvidersResource {
  /** List identity providers. Newest first. Secrets are not returned. (GET /identity-providers) */
  list: <F extends keyof S.IdentityProviderFields = never>(query?: ListIdentityProvidersQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.IdentityProvider, S.IdentityProviderFields, F>, S.IdentityProviderList>;
  /** Create an identity provider. People can sign in with their account at this OpenID Connect provider. Their sessions, API keys and roles are those of this instance. (POST /identity-providers) */
  create: (body: S.IdentityProviderCreate, options?: WriteOptions) => ApiPromise<S.SavedIdentityProvider>;
  /** Get an identity provider. The secret is not returned. (GET /identity-providers/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.IdentityProvider>;
  /** Update an identity provider. Changed rules apply at the next sign-in of each person. `active: false` ends no sessions: deactivate users for that. (PATCH /identity-providers/{id}) */
  update: (id: string, body: S.IdentityProviderUpdate, options?: UpdateOptions) => ApiPromise<S.SavedIdentityProvider>;
  /** Preview role rules. Returns the roles and groups for an example of claims, and for whom the next sign-in would change something. Without `role_rules`, the saved ones are used. Changes nothing. (POST /identity-providers/{id}/preview) */
  preview: (id: string, body: S.IdentityProviderPreview, options?: WriteOptions) => ApiPromise<S.IdentityProviderPreviewResult>;
  /** List identities. People who have signed in at this provider, the newest link first. (GET /identity-providers/{id}/identities) */
  listIdentities: <F extends keyof S.IdentityFields = never>(id: string, query?: ListIdentitiesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Identity, S.IdentityFields, F>, S.IdentityList>;
  /** Delete an identity. Removes the link between a user and the account at this provider, with the roles and groups that its rules gave. The next sign-in with a verified address links the user again, also to another account there. Sessions continue. (DELETE /identity-providers/{id}/identities/{user_id}) */
  unlink: (id: string, userId: string, options?: RequestOptions) => ApiPromise<S.IdentityUnlinked | undefined>;
}

export interface MailboxesResource {
  /** List mailboxes. Newest first. Passwords are not returned. (GET /mailboxes) */
  list: <F extends keyof S.MailboxFields = never>(query?: ListMailboxesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Mailbox, S.MailboxFields, F>, S.MailboxList>;
  /** Create a mailbox. No other mailbox may have one of its addresses. (POST /mailboxes) */
  create: (body: S.MailboxCreate, options?: WriteOptions) => ApiPromise<S.Mailbox>;
  /** Get a mailbox. Includes when it last received mail. The password is not returned. (GET /mailboxes/{id}) */
  get: (id: string, options?: RequestOptions) => ApiPromise<S.Mailbox>;
  /** Update a mailbox. `defaults`, `incoming`, `outgoing` and `trust` are replaced as a whole. The stored password stays if `outgoing` names the same server and user. (PATCH /mailboxes/{id}) */
  update: (id: string, body: S.MailboxUpdate, options?: UpdateOptions) => ApiPromise<S.Mailbox>;
  /** Delete a mailbox. Mail to its addresses is not accepted any more. Records and notes stay. (DELETE /mailboxes/{id}) */
  delete: (id: string, options?: DeleteOptions) => ApiPromise<S.MailboxDeleted | undefined>;
  /** Test a mailbox. Connects to the outgoing mail server and signs in, without sending anything. Takes at most 15 seconds. (POST /mailboxes/{id}/test) */
  test: (id: string, options?: WriteOptions) => ApiPromise<S.MailboxTest>;
  /** Send a message. Stores a raw message, which is processed after the response. The same bytes with a Message-ID are one message: a repetition gets the message of the first time. Clients need to be named in `incoming.clients` of the mailbox. (POST /mailboxes/{id}/messages) */
  send: (id: string, mail: string | Uint8Array<ArrayBuffer> | Blob, options?: WriteOptions) => ApiPromise<S.Message>;
}

export interface MailResource {
  /** List messages. Newest first. Messages that are not held are deleted after the retention time of the instance, at least 90 days; held ones stay until somebody decides. (GET /mail) */
  list: <F extends keyof S.MessageFields = never>(query?: ListMessagesQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.Message, S.MessageFields, F>, S.MessageList>;
  /** Get a message. Says what became of it, and why. (GET /mail/{id}) */
  get: (id: string, options?: ReadOptions) => ApiPromise<S.Message>;
  /** Download a raw message. The bytes as they were received. Always sent with `Content-Disposition: attachment`. (GET /mail/{id}/raw) */
  download: (id: string, options?: ReadOptions) => ApiPromise<Blob>;
  /** Release a held message. Processes the message without the rules that hold it. Its sender is no more verified than before. (POST /mail/{id}/release) */
  release: (id: string, options?: WriteOptions) => ApiPromise<S.Message>;
  /** Discard a message. A held or failed message becomes `ignored`. (POST /mail/{id}/discard) */
  discard: (id: string, options?: WriteOptions) => ApiPromise<S.Message>;
  /** Attach a message. Adds a held or ignored message to a record that you may read. (POST /mail/{id}/attach) */
  attach: (id: string, body: S.MessageAttach, options?: WriteOptions) => ApiPromise<S.Message>;
  /** Process a message again. All rules apply again to a held, ignored or failed message. (POST /mail/{id}/reprocess) */
  reprocess: (id: string, options?: WriteOptions) => ApiPromise<S.Message>;
}

export interface ScimConnectorsResource {
  /** List SCIM connectors. Newest first. Tokens are not returned. (GET /scim-connectors) */
  list: <F extends keyof S.ScimConnectorFields = never>(query?: ListScimConnectorsQuery<F>, options?: RequestOptions) => PagePromise<Listed<S.ScimConnector, S.ScimConnectorFields, F>, S.ScimConnectorList>;
  /** Create a SCIM connector. Give `url` and `token` to the directory. `token` is returned only in this response and is valid for 365 days. (POST /scim-connectors) */
  create: (body: S.ScimConnectorCreate, options?: WriteOptions) => ApiPromise<S.ScimConnectorWithToken>;
  /** Get a SCIM connector. The token is not included; only its hash is stored. (GET /scim-connectors/{id}) */
  get: (id: string, options?: RequestOptions) => ApiPromise<S.ScimConnector>;
  /** Update a SCIM connector. New `role_rules` replace all of the old ones; a job applies them to the users of the connector. `active: false` refuses the token at once. (PATCH /scim-connectors/{id}) */
  update: (id: string, body: S.ScimConnectorUpdate, options?: UpdateOptions) => ApiPromise<S.SavedScimConnector>;
  /** Rotate SCIM token. The old token is refused at once. The new one is returned only in this response and is valid for 365 days. (POST /scim-connectors/{id}/rotate) */
  rotate: (id: string, options?: UpdateOptions) => ApiPromise<S.ScimConnectorWithToken>;
}

export interface ChoicesResource {
  /** Get picker choices. Values that pickers should offer, from the instance settings. Fields of records also accept other values. (GET /choices) */
  get: (options?: RequestOptions) => ApiPromise<S.Choices>;
}

export interface SettingsResource {
  /** Get instance settings. Settings that were never changed have their default values. (GET /settings) */
  get: (options?: ReadOptions) => ApiPromise<S.Settings>;
  /** Update instance settings. The process that responds applies the new settings at once, the others within 200 milliseconds; approvals and quotas always use the settings as saved. Objects and lists, such as `sla_target_seconds`, are replaced as a whole. (PATCH /settings) */
  update: (body: S.SettingsUpdate, options?: UpdateOptions) => ApiPromise<S.Settings>;
}

export interface HealthResource {
  /** Get API health. Checks the service and its dependencies. `degraded` returns 200 but needs attention. Load balancers should use `/livez` and `/readyz`, which need no token. (GET /health) */
  get: (options?: RequestOptions) => ApiPromise<S.Health>;
}

export interface SearchResource {
  /** Search all records. Finds incidents, with the notes that you may read, changes, service requests, articles, catalog items that you may order, CIs and people by words, and a record by its id. Returns only what you may read. (GET /search) */
  all: (query: SearchQuery, options?: RequestOptions) => ApiPromise<S.SearchResults>;
}

export interface Resources<C = object> {
  incidents: IncidentsResource<ValuesOf<C, 'incident'>>;
  serviceRequests: ServiceRequestsResource<ValuesOf<C, 'request'>>;
  tasks: TasksResource;
  catalogItems: CatalogItemsResource;
  cis: CisResource<ValuesOf<C, 'ci'>>;
  changes: ChangesResource<ValuesOf<C, 'change'>>;
  articles: ArticlesResource;
  ai: AiResource;
  jobs: JobsResource;
  events: EventsResource;
  presence: PresenceResource;
  audit: AuditResource;
  signIns: SignInsResource;
  webhooks: WebhooksResource;
  notifications: NotificationsResource;
  views: ViewsResource;
  me: MeResource;
  directory: DirectoryResource;
  apiKeys: ApiKeysResource;
  sessions: SessionsResource;
  factors: FactorsResource;
  clients: ClientsResource;
  users: UsersResource;
  fields: FieldsResource;
  calendars: CalendarsResource;
  rules: RulesResource;
  macros: MacrosResource;
  slaPolicies: SlaPoliciesResource;
  groups: GroupsResource;
  identityProviders: IdentityProvidersResource;
  mailboxes: MailboxesResource;
  mail: MailResource;
  scimConnectors: ScimConnectorsResource;
  choices: ChoicesResource;
  settings: SettingsResource;
  health: HealthResource;
  search: SearchResource;
}
