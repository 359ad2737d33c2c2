// Generated from openapi.json by `npm run generate`; do not edit.
import type { CustomValues, SentCustom, ShownCustom } from '../custom.ts';

/** RFC 9457 problem details. Further members depend on the code. */
export interface Problem {
  /** `urn:signalbox:problem:` followed by the code. */
  type: string;
  title: string;
  status: number;
  /** Says what failed, why, and what to do. */
  detail: string;
  /** The path of the request. */
  instance: string;
  /** Stable identifier of the error; see docs/reference/errors.md. More codes may be added; ignore unknown ones. */
  code: "validation_failed" | "malformed_json" | "malformed_request" | "invalid_cursor" | "unauthenticated" | "token_expired" | "insufficient_role" | "actor_inactive" | "login_required" | "self_approval" | "not_found" | "method_not_allowed" | "request_timeout" | "invalid_transition" | "merged" | "cannot_merge" | "in_use" | "has_duplicates" | "not_linked" | "link_cycle" | "link_of_field" | "too_many_participants" | "too_many_links" | "not_published" | "no_pending_revision" | "open_tasks" | "delivery_not_finished" | "delivery_finished" | "webhook_inactive" | "mailbox_inactive" | "job_finished" | "target_refused" | "external_id_taken" | "keys_unavailable" | "identity_providers_unavailable" | "too_many_keys" | "request_not_open" | "task_blocked" | "too_many_tasks" | "already_exists" | "cannot_invite" | "no_open_work" | "last_administrator" | "granted_by_rule" | "provisioned" | "identity_conflict" | "request_in_progress" | "owner_may_not_act" | "stream_gap" | "version_mismatch" | "body_too_large" | "attachment_quota" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "too_many_jobs" | "too_many_streams" | "ai_budget_exceeded" | "headers_too_large" | "internal_error" | "model_output_invalid" | "overloaded" | "model_unavailable" | "identity_unavailable";
  /** The X-Request-Id of this response. Quote it when you contact support. */
  request_id: string;
  /** All errors in the input, up to 50. */
  errors?: ({
    in: "body" | "query" | "header";
    /** JSON Pointer within the part of the request named by `in`. */
    pointer: string;
    /** More codes may be added; ignore unknown ones. */
    code: "required" | "unknown_field" | "unknown_parameter" | "read_only_field" | "invalid_type" | "not_nullable" | "not_allowed" | "too_long" | "too_short" | "too_large" | "too_small" | "too_many" | "too_few" | "too_deep" | "invalid_format" | "invalid_characters" | "blank" | "conflicting_parameters" | "page_too_large" | "not_assignable" | "unknown_person" | "unknown_group" | "not_readable" | "refused_address";
    message: string;
    allowed?: string[];
    /** The allowed name or value that is nearest to yours; the message asks whether you meant it. */
    nearest?: string;
  })[];
}

export interface IncidentSummary {
  /** Assigned by the service: INC and seven characters. */
  id: string;
  /** One-line summary. */
  short_description: string;
  /** Full description in Markdown. */
  description: string | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority: "P1" | "P2" | "P3" | "P4";
  state: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened";
  /** Category. At most 400 bytes in UTF-8. */
  category: string | null;
  /** Subcategory within the category. */
  subcategory: string | null;
  /** How much is affected. */
  impact: "high" | "medium" | "low" | null;
  /** How quickly it must be fixed. */
  urgency: "high" | "medium" | "low" | null;
  /** Name of the group that works on the incident. At most 400 bytes in UTF-8. */
  assignment_group: string | null;
  /** E-mail address of the assignee. At most 400 bytes in UTF-8. */
  assigned_to: string | null;
  /** Affected configuration item. */
  ci_id: string | null;
  created_at: string;
  updated_at: string;
  /** When the resolution target is breached. Keeps its value while the clock is paused. */
  sla_breach_at: string;
}

export interface ListedSla {
  state: "running" | "paused" | "stopped";
  /** Negative after a breach. */
  remaining_seconds: number;
  /** When 75 % of the target is used. */
  warning_at: string;
  breach_at: string;
  breached: boolean;
  /** When the seconds were calculated. They do not change the version. */
  as_of: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface IncidentSummaryFields<V = CustomValues> {
  /** Assigned by the service: INC and seven characters. */
  id: string;
  /** One-line summary. */
  short_description?: string;
  /** Full description in Markdown. */
  description?: string | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4";
  state?: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened";
  /** Category. At most 400 bytes in UTF-8. */
  category?: string | null;
  /** Subcategory within the category. */
  subcategory?: string | null;
  /** How much is affected. */
  impact?: "high" | "medium" | "low" | null;
  /** How quickly it must be fixed. */
  urgency?: "high" | "medium" | "low" | null;
  /** Name of the group that works on the incident. At most 400 bytes in UTF-8. */
  assignment_group?: string | null;
  /** E-mail address of the assignee. At most 400 bytes in UTF-8. */
  assigned_to?: string | null;
  /** Affected configuration item. */
  ci_id?: string | null;
  created_at?: string;
  updated_at?: string;
  /** When the resolution target is breached. Keeps its value while the clock is paused. */
  sla_breach_at?: string;
  /** E-mail address of the person who has the trouble, who sees the incident as their own. By default the caller, if a person. Requesters may name only themselves. At most 400 bytes in UTF-8. */
  requester?: string | null;
  /** Your own id for the incident, unique among the incidents you opened. */
  external_id?: string | null;
  /** Why the incident is on hold; cleared when it leaves the state `on_hold`. */
  on_hold_reason?: "awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor" | null;
  /** Author of the last public note: `requester`, or `us` for somebody who may change incidents. */
  last_reply_by?: "requester" | "us" | null;
  last_reply_at?: string | null;
  /** When an incident on hold returns to `in_progress` by itself, at most 5 seconds late; null if it waits for somebody. Cleared when it leaves the state `on_hold`. */
  on_hold_until?: string | null;
  resolved_at?: string | null;
  /** Work notes that you may read. */
  work_notes_count?: number;
  /** Incremented by every update; the value of the ETag. */
  version?: number;
  sla?: ListedSla;
  /** The running target that is breached first; null if none runs. */
  next_target?: {
    /** `first_response`: until the first public note of an agent. `update`: since the last public note of an agent. `resolution`: until the record is resolved or fulfilled. */
    metric: "first_response" | "update" | "resolution";
    state: "running" | "paused" | "met" | "breached" | "cancelled";
    target_seconds: number;
    remaining_seconds: number;
    warning_at: string;
    breach_at: string;
    as_of: string;
  } | null;
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface IncidentList<V = CustomValues> {
  data: (IncidentSummary | IncidentSummaryFields<V>)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface IncidentCreate<V = CustomValues> {
  /** One-line summary. */
  short_description: string;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** A new incident always has the state new. */
  state?: "new" | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** Category. At most 400 bytes in UTF-8. */
  category?: string | null | undefined;
  /** Subcategory within the category. */
  subcategory?: string | null | undefined;
  /** How much is affected. */
  impact?: "high" | "medium" | "low" | null | undefined;
  /** How quickly it must be fixed. */
  urgency?: "high" | "medium" | "low" | null | undefined;
  /** Name of the group that works on the incident. At most 400 bytes in UTF-8. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. At most 400 bytes in UTF-8. */
  assigned_to?: string | null | undefined;
  /** E-mail address of the person who has the trouble, who sees the incident as their own. By default the caller, if a person. Requesters may name only themselves. At most 400 bytes in UTF-8. */
  requester?: string | null | undefined;
  /** Affected configuration item. */
  ci_id?: string | null | undefined;
  /** Problem that causes the incident. */
  parent_problem_id?: string | null | undefined;
  /** Change that caused or fixes the incident. */
  change_id?: string | null | undefined;
  /** Your own id for the incident, unique among the incidents you opened. */
  external_id?: string | null | undefined;
  /** Why the incident is on hold; cleared when it leaves the state `on_hold`. */
  on_hold_reason?: "awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor" | null | undefined;
  /** How it was fixed; send it with state resolved. */
  resolution?: string | null | undefined;
  /** Notify the assignee, the group and the owner of the CI by e-mail. */
  notify_stakeholders?: boolean | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface Sla {
  state: "running" | "paused" | "stopped";
  target_seconds: number;
  /** Time that counts towards the target, up to `as_of`. */
  elapsed_seconds: number;
  /** Time that does not count: on hold, or between resolution and reopening. */
  paused_seconds: number;
  /** Negative after a breach. */
  remaining_seconds: number;
  /** When 75 % of the target is used. */
  warning_at: string;
  breach_at: string;
  breached: boolean;
  /** When the seconds were calculated. They do not change the version. */
  as_of: string;
}

export interface SlaTarget {
  /** `first_response`: until the first public note of an agent. `update`: since the last public note of an agent. `resolution`: until the record is resolved or fulfilled. */
  metric: "first_response" | "update" | "resolution";
  /** The policy that gave the target; null for the target of the settings, and for callers who see only their own records. */
  policy: {
    id: string;
    version: number;
  } | null;
  /** `breached` as soon as the target is exceeded, also after it was met. `cancelled`: the record ended before. */
  state: "running" | "paused" | "met" | "breached" | "cancelled";
  target_seconds: number;
  /** Open time that counts towards the target. */
  elapsed_seconds: number;
  /** Negative after a breach. */
  remaining_seconds: number;
  /** When 75 % of the target is used. */
  warning_at: string;
  /** Keeps its value while the clock does not run. */
  breach_at: string;
  met_at: string | null;
}

export interface Warning {
  /** JSON Pointer of the field within the record. */
  pointer: string;
  /** `not_assignable`: the assignee is deactivated or may not change such records. `unknown_person`: nobody has the address. `unknown_group`: no group has the name. `custom_required`: forms require this field of the instance, and it has no value. `mention_not_readable`: the mentioned person may not read the record or the note. `mention_ambiguous`: several people have the mentioned name. `action_skipped`: an action of the macro could not apply, for the reason in `message`. `too_many_mentions`: a note mentions at most 20 people; further ones are not notified. More codes may be added; ignore unknown ones. */
  code: "not_assignable" | "unknown_person" | "unknown_group" | "custom_required" | "mention_not_readable" | "mention_ambiguous" | "action_skipped" | "too_many_mentions";
  /** The known value that is most like the one you sent. */
  nearest?: string;
  /** Why the action was skipped. */
  message?: string;
  /** The mention as it is written in the note. */
  mention?: string;
}

export interface Incident<V = CustomValues> {
  /** Assigned by the service: INC and seven characters. */
  id: string;
  /** One-line summary. */
  short_description: string;
  /** Full description in Markdown. */
  description: string | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority: "P1" | "P2" | "P3" | "P4";
  state: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened";
  /** Category. At most 400 bytes in UTF-8. */
  category: string | null;
  /** Subcategory within the category. */
  subcategory: string | null;
  /** How much is affected. */
  impact: "high" | "medium" | "low" | null;
  /** How quickly it must be fixed. */
  urgency: "high" | "medium" | "low" | null;
  /** Name of the group that works on the incident. At most 400 bytes in UTF-8. */
  assignment_group: string | null;
  /** E-mail address of the assignee. At most 400 bytes in UTF-8. */
  assigned_to: string | null;
  /** Affected configuration item. */
  ci_id: string | null;
  created_at: string;
  updated_at: string;
  /** When the resolution target is breached. Keeps its value while the clock is paused. */
  sla_breach_at: string;
  /** E-mail address of the person who has the trouble, who sees the incident as their own. By default the caller, if a person. Requesters may name only themselves. At most 400 bytes in UTF-8. */
  requester: string | null;
  /** Problem that causes the incident. */
  parent_problem_id: string | null;
  /** Change that caused or fixes the incident. */
  change_id: string | null;
  /** Your own id for the incident, unique among the incidents you opened. */
  external_id: string | null;
  /** Why the incident is on hold; cleared when it leaves the state `on_hold`. */
  on_hold_reason: "awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor" | null;
  /** How it was fixed; send it with state resolved. */
  resolution: string | null;
  /** The same as `id`. */
  number: string;
  /** E-mail address of the opener. */
  opened_by: string;
  /** Author of the last public note: `requester`, or `us` for somebody who may change incidents. */
  last_reply_by: "requester" | "us" | null;
  last_reply_at: string | null;
  /** When an incident on hold returns to `in_progress` by itself, at most 5 seconds late; null if it waits for somebody. Cleared when it leaves the state `on_hold`. */
  on_hold_until: string | null;
  /** The leader, if the incident is merged into another one as its duplicate and you may read that one. The duplicate then changes with its leader only. */
  merged_into?: string;
  /** False if the record was made by a mail whose sender is not verified; absent otherwise. */
  sender_verified?: boolean;
  resolved_at: string | null;
  closed_at: string | null;
  /** Work notes that you may read. */
  work_notes_count: number;
  /** How often inbound webhooks reported it under the same `dedup_key` while it was open. */
  occurrences: number;
  /** Empty until it is computed. */
  ai_suggested_resolution: string;
  /** The configuration item, if it is in the CMDB and you may read the CMDB. */
  ci: {
    id: string;
    name: string;
  } | null;
  /** States that you can set now. */
  allowed_transitions: ("new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened")[];
  reopen_count: number;
  sla: Sla;
  /** The targets of the policy that applies, and the resolution. */
  sla_targets: SlaTarget[];
  /** Incremented by every update; the value of the ETag. */
  version: number;
  /** Present only on a deleted record, read with `include_deleted`. */
  deleted?: true;
  deleted_at?: string;
  deleted_by?: string;
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
  /** The job that `resolve_linked` or `to_duplicates` queued; absent if there is nothing to do. */
  job_id?: string;
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface IncidentCounts {
  /** One list for each requested field. Incidents without a value are not counted. */
  by: {
    /** The 50 most frequent values, the most frequent first. */
    state?: {
      value: string;
      count: number;
    }[];
    /** The 50 most frequent values, the most frequent first. */
    priority?: {
      value: string;
      count: number;
    }[];
    /** The 50 most frequent values, the most frequent first. */
    assignment_group?: {
      value: string;
      count: number;
    }[];
    /** The 50 most frequent values, the most frequent first. */
    assigned_to?: {
      value: string;
      count: number;
    }[];
    /** The 50 most frequent values, the most frequent first. */
    category?: {
      value: string;
      count: number;
    }[];
  };
  /** Number of matching incidents. */
  total: number;
  /** Present and true if more incidents match than were counted. */
  total_is_lower_bound?: boolean;
  /** Fields whose counts cover only 50,000 of the matches. */
  lower_bounds?: ("state" | "priority" | "assignment_group" | "assigned_to" | "category")[];
}

export interface IncidentStats {
  interval: "day" | "week";
  /** Start of the first interval. */
  from: string;
  /** End of the last interval, exclusive. */
  to: string;
  /** Every interval of the period, oldest first. */
  data: ({
    /** Start of the interval. */
    at: string;
    created: number;
    /** Transitions to resolved; an incident that was reopened may have several. */
    resolved: number;
    /** Breaches of the SLA target. */
    breached: number;
    /** Half of the incidents resolved in the interval took at most this many seconds since their creation, ± 5 %; null if none was resolved. */
    resolve_seconds_p50: number | null;
    /** 90 % of the incidents resolved in the interval took at most this many seconds since their creation, ± 5 %; null if none was resolved. */
    resolve_seconds_p90: number | null;
  })[];
}

export interface IncidentUpdate<V = CustomValues> {
  /** One-line summary. */
  short_description?: string | undefined;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** The new state; `allowed_transitions` lists the allowed ones. */
  state?: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened" | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** Category. At most 400 bytes in UTF-8. */
  category?: string | null | undefined;
  /** Subcategory within the category. */
  subcategory?: string | null | undefined;
  /** How much is affected. */
  impact?: "high" | "medium" | "low" | null | undefined;
  /** How quickly it must be fixed. */
  urgency?: "high" | "medium" | "low" | null | undefined;
  /** Name of the group that works on the incident. At most 400 bytes in UTF-8. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. At most 400 bytes in UTF-8. */
  assigned_to?: string | null | undefined;
  /** E-mail address of the person who has the trouble, who sees the incident as their own. By default the caller, if a person. Requesters may name only themselves. At most 400 bytes in UTF-8. */
  requester?: string | null | undefined;
  /** Affected configuration item. */
  ci_id?: string | null | undefined;
  /** Problem that causes the incident. */
  parent_problem_id?: string | null | undefined;
  /** Change that caused or fixes the incident. */
  change_id?: string | null | undefined;
  /** Your own id for the incident, unique among the incidents you opened. */
  external_id?: string | null | undefined;
  /** Why the incident is on hold; cleared when it leaves the state `on_hold`. */
  on_hold_reason?: "awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor" | null | undefined;
  /** How it was fixed; send it with state resolved. */
  resolution?: string | null | undefined;
  /** A time in the future at which the incident returns to `in_progress` by itself; with state `on_hold`, or while the incident is on hold. Null removes it. */
  on_hold_until?: string | null | undefined;
  /** Added as a team work note together with the update, before `public_note`. */
  work_note?: string | undefined;
  /** Added as a public work note together with the update. Requesters may send it too, alone or with a transition that they may make. */
  public_note?: string | undefined;
  /** Also send the public note to the requesters of the duplicates of the incident, each about their own. */
  to_duplicates?: boolean | undefined;
  /** With the state resolved: a job also resolves the open duplicates of the incident, each through its own transitions. */
  resolve_linked?: boolean | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface IncidentDeleted {
  /** Assigned by the service: INC and seven characters. */
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface IncidentResolve {
  /** How it was fixed. */
  resolution: string;
  /** Added as a public work note together with the update. */
  public_note?: string | undefined;
  /** Also send the public note to the requesters of the duplicates of the incident, each about their own. */
  to_duplicates?: boolean | undefined;
  /** With the state resolved: a job also resolves the open duplicates of the incident, each through its own transitions. */
  resolve_linked?: boolean | undefined;
}

export interface Attachment {
  id: string;
  /** Without a path: no `/` or `\`, no control characters, and not `.` or `..`. */
  filename: string;
  /** type/subtype without parameters, as declared by the sender. */
  content_type: string;
  /** Size in bytes. */
  size: number;
  sha256: string;
  /** Download URL; requires a token. */
  url: string;
}

export interface WorkNote {
  id: string;
  /** Assigned by the service: INC and seven characters. */
  incident_id: string;
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility: "team" | "private" | "public";
  /** E-mail address of the author. */
  author: string;
  created_at: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments: Attachment[];
  /** To whom the note was mailed; absent if to nobody, and for requesters. */
  mail?: {
    /** The first of these states that a recipient has. waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. More states may be added; ignore unknown ones. */
    state: "waiting" | "failed" | "skipped" | "sent";
    /** The requester and the people in copy, without the author. */
    recipients: ({
      email: string;
      /** waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. */
      state: "waiting" | "failed" | "skipped" | "sent";
    })[];
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface WorkNoteFields {
  id: string;
  /** Assigned by the service: INC and seven characters. */
  incident_id?: string;
  body?: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility?: "team" | "private" | "public";
  /** E-mail address of the author. */
  author?: string;
  created_at?: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments?: Attachment[];
  /** To whom the note was mailed; absent if to nobody, and for requesters. */
  mail?: {
    /** The first of these states that a recipient has. waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. More states may be added; ignore unknown ones. */
    state: "waiting" | "failed" | "skipped" | "sent";
    /** The requester and the people in copy, without the author. */
    recipients: ({
      email: string;
      /** waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. */
      state: "waiting" | "failed" | "skipped" | "sent";
    })[];
  };
}

export interface WorkNoteList {
  data: (WorkNote | WorkNoteFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface AttachmentCreate {
  /** Without a path: no `/` or `\`, no control characters, and not `.` or `..`. */
  filename: string;
  /** type/subtype without parameters, as declared by the sender. */
  content_type: string;
  /** The file in base64, at most 5242880 bytes decoded. */
  data: string;
}

export interface WorkNoteCreate {
  /** The text, in Markdown. `@` with an e-mail address or with a full name mentions a user. */
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility?: "team" | "private" | "public" | undefined;
  attachments?: AttachmentCreate[] | undefined;
  /** Also send the public note to the requesters of the duplicates of the incident, each about their own. */
  to_duplicates?: boolean | undefined;
}

export interface WorkNoteAdded {
  id: string;
  /** Assigned by the service: INC and seven characters. */
  incident_id: string;
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility: "team" | "private" | "public";
  /** E-mail address of the author. */
  author: string;
  created_at: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments: Attachment[];
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
}

export interface TimelineEntry {
  id: string;
  at: string;
  /** E-mail address of the actor. */
  actor: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The state of the SLA clock that began with this update. */
  sla?: {
    state: "running" | "paused" | "stopped";
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface TimelineEntryFields {
  id: string;
  at?: string;
  /** E-mail address of the actor. */
  actor?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record?: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id?: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The state of the SLA clock that began with this update. */
  sla?: {
    state: "running" | "paused" | "stopped";
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

export interface Timeline {
  data: (TimelineEntry | TimelineEntryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface SlaSegment {
  /** State of the clock. */
  state: "running" | "paused" | "stopped";
  from: string;
  /** Null for the current segment. */
  to: string | null;
  /** Up to `sla.as_of` for the current segment. */
  seconds: number;
  /** The update that started the segment. */
  cause: {
    /** Kind of the audit entry. */
    kind: string;
    /** X-Request-Id of the request that made the update. */
    request_id?: string;
    /** E-mail address of the actor. */
    actor: string;
  };
}

export interface SlaTargetSegment {
  state: "running" | "paused" | "met" | "cancelled";
  from: string;
  /** Null for the current segment. */
  to: string | null;
  /** Open time for a running segment, time on the wall for others; up to now for the current one. */
  seconds: number;
  /** The update or note that began the segment. */
  cause?: {
    /** Kind of the audit entry. */
    kind: string;
    /** E-mail address of the actor. */
    actor: string;
    request_id?: string;
    /** The public note that responded. */
    note_id?: string;
  };
}

export interface SlaTargetHistory {
  /** `first_response`: until the first public note of an agent. `update`: since the last public note of an agent. `resolution`: until the record is resolved or fulfilled. */
  metric: "first_response" | "update" | "resolution";
  /** The policy that gave the target; null for the target of the settings, and for callers who see only their own records. */
  policy: {
    id: string;
    version: number;
  } | null;
  /** `breached` as soon as the target is exceeded, also after it was met. `cancelled`: the record ended before. */
  state: "running" | "paused" | "met" | "breached" | "cancelled";
  target_seconds: number;
  /** Open time that counts towards the target. */
  elapsed_seconds: number;
  /** Negative after a breach. */
  remaining_seconds: number;
  /** When 75 % of the target is used. */
  warning_at: string;
  /** Keeps its value while the clock does not run. */
  breach_at: string;
  met_at: string | null;
  /** Oldest first, without gaps. The running segments since the last start add up to `elapsed_seconds`. */
  segments: SlaTargetSegment[];
}

export interface SlaHistory {
  sla: Sla;
  /** Totals before the first segment. Present only if there are more segments than are returned. */
  earlier?: {
    running_seconds: number;
    /** Paused or stopped. */
    halted_seconds: number;
  };
  /** The segments of the resolution clock are oldest first, without gaps. The running segments add up to `sla.elapsed_seconds`. */
  segments: SlaSegment[];
  /** The targets of the record, each with its segments. */
  targets: SlaTargetHistory[];
}

export interface IncidentMerge {
  /** Assigned by the service: INC and seven characters. */
  into: string;
  /** Added to the duplicate as a team work note. */
  note?: string | undefined;
}

export interface Duplicate {
  /** Assigned by the service: INC and seven characters. */
  id: string;
  short_description: string;
  state: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened";
  priority: "P1" | "P2" | "P3" | "P4";
  requester: string | null;
  created_at: string;
}

export interface Duplicates {
  /** In the order of ids; at most 500. */
  data: Duplicate[];
  /** How many people get a note with `to_duplicates`, besides the requester. */
  people: number;
}

export interface IncidentBulkFields<V = CustomValues> {
  /** One-line summary. */
  short_description?: string | undefined;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** The new state; `allowed_transitions` lists the allowed ones. */
  state?: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened" | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** Category. At most 400 bytes in UTF-8. */
  category?: string | null | undefined;
  /** Subcategory within the category. */
  subcategory?: string | null | undefined;
  /** How much is affected. */
  impact?: "high" | "medium" | "low" | null | undefined;
  /** How quickly it must be fixed. */
  urgency?: "high" | "medium" | "low" | null | undefined;
  /** Name of the group that works on the incident. At most 400 bytes in UTF-8. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. At most 400 bytes in UTF-8. */
  assigned_to?: string | null | undefined;
  /** E-mail address of the person who has the trouble, who sees the incident as their own. By default the caller, if a person. Requesters may name only themselves. At most 400 bytes in UTF-8. */
  requester?: string | null | undefined;
  /** Affected configuration item. */
  ci_id?: string | null | undefined;
  /** Problem that causes the incident. */
  parent_problem_id?: string | null | undefined;
  /** Change that caused or fixes the incident. */
  change_id?: string | null | undefined;
  /** Your own id for the incident, unique among the incidents you opened. */
  external_id?: string | null | undefined;
  /** Why the incident is on hold; cleared when it leaves the state `on_hold`. */
  on_hold_reason?: "awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor" | null | undefined;
  /** How it was fixed; send it with state resolved. */
  resolution?: string | null | undefined;
  /** A time in the future at which the incident returns to `in_progress` by itself; with state `on_hold`, or while the incident is on hold. Null removes it. */
  on_hold_until?: string | null | undefined;
  /** Added as a team work note together with the update, before `public_note`. */
  work_note?: string | undefined;
  /** Added as a public work note together with the update. Requesters may send it too, alone or with a transition that they may make. */
  public_note?: string | undefined;
  /** Also send the public note to the requesters of the duplicates of the incident, each about their own. */
  to_duplicates?: boolean | undefined;
  /** With the state resolved: a job also resolves the open duplicates of the incident, each through its own transitions. */
  resolve_linked?: boolean | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
  /** Assigned by the service: INC and seven characters. */
  into?: string | undefined;
  /** Added to the duplicate as a team work note. */
  note?: string | undefined;
  macro_id?: string | undefined;
}

export type IncidentBulk<V = CustomValues> =
  | { operation: 'create'; records: IncidentCreate<V>[]; dry_run?: boolean | undefined }
  | { operation: 'update'; ids: string[]; fields: IncidentUpdate<V>; dry_run?: boolean | undefined }
  | {
      operation: 'update';
      /** A row with a version fails with `version_mismatch` if the record has another one. */
      records: (IncidentUpdate<V> & { id: string; version?: number | undefined })[];
      dry_run?: boolean | undefined;
    }
  | { operation: 'resolve'; ids: string[]; fields: IncidentResolve; dry_run?: boolean | undefined }
  | {
      operation: 'resolve';
      /** A row with a version fails with `version_mismatch` if the record has another one. */
      records: (IncidentResolve & { id: string; version?: number | undefined })[];
      dry_run?: boolean | undefined;
    }
  | { operation: 'merge'; ids: string[]; fields: IncidentMerge; dry_run?: boolean | undefined }
  | {
      operation: 'merge';
      /** A row with a version fails with `version_mismatch` if the record has another one. */
      records: (IncidentMerge & { id: string; version?: number | undefined })[];
      dry_run?: boolean | undefined;
    }
  | {
      operation: 'unmerge';
      records: { id: string; version?: number | undefined }[];
      dry_run?: boolean | undefined;
    };

export interface JobAccepted {
  job_id: string;
  status: "queued";
  operation: string;
  /** Number of rows. */
  total: number;
  /** Poll this URL for the status of the job. */
  status_url: string;
}

export interface ServiceRequestSummary {
  /** Assigned by the service: REQ and seven characters. */
  id: string;
  /** One-line summary. */
  short_description: string;
  /** The item or service that is requested. */
  item: string | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority: "P1" | "P2" | "P3" | "P4";
  /** Changed by the actions approve, reject, fulfil and cancel, not by PATCH. */
  state: "submitted" | "approved" | "rejected" | "fulfilled" | "cancelled";
  /** E-mail address of the requester, who created the service request. */
  requested_by: string;
  /** E-mail address of the person it is for, who may read it too. Null means the requester. */
  requested_for: string | null;
  /** Name of the group that fulfils the service request. */
  assignment_group: string | null;
  /** E-mail address of the assignee. */
  assigned_to: string | null;
  /** When it is needed. */
  due_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface ProgressStep {
  /** More steps may be added; ignore unknown ones. */
  key: "sent" | "stage" | "work" | "done";
  name: string;
  state: "done" | "current" | "waiting" | "failed";
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ServiceRequestSummaryFields<V = CustomValues> {
  /** Assigned by the service: REQ and seven characters. */
  id: string;
  /** One-line summary. */
  short_description?: string;
  /** The item or service that is requested. */
  item?: string | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4";
  /** Changed by the actions approve, reject, fulfil and cancel, not by PATCH. */
  state?: "submitted" | "approved" | "rejected" | "fulfilled" | "cancelled";
  /** E-mail address of the requester, who created the service request. */
  requested_by?: string;
  /** E-mail address of the person it is for, who may read it too. Null means the requester. */
  requested_for?: string | null;
  /** Name of the group that fulfils the service request. */
  assignment_group?: string | null;
  /** E-mail address of the assignee. */
  assigned_to?: string | null;
  /** When it is needed. */
  due_at?: string | null;
  created_at?: string;
  updated_at?: string;
  /** The running target that is breached first; null if none runs. */
  next_target?: {
    /** `first_response`: until the first public note of an agent. `update`: since the last public note of an agent. `resolution`: until the record is resolved or fulfilled. */
    metric: "first_response" | "update" | "resolution";
    state: "running" | "paused" | "met" | "breached" | "cancelled";
    target_seconds: number;
    remaining_seconds: number;
    warning_at: string;
    breach_at: string;
    as_of: string;
  } | null;
  /** The item of the catalog; null for a request without one. */
  item_id?: string | null;
  /** The steps from sending to fulfilment, to show how the request stands. */
  progress?: ProgressStep[];
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface ServiceRequestList<V = CustomValues> {
  data: (ServiceRequestSummary | ServiceRequestSummaryFields<V>)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ServiceRequestCreate<V = CustomValues> {
  /** One-line summary. */
  short_description?: string | undefined;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** The item or service that is requested. */
  item?: string | null | undefined;
  /** E-mail address of the person it is for, who may read it too. Null means the requester. */
  requested_for?: string | null | undefined;
  /** Name of the group that fulfils the service request. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** When it is needed. */
  due_at?: string | null | undefined;
  /** Assigned by the service: CAT and seven characters. */
  item_id?: string | undefined;
  /** The answers by the keys of their questions. */
  answers?: Record<string, unknown> | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface AnsweredQuestion {
  key: string;
  label: string;
  /** More types may be added; ignore unknown ones. */
  type: "text" | "long_text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "choice" | "choices" | "person" | "ci" | "url";
  choices: {
    value: string;
    label: string;
  }[];
}

export interface StageDecision {
  /** E-mail address of the person who decided. */
  by: string;
  /** Managers decide instead of the approvers. */
  as: "approver" | "delegate" | "manager";
  /** The absent approvers for whom the decision counts. */
  for: string[];
  decision: "approved" | "rejected";
  comment: string | null;
  at: string;
}

export interface RequestStage {
  name: string;
  /** How many of the approvers have to approve. */
  need: "any" | "all" | number;
  state: "waiting" | "open" | "approved" | "rejected";
  /** The people whom the stage named when it opened. */
  approvers: string[];
  /** The approvers for whom no decision counts yet. */
  waiting_for: string[];
  decisions: StageDecision[];
  /** Nobody whom the stage names can decide, so managers have to. */
  nobody_left: boolean;
  /** When the stage opened. */
  started_at: string | null;
  /** When the stage was decided. */
  decided_at: string | null;
}

export interface ServiceRequest<V = CustomValues> {
  /** Assigned by the service: REQ and seven characters. */
  id: string;
  /** One-line summary. */
  short_description: string;
  /** The item or service that is requested. */
  item: string | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority: "P1" | "P2" | "P3" | "P4";
  /** Changed by the actions approve, reject, fulfil and cancel, not by PATCH. */
  state: "submitted" | "approved" | "rejected" | "fulfilled" | "cancelled";
  /** E-mail address of the requester, who created the service request. */
  requested_by: string;
  /** E-mail address of the person it is for, who may read it too. Null means the requester. */
  requested_for: string | null;
  /** Name of the group that fulfils the service request. */
  assignment_group: string | null;
  /** E-mail address of the assignee. */
  assigned_to: string | null;
  /** When it is needed. */
  due_at: string | null;
  created_at: string;
  updated_at: string;
  /** Full description in Markdown. */
  description: string | null;
  /** E-mail address of the approver. */
  decided_by: string | null;
  /** When it was approved or rejected. */
  decided_at: string | null;
  /** Comment of the approver. */
  decision_comment: string | null;
  /** When it was fulfilled. */
  fulfilled_at: string | null;
  /** The item of the catalog; null for a request without one. */
  item_id: string | null;
  /** The version of the item that was answered. */
  item_version: number | null;
  /** The answers by the keys of their questions. */
  answers: Record<string, unknown> | null;
  /** The questions that were asked, in their order, as they were then. */
  questions: AnsweredQuestion[];
  /** The approvals, in their order. */
  stages: RequestStage[];
  /** The number of its tasks. */
  tasks: {
    total: number;
    /** Done or skipped. */
    done: number;
  };
  /** The steps from sending to fulfilment, to show how the request stands. */
  progress: ProgressStep[];
  /** False if the record was made by a mail whose sender is not verified; absent otherwise. */
  sender_verified?: boolean;
  /** Work notes that you may read. */
  work_notes_count: number;
  /** States that you can set now, each by its action. */
  allowed_transitions: ("submitted" | "approved" | "rejected" | "fulfilled" | "cancelled")[];
  /** The targets of the SLA policy that applies; empty without one. */
  sla_targets: SlaTarget[];
  /** Incremented by every update; the value of the ETag. */
  version: number;
  /** Present only on a deleted record, read with `include_deleted`. */
  deleted?: true;
  deleted_at?: string;
  deleted_by?: string;
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface ServiceRequestUpdate<V = CustomValues> {
  /** One-line summary. */
  short_description?: string | undefined;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** The item or service that is requested. */
  item?: string | null | undefined;
  /** E-mail address of the person it is for, who may read it too. Null means the requester. */
  requested_for?: string | null | undefined;
  /** Name of the group that fulfils the service request. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** When it is needed. */
  due_at?: string | null | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface ServiceRequestDecision {
  /** Shown as `decision_comment`. */
  comment?: string | undefined;
}

export interface ServiceRequestSla {
  /** The targets of the record, each with its segments. */
  targets: SlaTargetHistory[];
}

export interface ServiceRequestNote {
  id: string;
  /** Assigned by the service: REQ and seven characters. */
  service_request_id: string;
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility: "team" | "private" | "public";
  /** E-mail address of the author. */
  author: string;
  created_at: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments: Attachment[];
  /** To whom the note was mailed; absent if to nobody, and for requesters. */
  mail?: {
    /** The first of these states that a recipient has. waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. More states may be added; ignore unknown ones. */
    state: "waiting" | "failed" | "skipped" | "sent";
    /** The requester and the people in copy, without the author. */
    recipients: ({
      email: string;
      /** waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. */
      state: "waiting" | "failed" | "skipped" | "sent";
    })[];
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ServiceRequestNoteFields {
  id: string;
  /** Assigned by the service: REQ and seven characters. */
  service_request_id?: string;
  body?: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility?: "team" | "private" | "public";
  /** E-mail address of the author. */
  author?: string;
  created_at?: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments?: Attachment[];
  /** To whom the note was mailed; absent if to nobody, and for requesters. */
  mail?: {
    /** The first of these states that a recipient has. waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. More states may be added; ignore unknown ones. */
    state: "waiting" | "failed" | "skipped" | "sent";
    /** The requester and the people in copy, without the author. */
    recipients: ({
      email: string;
      /** waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. */
      state: "waiting" | "failed" | "skipped" | "sent";
    })[];
  };
}

export interface ServiceRequestNoteList {
  data: (ServiceRequestNote | ServiceRequestNoteFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ServiceRequestNoteCreate {
  /** The text, in Markdown. `@` with an e-mail address or with a full name mentions a user. */
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility?: "team" | "private" | "public" | undefined;
  attachments?: AttachmentCreate[] | undefined;
}

export interface ServiceRequestNoteAdded {
  id: string;
  /** Assigned by the service: REQ and seven characters. */
  service_request_id: string;
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility: "team" | "private" | "public";
  /** E-mail address of the author. */
  author: string;
  created_at: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments: Attachment[];
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
}

export interface ServiceRequestTimelineEntry {
  id: string;
  at: string;
  /** E-mail address of the actor. */
  actor: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ServiceRequestTimelineEntryFields {
  id: string;
  at?: string;
  /** E-mail address of the actor. */
  actor?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record?: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id?: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

export interface ServiceRequestTimeline {
  data: (ServiceRequestTimelineEntry | ServiceRequestTimelineEntryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface TaskSummary {
  /** Assigned by the service: TSK and seven characters. */
  id: string;
  /** Assigned by the service: REQ and seven characters. */
  request_id: string;
  /** The service request of the task. */
  request: {
    id: string;
    short_description: string;
    state: "submitted" | "approved" | "rejected" | "fulfilled" | "cancelled";
  };
  /** One-line description of the work. */
  name: string;
  /** Name of the group that does the task. */
  assignment_group: string | null;
  /** E-mail address of the assignee. */
  assigned_to: string | null;
  /** Ids of tasks of the same service request that must be done or skipped before this one begins. Defaults to none. */
  depends_on: string[];
  /** A new task is open. */
  state: "open" | "in_progress" | "done" | "skipped";
  /** When it must be done. */
  due_at: string | null;
  /** Whether all tasks that it depends on are done or skipped. */
  is_ready: boolean;
  /** The tasks that it depends on and that are neither done nor skipped. */
  waits_for: ({
    id: string;
    name: string;
    state: "open" | "in_progress" | "done" | "skipped";
  })[];
  /** States that you can set now. */
  allowed_transitions: ("open" | "in_progress" | "done" | "skipped")[];
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface TaskSummaryFields {
  /** Assigned by the service: TSK and seven characters. */
  id: string;
  /** Assigned by the service: REQ and seven characters. */
  request_id?: string;
  /** The service request of the task. */
  request?: {
    id: string;
    short_description: string;
    state: "submitted" | "approved" | "rejected" | "fulfilled" | "cancelled";
  };
  /** One-line description of the work. */
  name?: string;
  /** Name of the group that does the task. */
  assignment_group?: string | null;
  /** E-mail address of the assignee. */
  assigned_to?: string | null;
  /** Ids of tasks of the same service request that must be done or skipped before this one begins. Defaults to none. */
  depends_on?: string[];
  /** A new task is open. */
  state?: "open" | "in_progress" | "done" | "skipped";
  /** When it must be done. */
  due_at?: string | null;
  /** Whether all tasks that it depends on are done or skipped. */
  is_ready?: boolean;
  /** The tasks that it depends on and that are neither done nor skipped. */
  waits_for?: ({
    id: string;
    name: string;
    state: "open" | "in_progress" | "done" | "skipped";
  })[];
  /** States that you can set now. */
  allowed_transitions?: ("open" | "in_progress" | "done" | "skipped")[];
  created_at?: string;
  updated_at?: string;
}

export interface ServiceRequestTaskList {
  data: (TaskSummary | TaskSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface TaskCreate {
  /** One-line description of the work. */
  name: string;
  /** Ids of tasks of the same service request that must be done or skipped before this one begins. Defaults to none. */
  depends_on?: string[] | undefined;
  state?: "open" | undefined;
  /** Name of the group that does the task. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** When it must be done. */
  due_at?: string | null | undefined;
}

export interface Task {
  /** Assigned by the service: TSK and seven characters. */
  id: string;
  /** Assigned by the service: REQ and seven characters. */
  request_id: string;
  /** The service request of the task. */
  request: {
    id: string;
    short_description: string;
    state: "submitted" | "approved" | "rejected" | "fulfilled" | "cancelled";
  };
  /** One-line description of the work. */
  name: string;
  /** Name of the group that does the task. */
  assignment_group: string | null;
  /** E-mail address of the assignee. */
  assigned_to: string | null;
  /** Ids of tasks of the same service request that must be done or skipped before this one begins. Defaults to none. */
  depends_on: string[];
  /** A new task is open. */
  state: "open" | "in_progress" | "done" | "skipped";
  /** When it must be done. */
  due_at: string | null;
  /** Whether all tasks that it depends on are done or skipped. */
  is_ready: boolean;
  /** The tasks that it depends on and that are neither done nor skipped. */
  waits_for: ({
    id: string;
    name: string;
    state: "open" | "in_progress" | "done" | "skipped";
  })[];
  /** States that you can set now. */
  allowed_transitions: ("open" | "in_progress" | "done" | "skipped")[];
  created_at: string;
  updated_at: string;
  /** Incremented by every update; the value of the ETag. */
  version: number;
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
}

export interface TaskList {
  data: (TaskSummary | TaskSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface TaskUpdate {
  /** One-line description of the work. */
  name?: string | undefined;
  /** Ids of tasks of the same service request that must be done or skipped before this one begins. Defaults to none. */
  depends_on?: string[] | undefined;
  /** Changes along `allowed_transitions`. */
  state?: "open" | "in_progress" | "done" | "skipped" | undefined;
  /** Name of the group that does the task. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** When it must be done. */
  due_at?: string | null | undefined;
}

export interface TaskTimelineEntry {
  id: string;
  at: string;
  /** E-mail address of the actor. */
  actor: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface TaskTimelineEntryFields {
  id: string;
  at?: string;
  /** E-mail address of the actor. */
  actor?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record?: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id?: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

export interface TaskTimeline {
  data: (TaskTimelineEntry | TaskTimelineEntryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface CatalogItemSummary {
  /** Assigned by the service: CAT and seven characters. */
  id: string;
  /** One line that says what one can ask for. */
  name: string;
  /** Items are listed by category. */
  category: string;
  /** A few sentences to show in lists. */
  summary: string | null;
  /** Name of a drawing; null: none. */
  icon: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null;
  /** Changed by the actions publish and retire, not by PATCH. */
  state: "draft" | "published" | "retired";
  /** The version of the last publication; null: never published. */
  published_version: number | null;
  /** True if a revision of the published item waits to be published. */
  pending_revision: boolean;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface CatalogItemSummaryFields {
  /** Assigned by the service: CAT and seven characters. */
  id: string;
  /** One line that says what one can ask for. */
  name?: string;
  /** Items are listed by category. */
  category?: string;
  /** A few sentences to show in lists. */
  summary?: string | null;
  /** Name of a drawing; null: none. */
  icon?: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null;
  /** Changed by the actions publish and retire, not by PATCH. */
  state?: "draft" | "published" | "retired";
  /** The version of the last publication; null: never published. */
  published_version?: number | null;
  /** True if a revision of the published item waits to be published. */
  pending_revision?: boolean;
  created_at?: string;
  updated_at?: string;
}

export interface CatalogItemList {
  data: (CatalogItemSummary | CatalogItemSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

/** Either a comparison by `field`, `operator` and `value`, or a nested condition. */
export interface ConditionNode {
  /** A field of the record, `custom.<key>`, `ci.<field>`, `requester.<field>`, `note.visibility` or `note.author`. */
  field?: string | undefined;
  operator?: "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "exists" | "changed" | "changed_from" | "changed_to" | "in_hours" | "out_of_hours" | undefined;
  /** Value to compare with: a list for `in` and `not_in`, true (the default) or false for `exists` and `changed`. Null is no value. */
  value?: unknown;
  all?: Record<string, never>[] | undefined;
  any?: Record<string, never>[] | undefined;
  none?: Record<string, never>[] | undefined;
}

export interface CatalogQuestionSent {
  /** Name of the answer. Unique within the form. */
  key: string;
  /** The question as people read it. Required to publish. */
  label: string;
  /** Type of the answer. */
  type: "text" | "long_text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "choice" | "choices" | "person" | "ci" | "url";
  /** Help below the question. */
  help?: string | null | undefined;
  /** The answers of a `choice` or `choices`, in their order; empty for other types. */
  choices?: {
    /** The stored answer. Unique. */
    value: string;
    /** The name of the choice that people read. */
    label: string;
  }[] | undefined;
  /** Whether the question needs an answer while it is shown. */
  required?: boolean | undefined;
  /** The answer if none is sent, of the type of the question; null: none. */
  default?: unknown;
  /** The question is shown only if this holds; null: always. A `field` is the key of an earlier question. An answer to a hidden question is dropped. */
  show_if?: {
    all?: ConditionNode[] | undefined;
    any?: ConditionNode[] | undefined;
    none?: ConditionNode[] | undefined;
  } | null | undefined;
}

export interface CatalogStageSent {
  /** Required to publish. */
  name: string;
  /** `people`: those in `people`. `group`: the members of `group` when the stage begins. `manager_of_requester`: the manager of the person whom the request is for. `field`: the person whom the answer to `field` names, who must be a member of `group`. */
  approvers: "people" | "group" | "manager_of_requester" | "field";
  /** E-mail addresses, for `people`. */
  people?: string[] | undefined;
  /** Name of a group, for `group` and `field`. */
  group?: string | undefined;
  /** Key of a question of type person, for `field`. */
  field?: string | undefined;
  /** How many approve: `any` one of them, `all` of them, or so many, but never more than there are. One rejection rejects the request. */
  need?: string | number | undefined;
}

export interface CatalogTaskSent {
  /** Names the task in `depends_on`. Unique within the item. */
  key: string;
  /** Says what to do. Required to publish. */
  name: string;
  /** Name of the group that does it. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** Keys of the tasks that must be done or skipped before, without a cycle. */
  depends_on?: string[] | undefined;
  /** Hours from the approval until it is due. */
  due_in_hours?: number | null | undefined;
}

export interface CatalogItemCreate {
  /** One line that says what one can ask for. */
  name: string;
  /** Items are listed by category. */
  category: string;
  /** The questions in their order. An update replaces all of them. */
  form?: CatalogQuestionSent[] | undefined;
  /** The stages in their order; without one, a request is approved at once. Members that `approvers` does not use are dropped. An update replaces all stages. */
  approvals?: CatalogStageSent[] | undefined;
  /** Created when a request is approved. An update replaces all templates. */
  tasks?: CatalogTaskSent[] | undefined;
  /** A few sentences to show in lists. */
  summary?: string | null | undefined;
  /** Markdown, shown above the form. */
  description?: string | null | undefined;
  /** Name of a drawing; null: none. */
  icon?: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null | undefined;
  /** A condition on the user record of the person it is for, whose fields are named `requester.<field>`, such as `requester.department`: only these people may order the item. Null: everyone. */
  audience?: {
    all?: ConditionNode[] | undefined;
    any?: ConditionNode[] | undefined;
    none?: ConditionNode[] | undefined;
  } | null | undefined;
  /** Name of the group that fulfils the requests. */
  assignment_group?: string | null | undefined;
}

export interface CatalogQuestion {
  /** Name of the answer. Unique within the form. */
  key: string;
  /** The question as people read it. Required to publish. */
  label: string;
  /** Type of the answer. */
  type: "text" | "long_text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "choice" | "choices" | "person" | "ci" | "url";
  /** Help below the question. */
  help: string | null;
  /** The answers of a `choice` or `choices`, in their order; empty for other types. */
  choices: {
    /** The stored answer. Unique. */
    value: string;
    /** The name of the choice that people read. */
    label: string;
  }[];
  /** Whether the question needs an answer while it is shown. */
  required: boolean;
  /** The answer if none is sent, of the type of the question; null: none. */
  default: unknown;
  /** The question is shown only if this holds; null: always. A `field` is the key of an earlier question. An answer to a hidden question is dropped. */
  show_if: {
    all?: ConditionNode[];
    any?: ConditionNode[];
    none?: ConditionNode[];
  } | null;
}

export interface CatalogStage {
  /** Required to publish. */
  name: string;
  /** `people`: those in `people`. `group`: the members of `group` when the stage begins. `manager_of_requester`: the manager of the person whom the request is for. `field`: the person whom the answer to `field` names, who must be a member of `group`. */
  approvers: "people" | "group" | "manager_of_requester" | "field";
  /** E-mail addresses, for `people`. */
  people?: string[];
  /** Name of a group, for `group` and `field`. */
  group?: string;
  /** Key of a question of type person, for `field`. */
  field?: string;
  /** How many approve: `any` one of them, `all` of them, or so many, but never more than there are. One rejection rejects the request. */
  need: string | number;
}

export interface CatalogTask {
  /** Names the task in `depends_on`. Unique within the item. */
  key: string;
  /** Says what to do. Required to publish. */
  name: string;
  /** Name of the group that does it. */
  assignment_group: string | null;
  /** E-mail address of the assignee. */
  assigned_to: string | null;
  /** Keys of the tasks that must be done or skipped before, without a cycle. */
  depends_on: string[];
  /** Hours from the approval until it is due. */
  due_in_hours: number | null;
}

export interface CatalogItem {
  /** Assigned by the service: CAT and seven characters. */
  id: string;
  /** One line that says what one can ask for. */
  name: string;
  /** Items are listed by category. */
  category: string;
  /** A few sentences to show in lists. */
  summary: string | null;
  /** Name of a drawing; null: none. */
  icon: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null;
  /** Changed by the actions publish and retire, not by PATCH. */
  state: "draft" | "published" | "retired";
  /** The version of the last publication; null: never published. */
  published_version: number | null;
  /** True if a revision of the published item waits to be published. */
  pending_revision: boolean;
  created_at: string;
  updated_at: string;
  /** The questions in their order. An update replaces all of them. */
  form: CatalogQuestion[];
  /** The stages in their order; without one, a request is approved at once. Members that `approvers` does not use are dropped. An update replaces all stages. */
  approvals: CatalogStage[];
  /** Created when a request is approved. An update replaces all templates. */
  tasks: CatalogTask[];
  /** Markdown, shown above the form. */
  description: string | null;
  /** A condition on the user record of the person it is for, whose fields are named `requester.<field>`, such as `requester.department`: only these people may order the item. Null: everyone. */
  audience: {
    all?: ConditionNode[];
    any?: ConditionNode[];
    none?: ConditionNode[];
  } | null;
  /** Name of the group that fulfils the requests. */
  assignment_group: string | null;
  /** The fields of a revision that nobody has published yet, with their new values; null if there is none. Not shown to requesters. */
  pending?: {
    /** One line that says what one can ask for. */
    name?: string;
    /** Items are listed by category. */
    category?: string;
    /** A few sentences to show in lists. */
    summary?: string | null;
    /** Markdown, shown above the form. */
    description?: string | null;
    /** Name of a drawing; null: none. */
    icon?: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null;
    /** A condition on the user record of the person it is for, whose fields are named `requester.<field>`, such as `requester.department`: only these people may order the item. Null: everyone. */
    audience?: {
      all?: ConditionNode[];
      any?: ConditionNode[];
      none?: ConditionNode[];
    } | null;
    /** Name of the group that fulfils the requests. */
    assignment_group?: string | null;
    /** The questions in their order. An update replaces all of them. */
    form?: CatalogQuestion[];
    /** The stages in their order; without one, a request is approved at once. Members that `approvers` does not use are dropped. An update replaces all stages. */
    approvals?: CatalogStage[];
    /** Created when a request is approved. An update replaces all templates. */
    tasks?: CatalogTask[];
    /** E-mail address of the last editor. */
    by: string;
    at: string;
  } | null;
  /** States to which you can move the item now, each by its action. */
  allowed_transitions: ("draft" | "published" | "retired")[];
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

/** An item that need not be saved or complete. */
export interface PreviewedCatalogItem {
  /** One line that says what one can ask for. */
  name?: string | undefined;
  /** Items are listed by category. */
  category?: string | undefined;
  /** A few sentences to show in lists. */
  summary?: string | null | undefined;
  /** Markdown, shown above the form. */
  description?: string | null | undefined;
  /** Name of a drawing; null: none. */
  icon?: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null | undefined;
  /** A condition on the user record of the person it is for, whose fields are named `requester.<field>`, such as `requester.department`: only these people may order the item. Null: everyone. */
  audience?: {
    all?: ConditionNode[] | undefined;
    any?: ConditionNode[] | undefined;
    none?: ConditionNode[] | undefined;
  } | null | undefined;
  /** Name of the group that fulfils the requests. */
  assignment_group?: string | null | undefined;
  /** The questions in their order. An update replaces all of them. */
  form?: CatalogQuestionSent[] | undefined;
  /** The stages in their order; without one, a request is approved at once. Members that `approvers` does not use are dropped. An update replaces all stages. */
  approvals?: CatalogStageSent[] | undefined;
  /** Created when a request is approved. An update replaces all templates. */
  tasks?: CatalogTaskSent[] | undefined;
}

export interface CatalogPreview {
  item: PreviewedCatalogItem;
  /** Answers by the keys of their questions. */
  answers?: Record<string, unknown> | undefined;
  /** E-mail address of the person who would order it; by default yours. */
  requested_for?: string | null | undefined;
}

export interface CatalogFault {
  /** JSON Pointer to the part. */
  pointer: string;
  /** As in the errors of a request. */
  code: string;
  message: string;
  allowed?: string[];
  nearest?: string;
}

export interface CatalogPreviewStage {
  name: string;
  /** The people who could decide the stage now. */
  approvers: string[];
}

export interface CatalogPreviewResult {
  /** Why the item could not be published, as publishing it would say. */
  faults: CatalogFault[];
  /** Keys of the questions that are shown. */
  visible: string[];
  /** The answers that a request would store. */
  answers: Record<string, unknown>;
  /** Why the answers would be refused; the pointers begin with `/answers`. */
  answer_faults: CatalogFault[];
  stages: CatalogPreviewStage[];
  /** Whether the person could order the item. */
  in_audience: boolean;
}

export interface CatalogItemUpdate {
  /** One line that says what one can ask for. */
  name?: string | undefined;
  /** Items are listed by category. */
  category?: string | undefined;
  /** The questions in their order. An update replaces all of them. */
  form?: CatalogQuestionSent[] | undefined;
  /** The stages in their order; without one, a request is approved at once. Members that `approvers` does not use are dropped. An update replaces all stages. */
  approvals?: CatalogStageSent[] | undefined;
  /** Created when a request is approved. An update replaces all templates. */
  tasks?: CatalogTaskSent[] | undefined;
  /** A few sentences to show in lists. */
  summary?: string | null | undefined;
  /** Markdown, shown above the form. */
  description?: string | null | undefined;
  /** Name of a drawing; null: none. */
  icon?: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null | undefined;
  /** A condition on the user record of the person it is for, whose fields are named `requester.<field>`, such as `requester.department`: only these people may order the item. Null: everyone. */
  audience?: {
    all?: ConditionNode[] | undefined;
    any?: ConditionNode[] | undefined;
    none?: ConditionNode[] | undefined;
  } | null | undefined;
  /** Name of the group that fulfils the requests. */
  assignment_group?: string | null | undefined;
}

export interface CatalogVersionSummary {
  /** The version of the item after the publication. */
  version: number;
  /** E-mail address of the person who published it. */
  published_by: string;
  created_at: string;
  /** One line that says what one can ask for. */
  name: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface CatalogVersionSummaryFields {
  /** The version of the item after the publication. */
  version: number;
  /** E-mail address of the person who published it. */
  published_by?: string;
  created_at?: string;
  /** One line that says what one can ask for. */
  name?: string;
}

export interface CatalogVersionList {
  data: (CatalogVersionSummary | CatalogVersionSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface CatalogVersion {
  /** Assigned by the service: CAT and seven characters. */
  item_id: string;
  /** The version of the item after the publication. */
  version: number;
  /** E-mail address of the person who published it. */
  published_by: string;
  created_at: string;
  /** One line that says what one can ask for. */
  name: string;
  /** Items are listed by category. */
  category: string;
  /** A few sentences to show in lists. */
  summary: string | null;
  /** Markdown, shown above the form. */
  description: string | null;
  /** Name of a drawing; null: none. */
  icon: "laptop" | "phone" | "key" | "user_plus" | "software" | "printer" | "desk" | "network" | "database" | "help" | null;
  /** A condition on the user record of the person it is for, whose fields are named `requester.<field>`, such as `requester.department`: only these people may order the item. Null: everyone. */
  audience: {
    all?: ConditionNode[];
    any?: ConditionNode[];
    none?: ConditionNode[];
  } | null;
  /** Name of the group that fulfils the requests. */
  assignment_group: string | null;
  /** The questions in their order. An update replaces all of them. */
  form: CatalogQuestion[];
  /** The stages in their order; without one, a request is approved at once. Members that `approvers` does not use are dropped. An update replaces all stages. */
  approvals: CatalogStage[];
  /** Created when a request is approved. An update replaces all templates. */
  tasks: CatalogTask[];
}

export interface CiSummary {
  /** Assigned by the service: CI and digits. */
  id: string;
  /** Name, unique within the class. */
  name: string;
  /** Class, such as server, database or service. */
  class: string;
  /** Defaults to operational. */
  status: "operational" | "degraded" | "maintenance" | "non_operational" | "retired";
  /** Environment, such as production or test. */
  environment: string | null;
  /** Importance to the business. */
  criticality: "critical" | "high" | "medium" | "low" | null;
  /** E-mail address of the owner. */
  owner: string | null;
  /** Name of the group that supports the CI. */
  support_group: string | null;
  /** IPv4 or IPv6 address. */
  ip_address: string | null;
  /** Fully qualified domain name, unique regardless of case. */
  fqdn: string | null;
  /** Serial number, unique. */
  serial_number: string | null;
  /** Location. */
  location: string | null;
  /** When `discover` last reported the CI. Does not change the version. */
  last_discovered_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface CiSummaryFields<V = CustomValues> {
  /** Assigned by the service: CI and digits. */
  id: string;
  /** Name, unique within the class. */
  name?: string;
  /** Class, such as server, database or service. */
  class?: string;
  /** Defaults to operational. */
  status?: "operational" | "degraded" | "maintenance" | "non_operational" | "retired";
  /** Environment, such as production or test. */
  environment?: string | null;
  /** Importance to the business. */
  criticality?: "critical" | "high" | "medium" | "low" | null;
  /** E-mail address of the owner. */
  owner?: string | null;
  /** Name of the group that supports the CI. */
  support_group?: string | null;
  /** IPv4 or IPv6 address. */
  ip_address?: string | null;
  /** Fully qualified domain name, unique regardless of case. */
  fqdn?: string | null;
  /** Serial number, unique. */
  serial_number?: string | null;
  /** Location. */
  location?: string | null;
  /** When `discover` last reported the CI. Does not change the version. */
  last_discovered_at?: string | null;
  created_at?: string;
  updated_at?: string;
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface CiList<V = CustomValues> {
  data: (CiSummary | CiSummaryFields<V>)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

/** A relation of this CI to another one. */
export interface CiRelation {
  type: "depends_on" | "runs_on" | "part_of" | "connects_to";
  /** Assigned by the service: CI and digits. */
  ci_id: string;
}

export interface CiCreate<V = CustomValues> {
  /** Name, unique within the class. */
  name: string;
  /** Class, such as server, database or service. */
  class: string;
  /** Defaults to operational. */
  status?: "operational" | "degraded" | "maintenance" | "non_operational" | "retired" | undefined;
  /** Further properties as JSON, at most 16 kB and 8 levels. An update is merged (RFC 7396): attributes that are not sent keep their values; null removes an attribute. */
  attributes?: Record<string, unknown> | undefined;
  /** Relations of this CI to others; an update replaces all of them. */
  relations?: CiRelation[] | undefined;
  /** Environment, such as production or test. */
  environment?: string | null | undefined;
  /** Importance to the business. */
  criticality?: "critical" | "high" | "medium" | "low" | null | undefined;
  /** E-mail address of the owner. */
  owner?: string | null | undefined;
  /** Name of the group that supports the CI. */
  support_group?: string | null | undefined;
  /** IPv4 or IPv6 address. */
  ip_address?: string | null | undefined;
  /** Fully qualified domain name, unique regardless of case. */
  fqdn?: string | null | undefined;
  /** Serial number, unique. */
  serial_number?: string | null | undefined;
  /** Location. */
  location?: string | null | undefined;
  /** Source that discovered the CI last. */
  discovery_source?: string | null | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface CiRelated {
  type: "depends_on" | "runs_on" | "part_of" | "connects_to";
  /** out: a relation of this CI to the other. in: a relation of the other CI to this one. */
  direction: "out" | "in";
  ci: {
    /** Assigned by the service: CI and digits. */
    id: string;
    name: string;
  };
}

export interface Ci<V = CustomValues> {
  /** Assigned by the service: CI and digits. */
  id: string;
  /** Name, unique within the class. */
  name: string;
  /** Class, such as server, database or service. */
  class: string;
  /** Defaults to operational. */
  status: "operational" | "degraded" | "maintenance" | "non_operational" | "retired";
  /** Environment, such as production or test. */
  environment: string | null;
  /** Importance to the business. */
  criticality: "critical" | "high" | "medium" | "low" | null;
  /** E-mail address of the owner. */
  owner: string | null;
  /** Name of the group that supports the CI. */
  support_group: string | null;
  /** IPv4 or IPv6 address. */
  ip_address: string | null;
  /** Fully qualified domain name, unique regardless of case. */
  fqdn: string | null;
  /** Serial number, unique. */
  serial_number: string | null;
  /** Location. */
  location: string | null;
  /** When `discover` last reported the CI. Does not change the version. */
  last_discovered_at: string | null;
  created_at: string;
  updated_at: string;
  /** Further properties as JSON, at most 16 kB and 8 levels. An update is merged (RFC 7396): attributes that are not sent keep their values; null removes an attribute. */
  attributes: Record<string, unknown>;
  /** Relations of this CI to others; an update replaces all of them. */
  relations: CiRelation[];
  /** Source that discovered the CI last. */
  discovery_source: string | null;
  /** When `discover` first reported the CI. */
  first_discovered_at: string | null;
  /** Related CIs in both directions, at most 200 in each. */
  related: CiRelated[];
  /** Incremented by every update; the value of the ETag. */
  version: number;
  /** Present only on a deleted record, read with `include_deleted`. */
  deleted?: true;
  deleted_at?: string;
  deleted_by?: string;
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface CiUpdate<V = CustomValues> {
  /** Name, unique within the class. */
  name?: string | undefined;
  /** Class, such as server, database or service. */
  class?: string | undefined;
  /** Defaults to operational. */
  status?: "operational" | "degraded" | "maintenance" | "non_operational" | "retired" | undefined;
  /** Further properties as JSON, at most 16 kB and 8 levels. An update is merged (RFC 7396): attributes that are not sent keep their values; null removes an attribute. */
  attributes?: Record<string, unknown> | undefined;
  /** Relations of this CI to others; an update replaces all of them. */
  relations?: CiRelation[] | undefined;
  /** Environment, such as production or test. */
  environment?: string | null | undefined;
  /** Importance to the business. */
  criticality?: "critical" | "high" | "medium" | "low" | null | undefined;
  /** E-mail address of the owner. */
  owner?: string | null | undefined;
  /** Name of the group that supports the CI. */
  support_group?: string | null | undefined;
  /** IPv4 or IPv6 address. */
  ip_address?: string | null | undefined;
  /** Fully qualified domain name, unique regardless of case. */
  fqdn?: string | null | undefined;
  /** Serial number, unique. */
  serial_number?: string | null | undefined;
  /** Location. */
  location?: string | null | undefined;
  /** Source that discovered the CI last. */
  discovery_source?: string | null | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface CiTimelineEntry {
  id: string;
  at: string;
  /** E-mail address of the actor. */
  actor: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface CiTimelineEntryFields {
  id: string;
  at?: string;
  /** E-mail address of the actor. */
  actor?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record?: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id?: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
}

export interface CiTimeline {
  data: (CiTimelineEntry | CiTimelineEntryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export type CiBulk<V = CustomValues> =
  | { operation: 'create' | 'upsert' | 'discover'; records: CiCreate<V>[]; dry_run?: boolean | undefined }
  | { operation: 'update'; ids: string[]; fields: CiUpdate<V>; dry_run?: boolean | undefined }
  | {
      operation: 'update';
      /** A row with a version fails with `version_mismatch` if the record has another one. */
      records: (CiUpdate<V> & { id: string; version?: number | undefined })[];
      dry_run?: boolean | undefined;
    };

export interface Impact {
  ci: {
    /** Assigned by the service: CI and digits. */
    id: string;
    /** Name, unique within the class. */
    name: string;
    /** Class, such as server, database or service. */
    class: string;
    /** Defaults to operational. */
    status: "operational" | "degraded" | "maintenance" | "non_operational" | "retired";
    /** Importance to the business. */
    criticality: "critical" | "high" | "medium" | "low" | null;
    /** E-mail address of the owner. */
    owner: string | null;
  };
  /** CIs that a failure of this CI affects, nearest first, at most 1000: CIs that depend on it or run on it, and CIs that it is part of, directly or through others. */
  dependants: ({
    /** Assigned by the service: CI and digits. */
    id: string;
    /** Name, unique within the class. */
    name: string;
    /** Class, such as server, database or service. */
    class: string;
    /** Defaults to operational. */
    status: "operational" | "degraded" | "maintenance" | "non_operational" | "retired";
    /** Importance to the business. */
    criticality: "critical" | "high" | "medium" | "low" | null;
    /** E-mail address of the owner. */
    owner: string | null;
    /** Number of relations on the shortest path to the CI. */
    distance: number;
    /** Id of the CI through which it is affected, one step nearer; at distance 1, the failed CI itself. If there are several, the first by id. */
    through: string;
  })[];
  /** Incidents of the CI and of its dependants that are not resolved, closed or cancelled: the newest 100, newest first. */
  open_incidents: ({
    /** Assigned by the service: INC and seven characters. */
    id: string;
    /** One-line summary. */
    short_description: string;
    /** P1 is the most urgent. Defaults to P3. */
    priority: "P1" | "P2" | "P3" | "P4";
    state: "new" | "in_progress" | "on_hold" | "resolved" | "closed" | "cancelled" | "reopened";
    /** Assigned by the service: CI and digits. */
    ci_id: string;
    /** Name of the group that works on the incident. At most 400 bytes in UTF-8. */
    assignment_group: string | null;
    /** E-mail address of the assignee. At most 400 bytes in UTF-8. */
    assigned_to: string | null;
    created_at: string;
  })[];
  /** Changes of the CI and of its dependants in the last 24 hours: the newest 100, newest first. */
  recent_changes: ({
    id: string;
    short_description: string;
    type: string;
    state: string;
    risk: string;
    ci_ids: string[];
    planned_start_at: string | null;
    planned_end_at: string | null;
    updated_at: string;
  })[];
  /** Whether there are more dependants than are shown. */
  truncated: boolean;
}

export interface ChangeSummary {
  /** Assigned by the service: CHG and seven characters. */
  id: string;
  /** One-line summary. */
  short_description: string;
  /** Full description in Markdown. */
  description: string | null;
  /** A standard change follows a template and is approved at once. Defaults to standard if `template` is sent, else to normal. */
  type: "normal" | "standard" | "emergency";
  state: "draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled";
  /** Determines how many approvals are needed. Defaults to medium. */
  risk: "low" | "medium" | "high";
  /** How much is affected. */
  impact: "low" | "medium" | "high" | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority: "P1" | "P2" | "P3" | "P4";
  /** Name of the group that implements the change. */
  assignment_group: string | null;
  /** E-mail address of the assignee. */
  assigned_to: string | null;
  /** E-mail address of the user who created the change. */
  requested_by: string;
  /** Configuration items that are changed. */
  ci_ids: string[];
  /** Incidents that the change caused or fixes. */
  incident_ids: string[];
  /** Start of the planned window. Null if not planned. */
  planned_start_at: string | null;
  /** End of the planned window, after its start. Null if not planned. */
  planned_end_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ChangeSummaryFields<V = CustomValues> {
  /** Assigned by the service: CHG and seven characters. */
  id: string;
  /** One-line summary. */
  short_description?: string;
  /** Full description in Markdown. */
  description?: string | null;
  /** A standard change follows a template and is approved at once. Defaults to standard if `template` is sent, else to normal. */
  type?: "normal" | "standard" | "emergency";
  state?: "draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled";
  /** Determines how many approvals are needed. Defaults to medium. */
  risk?: "low" | "medium" | "high";
  /** How much is affected. */
  impact?: "low" | "medium" | "high" | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4";
  /** Name of the group that implements the change. */
  assignment_group?: string | null;
  /** E-mail address of the assignee. */
  assigned_to?: string | null;
  /** E-mail address of the user who created the change. */
  requested_by?: string;
  /** Configuration items that are changed. */
  ci_ids?: string[];
  /** Incidents that the change caused or fixes. */
  incident_ids?: string[];
  /** Start of the planned window. Null if not planned. */
  planned_start_at?: string | null;
  /** End of the planned window, after its start. Null if not planned. */
  planned_end_at?: string | null;
  created_at?: string;
  updated_at?: string;
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface ChangeList<V = CustomValues> {
  data: (ChangeSummary | ChangeSummaryFields<V>)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ChangeCreate<V = CustomValues> {
  /** One-line summary. */
  short_description: string;
  /** A standard change follows a template and is approved at once. Defaults to standard if `template` is sent, else to normal. */
  type?: "normal" | "standard" | "emergency" | undefined;
  /** Defaults to submitted. A standard change that is not a draft is approved. */
  state?: "draft" | "submitted" | undefined;
  /** Determines how many approvals are needed. Defaults to medium. */
  risk?: "low" | "medium" | "high" | undefined;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** Configuration items that are changed. */
  ci_ids?: string[] | undefined;
  /** Incidents that the change caused or fixes. */
  incident_ids?: string[] | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** How much is affected. */
  impact?: "low" | "medium" | "high" | null | undefined;
  /** Name of the group that implements the change. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** The steps, in Markdown. */
  implementation_plan?: string | null | undefined;
  /** How to undo the change, in Markdown. */
  backout_plan?: string | null | undefined;
  /** How to verify the change, in Markdown. */
  test_plan?: string | null | undefined;
  /** Start of the planned window. Null if not planned. */
  planned_start_at?: string | null | undefined;
  /** End of the planned window, after its start. Null if not planned. */
  planned_end_at?: string | null | undefined;
  /** Name of the template of a standard change. Required for a standard change. */
  template?: string | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface ChangeApproval {
  /** E-mail address of the approver. */
  approver: string;
  decision: "approved" | "rejected";
  comment: string | null;
  at: string;
}

export interface ChangeConflict {
  kind: "overlap" | "freeze";
  /** The other change, if the kind is overlap. */
  change_id?: string;
  /** The shared CI, or the CI whose class is frozen. */
  ci_id?: string;
  /** Name of the freeze, if the kind is freeze. */
  freeze?: string;
  /** Start of the other window or of the freeze. */
  planned_start_at: string;
  planned_end_at: string;
}

export interface Change<V = CustomValues> {
  /** Assigned by the service: CHG and seven characters. */
  id: string;
  /** One-line summary. */
  short_description: string;
  /** Full description in Markdown. */
  description: string | null;
  /** A standard change follows a template and is approved at once. Defaults to standard if `template` is sent, else to normal. */
  type: "normal" | "standard" | "emergency";
  state: "draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled";
  /** Determines how many approvals are needed. Defaults to medium. */
  risk: "low" | "medium" | "high";
  /** How much is affected. */
  impact: "low" | "medium" | "high" | null;
  /** P1 is the most urgent. Defaults to P3. */
  priority: "P1" | "P2" | "P3" | "P4";
  /** Name of the group that implements the change. */
  assignment_group: string | null;
  /** E-mail address of the assignee. */
  assigned_to: string | null;
  /** E-mail address of the user who created the change. */
  requested_by: string;
  /** Configuration items that are changed. */
  ci_ids: string[];
  /** Incidents that the change caused or fixes. */
  incident_ids: string[];
  /** Start of the planned window. Null if not planned. */
  planned_start_at: string | null;
  /** End of the planned window, after its start. Null if not planned. */
  planned_end_at: string | null;
  created_at: string;
  updated_at: string;
  /** The steps, in Markdown. */
  implementation_plan: string | null;
  /** How to undo the change, in Markdown. */
  backout_plan: string | null;
  /** How to verify the change, in Markdown. */
  test_plan: string | null;
  /** Name of the template of a standard change. */
  template: string | null;
  /** The decision of each approver since the change was last submitted, oldest first. */
  approvals: ChangeApproval[];
  /** Unfinished changes whose windows overlap on a shared CI, at most 50 of them, and freezes. Computed when the change is read; not part of its version, and ignored when sent back. */
  conflicts: ChangeConflict[];
  /** Work notes that you may read. */
  work_notes_count: number;
  /** States that you can set now by PATCH. */
  allowed_transitions: ("draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled")[];
  /** Incremented by every update; the value of the ETag. */
  version: number;
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
  /** Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records. */
  custom?: ShownCustom<V>;
}

export interface ChangeCalendar {
  data: ({
    /** Assigned by the service: CHG and seven characters. */
    change_id: string;
    /** One-line summary. */
    short_description: string;
    state: "draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled";
    /** Determines how many approvals are needed. Defaults to medium. */
    risk: "low" | "medium" | "high";
    /** Configuration items that are changed. */
    ci_ids: string[];
    /** Start of the planned window. Null if not planned. */
    planned_start_at: string | null;
    /** End of the planned window, after its start. Null if not planned. */
    planned_end_at: string | null;
    /** Unfinished changes whose windows overlap on a shared CI, at most 50 of them, and freezes. Computed when the change is read; not part of its version, and ignored when sent back. */
    conflicts: ChangeConflict[];
  })[];
  /** Freezes that overlap the period. */
  freezes: {
    name: string;
    from: string;
    to: string;
    /** CI classes that the freeze applies to. Applies to all changes if omitted. */
    classes?: string[];
  }[];
  /** Present and true if more than 1000 changes are planned; the later ones are omitted. */
  truncated?: true;
}

export interface ChangeUpdate<V = CustomValues> {
  /** One-line summary. */
  short_description?: string | undefined;
  /** A standard change follows a template and is approved at once. Defaults to standard if `template` is sent, else to normal. */
  type?: "normal" | "standard" | "emergency" | undefined;
  /** The new state; `allowed_transitions` lists the allowed ones. */
  state?: "draft" | "submitted" | "approved" | "rejected" | "scheduled" | "implementing" | "review" | "closed" | "cancelled" | undefined;
  /** Determines how many approvals are needed. Defaults to medium. */
  risk?: "low" | "medium" | "high" | undefined;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** Configuration items that are changed. */
  ci_ids?: string[] | undefined;
  /** Incidents that the change caused or fixes. */
  incident_ids?: string[] | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** How much is affected. */
  impact?: "low" | "medium" | "high" | null | undefined;
  /** Name of the group that implements the change. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** The steps, in Markdown. */
  implementation_plan?: string | null | undefined;
  /** How to undo the change, in Markdown. */
  backout_plan?: string | null | undefined;
  /** How to verify the change, in Markdown. */
  test_plan?: string | null | undefined;
  /** Start of the planned window. Null if not planned. */
  planned_start_at?: string | null | undefined;
  /** End of the planned window, after its start. Null if not planned. */
  planned_end_at?: string | null | undefined;
  /** Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it. */
  custom?: SentCustom<V> | undefined;
}

export interface ChangeDecision {
  /** The reason, in Markdown. */
  comment?: string | null | undefined;
}

export interface ChangeNote {
  id: string;
  /** Assigned by the service: CHG and seven characters. */
  change_id: string;
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility: "team" | "private" | "public";
  /** E-mail address of the author. */
  author: string;
  created_at: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments: Attachment[];
  /** To whom the note was mailed; absent if to nobody, and for requesters. */
  mail?: {
    /** The first of these states that a recipient has. waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. More states may be added; ignore unknown ones. */
    state: "waiting" | "failed" | "skipped" | "sent";
    /** The requester and the people in copy, without the author. */
    recipients: ({
      email: string;
      /** waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. */
      state: "waiting" | "failed" | "skipped" | "sent";
    })[];
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ChangeNoteFields {
  id: string;
  /** Assigned by the service: CHG and seven characters. */
  change_id?: string;
  body?: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility?: "team" | "private" | "public";
  /** E-mail address of the author. */
  author?: string;
  created_at?: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments?: Attachment[];
  /** To whom the note was mailed; absent if to nobody, and for requesters. */
  mail?: {
    /** The first of these states that a recipient has. waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. More states may be added; ignore unknown ones. */
    state: "waiting" | "failed" | "skipped" | "sent";
    /** The requester and the people in copy, without the author. */
    recipients: ({
      email: string;
      /** waiting: it is not sent yet. failed: the mail server of the recipient refused it, or did not accept it in time. skipped: the recipient may not be mailed, or does not want such mail. sent: the mail server has accepted it. */
      state: "waiting" | "failed" | "skipped" | "sent";
    })[];
  };
}

export interface ChangeNoteList {
  data: (ChangeNote | ChangeNoteFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ChangeNoteCreate {
  /** The text, in Markdown. `@` with an e-mail address or with a full name mentions a user. */
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility?: "team" | "private" | "public" | undefined;
  attachments?: AttachmentCreate[] | undefined;
}

export interface ChangeNoteAdded {
  id: string;
  /** Assigned by the service: CHG and seven characters. */
  change_id: string;
  body: string;
  /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
  visibility: "team" | "private" | "public";
  /** E-mail address of the author. */
  author: string;
  created_at: string;
  /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
  quoted?: {
    before: string;
    after: string;
  };
  /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
  via?: {
    /** Id of the rule. */
    rule: string;
    version: number;
  };
  attachments: Attachment[];
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
}

export interface ChangeTimelineEntry {
  id: string;
  at: string;
  /** E-mail address of the actor. */
  actor: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ChangeTimelineEntryFields {
  id: string;
  at?: string;
  /** E-mail address of the actor. */
  actor?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record?: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id?: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

export interface ChangeTimeline {
  data: (ChangeTimelineEntry | ChangeTimelineEntryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ArticleHighlight {
  field: "title" | "summary" | "body";
  /** Plain text in pieces; joined, they are the fragment. */
  parts: {
    text: string;
    /** Whether the text is a word of the query. */
    match: boolean;
  }[];
}

export interface ArticleSummary {
  /** Assigned by the service: KB and seven characters. */
  id: string;
  /** One line. */
  title: string;
  /** A few sentences to show in lists. */
  summary: string | null;
  category: string | null;
  /** An update replaces all of them. */
  tags: string[];
  /** BCP 47 tag, such as en or pt-BR. Defaults to en. */
  language: string;
  /** A new article is a draft. */
  state: "draft" | "review" | "published" | "retired";
  /** E-mail address of the user who created it. */
  author: string;
  /** True if a revision of the published text waits to be published. */
  pending_revision: boolean;
  /** People who found it helpful. Does not change the version. */
  helpful_count: number;
  /** GET requests for the published article, counted with a delay of some seconds. Does not change the version. */
  view_count: number;
  /** Answers of the AI endpoints that cited it, counted with a delay of some seconds. Does not change the version. */
  citation_count: number;
  created_at: string;
  updated_at: string;
  /** With `q`: from 0 to 1, highest for the best match. Above 0.5, the article has all words of the query, or its identifiers, such as an error code. */
  score?: number;
  /** With `q`: at most four fragments. */
  highlights?: ArticleHighlight[];
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ArticleSummaryFields {
  /** Assigned by the service: KB and seven characters. */
  id: string;
  /** One line. */
  title?: string;
  /** A few sentences to show in lists. */
  summary?: string | null;
  category?: string | null;
  /** An update replaces all of them. */
  tags?: string[];
  /** BCP 47 tag, such as en or pt-BR. Defaults to en. */
  language?: string;
  /** A new article is a draft. */
  state?: "draft" | "review" | "published" | "retired";
  /** E-mail address of the user who created it. */
  author?: string;
  /** True if a revision of the published text waits to be published. */
  pending_revision?: boolean;
  /** People who found it helpful. Does not change the version. */
  helpful_count?: number;
  /** GET requests for the published article, counted with a delay of some seconds. Does not change the version. */
  view_count?: number;
  /** Answers of the AI endpoints that cited it, counted with a delay of some seconds. Does not change the version. */
  citation_count?: number;
  created_at?: string;
  updated_at?: string;
  /** With `q`: from 0 to 1, highest for the best match. Above 0.5, the article has all words of the query, or its identifiers, such as an error code. */
  score?: number;
  /** With `q`: at most four fragments. */
  highlights?: ArticleHighlight[];
}

export interface ArticleList {
  data: (ArticleSummary | ArticleSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
  /** With `q`: the search matched words only, because embeddings are not available at the moment. */
  degraded?: true;
}

export interface ArticleCreate {
  /** One line. */
  title: string;
  /** Markdown. */
  body: string;
  /** An update replaces all of them. */
  tags?: string[] | undefined;
  /** BCP 47 tag, such as en or pt-BR. Defaults to en. */
  language?: string | undefined;
  state?: "draft" | undefined;
  /** A few sentences to show in lists. */
  summary?: string | null | undefined;
  category?: string | null | undefined;
}

export interface Article {
  /** Assigned by the service: KB and seven characters. */
  id: string;
  /** One line. */
  title: string;
  /** A few sentences to show in lists. */
  summary: string | null;
  category: string | null;
  /** An update replaces all of them. */
  tags: string[];
  /** BCP 47 tag, such as en or pt-BR. Defaults to en. */
  language: string;
  /** A new article is a draft. */
  state: "draft" | "review" | "published" | "retired";
  /** E-mail address of the user who created it. */
  author: string;
  /** True if a revision of the published text waits to be published. */
  pending_revision: boolean;
  /** People who found it helpful. Does not change the version. */
  helpful_count: number;
  /** GET requests for the published article, counted with a delay of some seconds. Does not change the version. */
  view_count: number;
  /** Answers of the AI endpoints that cited it, counted with a delay of some seconds. Does not change the version. */
  citation_count: number;
  created_at: string;
  updated_at: string;
  /** Markdown. */
  body: string;
  /** The fields of a revision that nobody has published yet, with their new values; null if there is none. Not shown to requesters. */
  pending?: {
    /** One line. */
    title?: string;
    /** A few sentences to show in lists. */
    summary?: string | null;
    /** Markdown. */
    body?: string;
    category?: string | null;
    /** An update replaces all of them. */
    tags?: string[];
    /** BCP 47 tag, such as en or pt-BR. Defaults to en. */
    language?: string;
    /** E-mail address of the last editor. */
    by: string;
    at: string;
  } | null;
  /** The comment with which a reviewer sent the draft or the pending revision back; null if it was not sent back, or was submitted again since. Not shown to requesters. */
  sent_back?: {
    /** E-mail address of the reviewer. */
    by: string;
    at: string;
    /** Tells the author what to change. */
    comment: string;
  } | null;
  /** Your vote: whether it helped you; null if you have not voted. Does not change the version. */
  helpful: boolean | null;
  /** States to which you can move the article now. */
  allowed_transitions: ("draft" | "review" | "published" | "retired")[];
  /** Incremented by every update; the value of the ETag. */
  version: number;
  /** Present only on a deleted record, read with `include_deleted`. */
  deleted?: true;
  deleted_at?: string;
  deleted_by?: string;
}

export interface ArticleUpdate {
  /** One line. */
  title?: string | undefined;
  /** Markdown. */
  body?: string | undefined;
  /** An update replaces all of them. */
  tags?: string[] | undefined;
  /** BCP 47 tag, such as en or pt-BR. Defaults to en. */
  language?: string | undefined;
  state?: "draft" | "review" | "published" | "retired" | undefined;
  /** A few sentences to show in lists. */
  summary?: string | null | undefined;
  category?: string | null | undefined;
}

export interface ArticleDeleted {
  /** Assigned by the service: KB and seven characters. */
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface ArticleSendBack {
  /** Tells the author what to change. */
  comment: string;
}

export interface ArticleVote {
  helpful: boolean;
}

export interface ArticleVoteResult {
  /** Assigned by the service: KB and seven characters. */
  article_id: string;
  /** Your vote. */
  helpful: boolean;
  /** People who found the article helpful. */
  helpful_count: number;
}

export interface ArticleVersionSummary {
  /** The version of the article that had this text first. */
  version: number;
  /** One line. */
  title: string;
  /** E-mail address of the editor. */
  edited_by: string;
  created_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ArticleVersionSummaryFields {
  /** The version of the article that had this text first. */
  version: number;
  /** One line. */
  title?: string;
  /** E-mail address of the editor. */
  edited_by?: string;
  created_at?: string;
}

export interface ArticleDiff {
  from: number;
  to: number;
  /** The other fields that differ, each with its value in both versions. */
  fields: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The removed and added lines of the body, with three equal lines around them. Empty if the bodies are equal. */
  body: ({
    kind: "equal" | "removed" | "added";
    /** Number of the first line of the block in the version `from`, counted from 1. */
    from_line: number;
    /** Number of the first line of the block in the version `to`, counted from 1. */
    to_line: number;
    /** One or more lines, without the last line break. */
    text: string;
  })[];
}

export interface ArticleVersionList {
  data: (ArticleVersionSummary | ArticleVersionSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
  diff?: ArticleDiff;
}

export interface ArticleVersion {
  /** Assigned by the service: KB and seven characters. */
  article_id: string;
  /** The version of the article that had this text first. */
  version: number;
  /** One line. */
  title: string;
  /** E-mail address of the editor. */
  edited_by: string;
  created_at: string;
  /** A few sentences to show in lists. */
  summary: string | null;
  /** Markdown. */
  body: string;
  category: string | null;
  /** An update replaces all of them. */
  tags: string[];
  /** BCP 47 tag, such as en or pt-BR. Defaults to en. */
  language: string;
}

export interface ArticleTimelineEntry {
  id: string;
  at: string;
  /** E-mail address of the actor. */
  actor: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ArticleTimelineEntryFields {
  id: string;
  at?: string;
  /** E-mail address of the actor. */
  actor?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed" | "webhook.delivery";
  record?: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id?: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
  /** The work note that was added, if you may read it. */
  note?: {
    id: string;
    /** team: agents and above. private: its author and managers. public: the opener and the requester too. */
    visibility: "team" | "private" | "public";
    /** E-mail address of the author. */
    author: string;
    body: string;
    /** Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any. */
    quoted?: {
      before: string;
      after: string;
    };
    /** The rule that wrote the note; absent for other notes. Not shown to requesters. */
    via?: {
      /** Id of the rule. */
      rule: string;
      version: number;
    };
    attachments: Attachment[];
  };
  /** A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`. */
  delivery?: {
    id: string;
    webhook_id: string;
    webhook_name: string;
    event: string;
    status: "pending" | "retrying" | "delivered" | "failed";
    attempts: number;
    /** HTTP status of the last response. */
    last_status: number | null;
  };
  /** The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`. */
  notification?: {
    type: string;
    recipients: string[];
    /** `recipient_not_allowed`: The address belongs to no active user or group, and its domain is not in `mail_domains`. `not_readable`: The person may no longer read the record, or the note that the mail quotes. `undeliverable`: Three mails to the address came back as undeliverable. A verified mail from it ends that. `hourly_limit`: The caller had mailed 100 recipients of their own choice in this hour. More reasons may be added; ignore unknown ones. */
    reason?: "recipient_not_allowed" | "not_readable" | "undeliverable" | "hourly_limit";
  };
}

export interface ArticleTimeline {
  data: (ArticleTimelineEntry | ArticleTimelineEntryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface Link {
  /** A link that follows from a field has the name of the field and the id of the record with the field, such as `change_id.INC0000042`. */
  id: string;
  /** The first record is this of the second; `related_to` has no order. More kinds may be added; ignore unknown ones. */
  kind: "duplicate_of" | "child_of" | "caused_by" | "fixed_by" | "follow_up_of" | "related_to";
  /** The record of the request is the first end of an `out` link, as in "this is caused by that", and the second of an `in` link. */
  direction: "out" | "in";
  /** The link follows from this field of its first record, and changes with it; absent for others. */
  field?: string;
  /** The record at the other end. */
  record: {
    /** Type of the record. More types may be added; ignore unknown ones. */
    type: "incident" | "request" | "ci" | "change" | "article";
    id: string;
    /** Title or name of the record. */
    short_description: string;
    /** State or status; null for a type without. */
    state: string | null;
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface LinkFields {
  /** A link that follows from a field has the name of the field and the id of the record with the field, such as `change_id.INC0000042`. */
  id: string;
  /** The first record is this of the second; `related_to` has no order. More kinds may be added; ignore unknown ones. */
  kind?: "duplicate_of" | "child_of" | "caused_by" | "fixed_by" | "follow_up_of" | "related_to";
  /** The record of the request is the first end of an `out` link, as in "this is caused by that", and the second of an `in` link. */
  direction?: "out" | "in";
  /** The link follows from this field of its first record, and changes with it; absent for others. */
  field?: string;
  /** The record at the other end. */
  record?: {
    /** Type of the record. More types may be added; ignore unknown ones. */
    type: "incident" | "request" | "ci" | "change" | "article";
    id: string;
    /** Title or name of the record. */
    short_description: string;
    /** State or status; null for a type without. */
    state: string | null;
  };
}

export interface LinkList {
  data: (Link | LinkFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface LinkCreate {
  /** `duplicate_of` is set by merging. */
  kind: "child_of" | "caused_by" | "fixed_by" | "follow_up_of" | "related_to";
  /** The record of the request is the first end of an `out` link, as in "this is caused by that", and the second of an `in` link. */
  direction?: "out" | "in" | undefined;
  /** The record at the other end. */
  record: {
    /** Type of the record. More types may be added; ignore unknown ones. */
    type?: "incident" | "request" | "ci" | "change" | "article" | undefined;
    /** Id of the other record; its form shows the type. */
    id: string;
  };
}

export interface LinkRemoved {
  /** A link that follows from a field has the name of the field and the id of the record with the field, such as `change_id.INC0000042`. */
  id: string;
  removed: true;
  removed_at: string;
  removed_by: string;
}

export interface Participant {
  email: string;
  /** requester: named by a field of the record. cc: in copy, visible to the requester. watcher: follows the record, visible to agents and above. More kinds may be added; ignore unknown ones. */
  kind: "requester" | "cc" | "watcher";
  /** field: the requester. added: by somebody else. watch: by themselves. mention: by a note. More sources may be added; ignore unknown ones. */
  source: "field" | "added" | "watch" | "mention";
}

export interface Participants {
  /** The requester first, then the others in the order in which they were added. Requesters see no watchers. */
  participants: Participant[];
  /** Whether you watch the record. */
  watching: boolean;
  /** Version of the record; the value of the ETag. */
  version: number;
}

export interface ParticipantSent {
  email: string;
  /** requester: named by a field of the record. cc: in copy, visible to the requester. watcher: follows the record, visible to agents and above. More kinds may be added; ignore unknown ones. */
  kind: "requester" | "cc" | "watcher";
  /** Ignored, so that a list can be sent back as it was read. */
  source?: "field" | "added" | "watch" | "mention" | undefined;
}

export interface ParticipantsReplace {
  /** The whole list, at most 100 besides the requester. The entry of the requester may be left out, and is not changed here. */
  participants: ParticipantSent[];
}

export interface Watching {
  /** Whether you watch the record. */
  watching: boolean;
  /** Version of the record; the value of the ETag. */
  version: number;
}

export interface AiAsk {
  /** The question, in your own words. */
  question: string;
  /** A record that the question is about. You must be allowed to read it. */
  context_record?: {
    type: "incident" | "change" | "ci" | "article";
    id: string;
  } | undefined;
  /** Passages to retrieve. Defaults to 5. */
  max_kb_results?: number | undefined;
  /** Alias of the model. Defaults to model-3-sonnet. */
  model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus" | undefined;
}

export interface AiAskAnswer {
  /** Markdown without links or images to other sites. */
  answer: string;
  /** One per article that supports the answer. */
  citations: {
    article_id: string;
    title: string;
    /** From 0 to 1. The most relevant citation comes first. */
    relevance: number;
    /** The passage that supports the answer. */
    passage: string;
  }[];
  /** False if nothing was found that answers the question. */
  grounded: boolean;
  /** Articles that come nearest to the question but do not answer it. Present exactly when `grounded` is false; may be empty. */
  related?: {
    article_id: string;
    title: string;
    /** From 0 to 1. The most relevant article comes first. */
    relevance: number;
  }[];
  /** How many articles can be found at the time of the request. While `ready` is false, a better answer may be missing, and `answer` says so. */
  index: {
    /** True if all published articles are indexed. */
    ready: boolean;
    /** Published articles that are indexed. */
    indexed: number;
    /** Published articles, counted up to 50000. */
    total: number;
  };
  /** The model that was used, with its provider; `local/extractive` if none is configured. */
  model_used: string;
  /** True if the response was cached for an equal or very similar request. */
  cache_hit: boolean;
  /** Tokens that this request consumed; 0 for a cache hit. */
  tokens_used: number;
  /** Total latency in milliseconds. */
  latency_ms: number;
}

export interface AiAnalyze {
  record_type: "incident" | "change";
  /** Id of the record. */
  record_id: string;
  /** Defaults to `root_cause`. */
  analysis_type?: "root_cause" | "impact" | "resolution" | "summary" | undefined;
  /** Alias of the model. Defaults to model-3-sonnet. */
  model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus" | undefined;
}

export interface AiFindings {
  /** Empty if no similar case was found. */
  probable_root_cause: string;
  confidence: number;
  resolution_steps: string[];
  /** Id of the problem that similar cases are linked to; empty if there is none. */
  related_problem: string;
  /** Ids, the most similar first. */
  similar_past_incidents: string[];
  /** Median of the similar cases; 0 if there are none. */
  estimated_resolution_minutes: number;
  /** The record in a few sentences; with `impact`, also the records it affects. */
  summary: string;
}

export interface AiAnalysis {
  record_id: string;
  analysis_type: "root_cause" | "impact" | "resolution" | "summary";
  findings: AiFindings;
  /** The model that was used, with its provider; `local/extractive` if none is configured. */
  model_used: string;
  /** True if the response was cached for an equal or very similar request. */
  cache_hit: boolean;
  /** Tokens that this request consumed; 0 for a cache hit. */
  tokens_used: number;
  /** Total latency in milliseconds. */
  latency_ms: number;
}

export interface AiExemplars {
  /** Defaults to incident. */
  record_type?: "incident" | undefined;
  /** The symptom for which to find similar cases. */
  description: string;
  /** Only cases of this category. */
  category?: string | undefined;
  /** Cases to return. Defaults to 5. */
  top_k?: number | undefined;
}

export interface AiExemplar {
  incident_id: string;
  description: string;
  /** How it was fixed. */
  resolution: string;
  resolution_time_min: number;
  similarity_score: number;
}

export interface AiExemplarList {
  exemplars: AiExemplar[];
  count: number;
  /** The model that was used, with its provider; `local/extractive` if none is configured. */
  model_used: string;
  /** True if the response was cached for an equal or very similar request. */
  cache_hit: boolean;
  /** Tokens that this request consumed; 0 for a cache hit. */
  tokens_used: number;
  /** Total latency in milliseconds. */
  latency_ms: number;
}

export interface AiSuggest {
  /** Text of a new incident. */
  text: string;
  /** Fields to suggest. Defaults to all. A category comes with its subcategory. */
  suggest_for?: ("category" | "priority" | "assignment_group")[] | undefined;
}

export interface AiSuggestions {
  /** A field is absent if similar cases suggest no value for it. */
  suggestions: {
    category?: {
      value: string;
      confidence: number;
    };
    subcategory?: {
      value: string;
      confidence: number;
    };
    priority?: {
      value: string;
      confidence: number;
      /** Names similar cases that support the value. */
      reasoning: string;
    };
    assignment_group?: {
      value: string;
      confidence: number;
    };
  };
  /** The model that was used, with its provider; `local/extractive` if none is configured. */
  model_used: string;
  /** True if the response was cached for an equal or very similar request. */
  cache_hit: boolean;
  /** Tokens that this request consumed; 0 for a cache hit. */
  tokens_used: number;
  /** Total latency in milliseconds. */
  latency_ms: number;
}

export interface AiQuery {
  /** The question or task, in your own words. */
  query: string;
  /** A record that the question is about. You must be allowed to read it. */
  context_record?: {
    type: "incident" | "change" | "ci" | "article";
    id: string;
  } | undefined;
  /** Alias of the model. Defaults to model-3-sonnet. */
  model?: "model-3-haiku" | "model-3-sonnet" | "model-3-opus" | undefined;
  /** Records to consider. Defaults to 5. */
  max_results?: number | undefined;
}

export interface AiQueryAnswer {
  /** Markdown without links or images to other sites. */
  answer: string;
  citations: ({
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "ci" | "article";
    id: string;
    /** Equals `id`; articles only. */
    article_id?: string;
    title: string;
    /** From 0 to 1. The most relevant citation comes first. */
    relevance: number;
    /** The passage that supports the answer. */
    passage?: string;
  })[];
  suggested_actions: ({
    method: "POST" | "PATCH";
    /** Path relative to the API root. */
    path: string;
    body: Record<string, unknown>;
    reason: string;
  })[];
  /** False if nothing was found that answers the question. */
  grounded: boolean;
  /** Articles that come nearest to the question but do not answer it. Present exactly when `grounded` is false; may be empty. */
  related?: {
    article_id: string;
    title: string;
    /** From 0 to 1. The most relevant article comes first. */
    relevance: number;
  }[];
  /** How many articles can be found at the time of the request. While `ready` is false, a better answer may be missing, and `answer` says so. */
  index: {
    /** True if all published articles are indexed. */
    ready: boolean;
    /** Published articles that are indexed. */
    indexed: number;
    /** Published articles, counted up to 50000. */
    total: number;
  };
  /** The model that was used, with its provider; `local/extractive` if none is configured. */
  model_used: string;
  /** True if the response was cached for an equal or very similar request. */
  cache_hit: boolean;
  /** Tokens that this request consumed; 0 for a cache hit. */
  tokens_used: number;
  /** Total latency in milliseconds. */
  latency_ms: number;
}

export interface JobSummary {
  job_id: string;
  /** Type of the records, such as `incidents`. */
  type: string;
  operation: string;
  /** Rows are validated but not applied. */
  dry_run: boolean;
  /** `completed`: all rows were processed and at least one succeeded. `failed`: all rows failed. `cancelled`: the remaining rows were skipped. */
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** `requested`: by a request to cancel the job. `caller_deactivated`: the user who submitted it was deactivated. Null unless the job was cancelled. */
  cancel_reason: "requested" | "caller_deactivated" | null;
  total: number;
  /** Processed rows: the sum of succeeded and failed. */
  processed: number;
  succeeded: number;
  failed: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** When the job is deleted; null until it has finished. */
  expires_at: string | null;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface JobSummaryFields {
  job_id: string;
  /** Type of the records, such as `incidents`. */
  type?: string;
  operation?: string;
  /** Rows are validated but not applied. */
  dry_run?: boolean;
  /** `completed`: all rows were processed and at least one succeeded. `failed`: all rows failed. `cancelled`: the remaining rows were skipped. */
  status?: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** `requested`: by a request to cancel the job. `caller_deactivated`: the user who submitted it was deactivated. Null unless the job was cancelled. */
  cancel_reason?: "requested" | "caller_deactivated" | null;
  total?: number;
  /** Processed rows: the sum of succeeded and failed. */
  processed?: number;
  succeeded?: number;
  failed?: number;
  created_at?: string;
  started_at?: string | null;
  finished_at?: string | null;
  /** When the job is deleted; null until it has finished. */
  expires_at?: string | null;
}

export interface JobList {
  data: (JobSummary | JobSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface JobResult {
  /** Zero-based index of the row in the request. */
  index: number;
  /** Id of the record; null if none was created or named. */
  id: string | null;
  status: "succeeded" | "failed" | "skipped";
  /** The error that a request for this row alone would have returned. */
  error?: {
    code: string;
    status: number;
    detail: string;
  };
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
}

export interface Job {
  job_id: string;
  /** Type of the records, such as `incidents`. */
  type: string;
  operation: string;
  /** Rows are validated but not applied. */
  dry_run: boolean;
  /** `completed`: all rows were processed and at least one succeeded. `failed`: all rows failed. `cancelled`: the remaining rows were skipped. */
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** `requested`: by a request to cancel the job. `caller_deactivated`: the user who submitted it was deactivated. Null unless the job was cancelled. */
  cancel_reason: "requested" | "caller_deactivated" | null;
  total: number;
  /** Processed rows: the sum of succeeded and failed. */
  processed: number;
  succeeded: number;
  failed: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** When the job is deleted; null until it has finished. */
  expires_at: string | null;
  /** Results of the processed rows, in the order of the request. */
  results: JobResult[];
}

export interface Entry {
  id: string;
  at: string;
  /** E-mail address of the actor. */
  actor: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed";
  record: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface EntryFields {
  id: string;
  at?: string;
  /** E-mail address of the actor. */
  actor?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "incident.created" | "incident.updated" | "incident.deleted" | "incident.restored" | "incident.ai_analyzed" | "incident.ai_suggested" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "change.created" | "change.updated" | "change.ai_analyzed" | "article.created" | "article.updated" | "article.deleted" | "article.restored" | "catalog_item.created" | "catalog_item.updated" | "client.created" | "client.updated" | "client.secret_rotated" | "user.created" | "user.updated" | "user.factor_added" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.password_reset" | "user.identity_linked" | "user.identity_unlinked" | "user.identity_refused" | "user.invited" | "user.invitation_accepted" | "field.created" | "field.updated" | "calendar.created" | "calendar.updated" | "calendar.deleted" | "sla_policy.created" | "sla_policy.updated" | "sla_policy.deleted" | "rule.created" | "rule.updated" | "rule.deleted" | "macro.created" | "macro.updated" | "macro.deleted" | "group.created" | "group.updated" | "identity_provider.created" | "identity_provider.updated" | "mailbox.created" | "mailbox.updated" | "mailbox.deleted" | "message.released" | "message.discarded" | "message.attached" | "message.reprocessed" | "scim_connector.created" | "scim_connector.updated" | "scim_connector.token_rotated" | "api_key.created" | "api_key.revoked" | "session.ended" | "view.created" | "view.updated" | "view.deleted" | "settings.updated" | "instance.restored" | "instance.released" | "sla.breach_warning" | "sla.breached" | "sla.target_warning" | "sla.target_breached" | "link.added" | "link.removed" | "message.applied" | "notification.mailed" | "notification.suppressed" | "notification_preferences.updated" | "outbound_webhook.created" | "outbound_webhook.updated" | "outbound_webhook.deleted" | "outbound_webhook.secret_rotated" | "outbound_webhook.recovered" | "outbound_webhook.delivery_replayed" | "outbound_webhook.delivery_retried" | "inbound_webhook.created" | "inbound_webhook.updated" | "inbound_webhook.deleted" | "inbound_webhook.secret_rotated" | "inbound_webhook.event_replayed";
  record?: {
    /** More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "task" | "ci" | "article" | "catalog_item" | "client" | "user" | "group" | "identity_provider" | "scim_connector" | "mailbox" | "message" | "api_key" | "session" | "view" | "field" | "calendar" | "sla_policy" | "rule" | "macro" | "settings" | "instance" | "notification_preferences" | "outbound_webhook" | "inbound_webhook";
    id: string;
  };
  /** The X-Request-Id of the request that made the change. */
  request_id?: string;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters. */
  via?: {
    /** More types may be added; ignore unknown ones. */
    type: "inbound_webhook";
    /** The handle of the webhook. */
    id: string;
    /** The name of the webhook at that time. */
    name: string;
  };
  /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
  cause?: {
    /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
    kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
    /** Id of the note; with `reply`. */
    note_id?: string;
    /** Id of the identity provider or connector; with `role_rules`. */
    source?: string;
    /** Id of the group; with `group_renamed`. */
    group_id?: string;
    /** The rule that ran; with `rule` and `rule_chain`. */
    rule?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The macro; with `macro`. */
    macro?: {
      id: string;
      /** Its version at that time. */
      version: number;
      name: string;
    };
    /** The values that the condition of the rule read. */
    inputs?: Record<string, unknown>;
    /** Actions that could not apply, with the reason; absent if none. */
    skipped?: {
      /** Name of the action, such as `assign`. */
      action: string;
      code: string;
      message: string;
    }[];
    /** Notifications and mails that the actions sent; absent if none. */
    sent?: {
      action: string;
      recipients: string[];
    }[];
    /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
    chain?: {
      record: string;
      rules: string[];
    }[];
  };
  /** Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it. */
  origin?: {
    /** Network address that the request came from. */
    address: string;
    /** Id of the client, such as `console`; null if it is not known. */
    client: string | null;
  };
}

export interface EntryList {
  data: (Entry | EntryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface Client {
  /** Lower-case letters, digits, `.`, `_` and `-`; 2 to 63 characters. */
  client_id: string;
  /** Display name. */
  name: string;
  /** E-mail address under which the client acts; null for the default, `<client_id>@clients.<domain>`. */
  email: string | null;
  /** Permissions of several roles are combined. */
  roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** Allowed redirect URIs after a login: https, or http on localhost. A client with at least one is interactive. */
  redirect_uris: string[];
  /** If false, the client gets no tokens, and issued tokens are refused, including those of people who signed in to it. */
  active: boolean;
  /** The effective address: `email`, or the default. */
  address: string;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ClientFields {
  /** Lower-case letters, digits, `.`, `_` and `-`; 2 to 63 characters. */
  client_id: string;
  /** Display name. */
  name?: string;
  /** E-mail address under which the client acts; null for the default, `<client_id>@clients.<domain>`. */
  email?: string | null;
  /** Permissions of several roles are combined. */
  roles?: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** Allowed redirect URIs after a login: https, or http on localhost. A client with at least one is interactive. */
  redirect_uris?: string[];
  /** If false, the client gets no tokens, and issued tokens are refused, including those of people who signed in to it. */
  active?: boolean;
  /** The effective address: `email`, or the default. */
  address?: string;
  version?: number;
  created_at?: string;
  updated_at?: string;
}

export interface ClientList {
  data: (Client | ClientFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ClientCreate {
  /** Lower-case letters, digits, `.`, `_` and `-`; 2 to 63 characters. */
  client_id?: string | undefined;
  /** Display name. */
  name: string;
  /** E-mail address under which the client acts; null for the default, `<client_id>@clients.<domain>`. */
  email?: string | null | undefined;
  /** Permissions of several roles are combined. */
  roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** Allowed redirect URIs after a login: https, or http on localhost. A client with at least one is interactive. */
  redirect_uris?: string[] | undefined;
  /** If false, the client gets no tokens, and issued tokens are refused, including those of people who signed in to it. */
  active?: boolean | undefined;
}

export interface ClientWithSecret {
  /** Lower-case letters, digits, `.`, `_` and `-`; 2 to 63 characters. */
  client_id: string;
  /** Display name. */
  name: string;
  /** E-mail address under which the client acts; null for the default, `<client_id>@clients.<domain>`. */
  email: string | null;
  /** Permissions of several roles are combined. */
  roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** Allowed redirect URIs after a login: https, or http on localhost. A client with at least one is interactive. */
  redirect_uris: string[];
  /** If false, the client gets no tokens, and issued tokens are refused, including those of people who signed in to it. */
  active: boolean;
  /** The effective address: `email`, or the default. */
  address: string;
  version: number;
  created_at: string;
  updated_at: string;
  /** Returned only once; only its hash is stored. */
  secret: string;
}

export interface ClientUpdate {
  /** Display name. */
  name?: string | undefined;
  /** E-mail address under which the client acts; null for the default, `<client_id>@clients.<domain>`. */
  email?: string | null | undefined;
  /** Permissions of several roles are combined. */
  roles?: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[] | undefined;
  /** Allowed redirect URIs after a login: https, or http on localhost. A client with at least one is interactive. */
  redirect_uris?: string[] | undefined;
  /** If false, the client gets no tokens, and issued tokens are refused, including those of people who signed in to it. */
  active?: boolean | undefined;
}

export interface User {
  id: string;
  email: string;
  name: string;
  /** Permissions of several roles are combined. Without roles, as SCIM creates users, nothing is permitted. */
  roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** If false, the user cannot log in. Setting it to false ends sessions, API keys, tokens, event streams and unfinished jobs of the user, and setting it to true returns none of them. */
  active: boolean;
  /** Address of the user who is their manager; not their own. */
  manager: string | null;
  /** The department, such as `Finance`. */
  department: string | null;
  /** Job title. */
  title: string | null;
  /** Building or place of work. */
  site: string | null;
  /** Language and region as a BCP 47 tag, such as `de-CH`, by which times and numbers are shown; stored in canonical form. Null for that of the browser. */
  locale: string | null;
  /** IANA name, such as `Europe/Zurich`, of the zone in which times are shown. Null for that of the browser. */
  time_zone: string | null;
  /** The person is away until then. It must be in the future when it is set. */
  away_until: string | null;
  /** Address of the user who stands in for them while they are away; not their own. */
  delegate: string | null;
  /** The most open records that rules assign to them. Null for any number; assigning by hand ignores it. */
  capacity: number | null;
  /** Former addresses, the latest last. Records that name them are still theirs, and nobody else gets them. */
  previous_emails: string[];
  /** Id of the SCIM connector that manages the user; null if they are managed here. */
  provisioned_by: string | null;
  /** When the invitation was sent that the person has not used yet; else null. */
  invited_at: string | null;
  /** When the invitation expires. */
  invitation_expires_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface UserFields {
  id: string;
  email?: string;
  name?: string;
  /** Permissions of several roles are combined. Without roles, as SCIM creates users, nothing is permitted. */
  roles?: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** If false, the user cannot log in. Setting it to false ends sessions, API keys, tokens, event streams and unfinished jobs of the user, and setting it to true returns none of them. */
  active?: boolean;
  /** Address of the user who is their manager; not their own. */
  manager?: string | null;
  /** The department, such as `Finance`. */
  department?: string | null;
  /** Job title. */
  title?: string | null;
  /** Building or place of work. */
  site?: string | null;
  /** Language and region as a BCP 47 tag, such as `de-CH`, by which times and numbers are shown; stored in canonical form. Null for that of the browser. */
  locale?: string | null;
  /** IANA name, such as `Europe/Zurich`, of the zone in which times are shown. Null for that of the browser. */
  time_zone?: string | null;
  /** The person is away until then. It must be in the future when it is set. */
  away_until?: string | null;
  /** Address of the user who stands in for them while they are away; not their own. */
  delegate?: string | null;
  /** The most open records that rules assign to them. Null for any number; assigning by hand ignores it. */
  capacity?: number | null;
  /** Former addresses, the latest last. Records that name them are still theirs, and nobody else gets them. */
  previous_emails?: string[];
  /** Id of the SCIM connector that manages the user; null if they are managed here. */
  provisioned_by?: string | null;
  /** When the invitation was sent that the person has not used yet; else null. */
  invited_at?: string | null;
  /** When the invitation expires. */
  invitation_expires_at?: string | null;
  version?: number;
  created_at?: string;
  updated_at?: string;
}

export interface UserList {
  data: (User | UserFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface UserCreate {
  email: string;
  name: string;
  /** Permissions of several roles are combined. */
  roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** If false, the user cannot log in. Setting it to false ends sessions, API keys, tokens, event streams and unfinished jobs of the user, and setting it to true returns none of them. */
  active?: boolean | undefined;
  /** Never returned. A user without a password cannot log in here. */
  password?: string | undefined;
  /** Address of the user who is their manager; not their own. */
  manager?: string | null | undefined;
  /** The department, such as `Finance`. */
  department?: string | null | undefined;
  /** Job title. */
  title?: string | null | undefined;
  /** Building or place of work. */
  site?: string | null | undefined;
  /** Language and region as a BCP 47 tag, such as `de-CH`, by which times and numbers are shown; stored in canonical form. Null for that of the browser. */
  locale?: string | null | undefined;
  /** IANA name, such as `Europe/Zurich`, of the zone in which times are shown. Null for that of the browser. */
  time_zone?: string | null | undefined;
  /** The person is away until then. It must be in the future when it is set. */
  away_until?: string | null | undefined;
  /** Address of the user who stands in for them while they are away; not their own. */
  delegate?: string | null | undefined;
  /** The most open records that rules assign to them. Null for any number; assigning by hand ignores it. */
  capacity?: number | null | undefined;
  /** Sends a mail with a link for one use within 7 days, with which the person chooses the first password. Not together with `password`. */
  invite?: boolean | undefined;
}

export interface UserUpdate {
  email?: string | undefined;
  name?: string | undefined;
  /** Permissions of several roles are combined. */
  roles?: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[] | undefined;
  /** If false, the user cannot log in. Setting it to false ends sessions, API keys, tokens, event streams and unfinished jobs of the user, and setting it to true returns none of them. */
  active?: boolean | undefined;
  /** Never returned. A user without a password cannot log in here. */
  password?: string | undefined;
  /** Address of the user who is their manager; not their own. */
  manager?: string | null | undefined;
  /** The department, such as `Finance`. */
  department?: string | null | undefined;
  /** Job title. */
  title?: string | null | undefined;
  /** Building or place of work. */
  site?: string | null | undefined;
  /** Language and region as a BCP 47 tag, such as `de-CH`, by which times and numbers are shown; stored in canonical form. Null for that of the browser. */
  locale?: string | null | undefined;
  /** IANA name, such as `Europe/Zurich`, of the zone in which times are shown. Null for that of the browser. */
  time_zone?: string | null | undefined;
  /** The person is away until then. It must be in the future when it is set. */
  away_until?: string | null | undefined;
  /** Address of the user who stands in for them while they are away; not their own. */
  delegate?: string | null | undefined;
  /** The most open records that rules assign to them. Null for any number; assigning by hand ignores it. */
  capacity?: number | null | undefined;
}

export interface Group {
  id: string;
  /** The value of `assignment_group` in records. At most 400 bytes in UTF-8. */
  name: string;
  /** E-mail address of the group. */
  email: string | null;
  /** E-mail addresses, which need not belong to users of this instance. */
  members: string[];
  /** Names that the group had, the last one last. They stay reserved: filters and writes that use one mean this group. */
  previous_names: string[];
  /** Id of the SCIM connector that manages the group; null if it is managed here. */
  provisioned_by: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface GroupFields {
  id: string;
  /** The value of `assignment_group` in records. At most 400 bytes in UTF-8. */
  name?: string;
  /** E-mail address of the group. */
  email?: string | null;
  /** E-mail addresses, which need not belong to users of this instance. */
  members?: string[];
  /** Names that the group had, the last one last. They stay reserved: filters and writes that use one mean this group. */
  previous_names?: string[];
  /** Id of the SCIM connector that manages the group; null if it is managed here. */
  provisioned_by?: string | null;
  version?: number;
  created_at?: string;
  updated_at?: string;
}

export interface GroupList {
  data: (Group | GroupFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface GroupCreate {
  /** The value of `assignment_group` in records. At most 400 bytes in UTF-8. */
  name: string;
  /** E-mail address of the group. */
  email?: string | null | undefined;
  /** E-mail addresses, which need not belong to users of this instance. */
  members?: string[] | undefined;
}

export interface GroupUpdate {
  /** The value of `assignment_group` in records. At most 400 bytes in UTF-8. */
  name?: string | undefined;
  /** E-mail address of the group. */
  email?: string | null | undefined;
  /** E-mail addresses, which need not belong to users of this instance. */
  members?: string[] | undefined;
}

export interface IdentityProvider {
  id: string;
  /** Issuer URL (https) of one tenant, without a final `/.well-known/openid-configuration`. Cannot be changed, because the identities of people belong to it. */
  issuer: string;
  /** The button on the sign-in page shows it: "Sign in with <name>". */
  name: string;
  /** Id of this instance at the provider. */
  client_id: string;
  /** Requested scopes; `openid` is required. The default is openid, profile, email. */
  scopes: string[];
  /** Only addresses of these domains are linked to users. Subdomains are not included; write international domains in ASCII (`xn--…`). */
  domains: string[];
  /** Whether an unknown address becomes a user with the role `requester` and those of the rules. If false, an administrator creates the users first. */
  create_users: boolean;
  /** Whether addresses are accepted without `email_verified: true`, and `preferred_username` if there is no `email`. Only for providers whose administrators assign all addresses. */
  trusts_addresses: boolean;
  /** Whether role rules may give the role `super_admin`. Administrators of the provider can then become administrators here. */
  may_grant_super_admin: boolean;
  /** Each sign-in replaces the roles and groups that the person got by earlier rules of this provider. Those given by hand stay. */
  role_rules: ({
    /** Name of a claim, or a path with dots, such as `realm_access.roles`. */
    claim: string;
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    /** `super_admin` requires `may_grant_super_admin`. */
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups, which must exist when the person signs in. The response to a write warns of unknown ones. */
    groups: string[];
  })[];
  /** If false, the provider is not offered, and sign-ins in progress are refused. */
  active: boolean;
  /** Register this redirect URI at the provider. Each provider has its own. */
  redirect_uri: string;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface IdentityProviderFields {
  id: string;
  /** Issuer URL (https) of one tenant, without a final `/.well-known/openid-configuration`. Cannot be changed, because the identities of people belong to it. */
  issuer?: string;
  /** The button on the sign-in page shows it: "Sign in with <name>". */
  name?: string;
  /** Id of this instance at the provider. */
  client_id?: string;
  /** Requested scopes; `openid` is required. The default is openid, profile, email. */
  scopes?: string[];
  /** Only addresses of these domains are linked to users. Subdomains are not included; write international domains in ASCII (`xn--…`). */
  domains?: string[];
  /** Whether an unknown address becomes a user with the role `requester` and those of the rules. If false, an administrator creates the users first. */
  create_users?: boolean;
  /** Whether addresses are accepted without `email_verified: true`, and `preferred_username` if there is no `email`. Only for providers whose administrators assign all addresses. */
  trusts_addresses?: boolean;
  /** Whether role rules may give the role `super_admin`. Administrators of the provider can then become administrators here. */
  may_grant_super_admin?: boolean;
  /** Each sign-in replaces the roles and groups that the person got by earlier rules of this provider. Those given by hand stay. */
  role_rules?: ({
    /** Name of a claim, or a path with dots, such as `realm_access.roles`. */
    claim: string;
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    /** `super_admin` requires `may_grant_super_admin`. */
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups, which must exist when the person signs in. The response to a write warns of unknown ones. */
    groups: string[];
  })[];
  /** If false, the provider is not offered, and sign-ins in progress are refused. */
  active?: boolean;
  /** Register this redirect URI at the provider. Each provider has its own. */
  redirect_uri?: string;
  version?: number;
  created_at?: string;
  updated_at?: string;
}

export interface IdentityProviderList {
  data: (IdentityProvider | IdentityProviderFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface IdentityProviderCreate {
  /** The button on the sign-in page shows it: "Sign in with <name>". */
  name: string;
  /** Issuer URL (https) of one tenant, without a final `/.well-known/openid-configuration`. Cannot be changed, because the identities of people belong to it. */
  issuer: string;
  /** Id of this instance at the provider. */
  client_id: string;
  /** Stored encrypted, and never returned. */
  client_secret: string;
  /** Only addresses of these domains are linked to users. Subdomains are not included; write international domains in ASCII (`xn--…`). */
  domains: string[];
  /** Requested scopes; `openid` is required. The default is openid, profile, email. */
  scopes?: string[] | undefined;
  /** Whether an unknown address becomes a user with the role `requester` and those of the rules. If false, an administrator creates the users first. */
  create_users?: boolean | undefined;
  /** Whether addresses are accepted without `email_verified: true`, and `preferred_username` if there is no `email`. Only for providers whose administrators assign all addresses. */
  trusts_addresses?: boolean | undefined;
  /** Whether role rules may give the role `super_admin`. Administrators of the provider can then become administrators here. */
  may_grant_super_admin?: boolean | undefined;
  /** Each sign-in replaces the roles and groups that the person got by earlier rules of this provider. Those given by hand stay. */
  role_rules?: ({
    /** Name of a claim, or a path with dots, such as `realm_access.roles`. */
    claim: string;
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    /** `super_admin` requires `may_grant_super_admin`. */
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups, which must exist when the person signs in. The response to a write warns of unknown ones. */
    groups: string[];
  })[] | undefined;
  /** If false, the provider is not offered, and sign-ins in progress are refused. */
  active?: boolean | undefined;
}

export interface SavedIdentityProvider {
  id: string;
  /** Issuer URL (https) of one tenant, without a final `/.well-known/openid-configuration`. Cannot be changed, because the identities of people belong to it. */
  issuer: string;
  /** The button on the sign-in page shows it: "Sign in with <name>". */
  name: string;
  /** Id of this instance at the provider. */
  client_id: string;
  /** Requested scopes; `openid` is required. The default is openid, profile, email. */
  scopes: string[];
  /** Only addresses of these domains are linked to users. Subdomains are not included; write international domains in ASCII (`xn--…`). */
  domains: string[];
  /** Whether an unknown address becomes a user with the role `requester` and those of the rules. If false, an administrator creates the users first. */
  create_users: boolean;
  /** Whether addresses are accepted without `email_verified: true`, and `preferred_username` if there is no `email`. Only for providers whose administrators assign all addresses. */
  trusts_addresses: boolean;
  /** Whether role rules may give the role `super_admin`. Administrators of the provider can then become administrators here. */
  may_grant_super_admin: boolean;
  /** Each sign-in replaces the roles and groups that the person got by earlier rules of this provider. Those given by hand stay. */
  role_rules: ({
    /** Name of a claim, or a path with dots, such as `realm_access.roles`. */
    claim: string;
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    /** `super_admin` requires `may_grant_super_admin`. */
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups, which must exist when the person signs in. The response to a write warns of unknown ones. */
    groups: string[];
  })[];
  /** If false, the provider is not offered, and sign-ins in progress are refused. */
  active: boolean;
  /** Register this redirect URI at the provider. Each provider has its own. */
  redirect_uri: string;
  version: number;
  created_at: string;
  updated_at: string;
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
}

export interface IdentityProviderUpdate {
  /** The button on the sign-in page shows it: "Sign in with <name>". */
  name?: string | undefined;
  /** Id of this instance at the provider. */
  client_id?: string | undefined;
  /** Requested scopes; `openid` is required. The default is openid, profile, email. */
  scopes?: string[] | undefined;
  /** Only addresses of these domains are linked to users. Subdomains are not included; write international domains in ASCII (`xn--…`). */
  domains?: string[] | undefined;
  /** Whether an unknown address becomes a user with the role `requester` and those of the rules. If false, an administrator creates the users first. */
  create_users?: boolean | undefined;
  /** Whether addresses are accepted without `email_verified: true`, and `preferred_username` if there is no `email`. Only for providers whose administrators assign all addresses. */
  trusts_addresses?: boolean | undefined;
  /** Whether role rules may give the role `super_admin`. Administrators of the provider can then become administrators here. */
  may_grant_super_admin?: boolean | undefined;
  /** Each sign-in replaces the roles and groups that the person got by earlier rules of this provider. Those given by hand stay. */
  role_rules?: ({
    /** Name of a claim, or a path with dots, such as `realm_access.roles`. */
    claim: string;
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    /** `super_admin` requires `may_grant_super_admin`. */
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups, which must exist when the person signs in. The response to a write warns of unknown ones. */
    groups: string[];
  })[] | undefined;
  /** If false, the provider is not offered, and sign-ins in progress are refused. */
  active?: boolean | undefined;
  /** Stored encrypted, and never returned. */
  client_secret?: string | undefined;
}

export interface IdentityProviderPreview {
  /** Example of the claims of a person, such as the content of an id token. */
  claims?: Record<string, unknown> | undefined;
  /** Each sign-in replaces the roles and groups that the person got by earlier rules of this provider. Those given by hand stay. */
  role_rules?: ({
    /** Name of a claim, or a path with dots, such as `realm_access.roles`. */
    claim: string;
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    /** `super_admin` requires `may_grant_super_admin`. */
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups, which must exist when the person signs in. The response to a write warns of unknown ones. */
    groups: string[];
  })[] | undefined;
  may_grant_super_admin?: boolean | undefined;
}

export interface IdentityProviderPreviewResult {
  /** Result for `claims`; null if there are none. */
  example: {
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    groups: string[];
    /** Indexes of the rules that apply, from 0. */
    rules: number[];
  } | null;
  /** The first 100 people for whom something changes. */
  people: ({
    user_id: string;
    email: string;
    name: string;
    /** Roles and groups that the next sign-in adds. */
    gains: {
      roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
      groups: string[];
    };
    /** Roles and groups that the next sign-in takes away. */
    loses: {
      roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
      groups: string[];
    };
  })[];
  /** Number of active people whose claims at their last sign-in were examined; at most 1,000. */
  examined: number;
  /** Number of people for whom something changes. */
  changed: number;
  /** Claims of the rules that are not stored for some of the people, because no rule named them at their last sign-in. Their result is not known before they sign in again. */
  unknown_claims: string[];
  /** Groups of the rules that do not exist. */
  unknown_groups: string[];
}

export interface Identity {
  user_id: string;
  email: string;
  name: string;
  /** The claim `sub` of the person at the provider. */
  subject: string;
  linked_at: string;
  last_sign_in_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface IdentityFields {
  user_id: string;
  email?: string;
  name?: string;
  /** The claim `sub` of the person at the provider. */
  subject?: string;
  linked_at?: string;
  last_sign_in_at?: string;
}

export interface IdentityList {
  data: (Identity | IdentityFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface IdentityUnlinked {
  user_id: string;
  unlinked: true;
  unlinked_at: string;
}

export interface ApiKey {
  id: string;
  /** Purpose of the key. */
  name: string;
  /** First characters of the key. */
  prefix: string;
  expires_at: string;
  /** Accurate to the minute. */
  last_used_at: string | null;
  created_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ApiKeyFields {
  id: string;
  /** Purpose of the key. */
  name?: string;
  /** First characters of the key. */
  prefix?: string;
  expires_at?: string;
  /** Accurate to the minute. */
  last_used_at?: string | null;
  created_at?: string;
}

export interface ApiKeyList {
  data: (ApiKey | ApiKeyFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ApiKeyCreate {
  /** Purpose of the key. */
  name: string;
  /** Lifetime in days; defaults to 90. */
  expires_in_days?: number | undefined;
}

export interface ApiKeyWithSecret {
  id: string;
  /** Purpose of the key. */
  name: string;
  /** First characters of the key. */
  prefix: string;
  expires_at: string;
  /** Accurate to the minute. */
  last_used_at: string | null;
  created_at: string;
  /** The key. Returned only once; only its hash is stored. */
  secret: string;
}

export interface ApiKeyRevoked {
  id: string;
  revoked: boolean;
  revoked_at: string;
}

export interface Session {
  id: string;
  created_at: string;
  /** When the session last obtained a token. */
  last_used_at: string;
  /** Id of the client, such as `console`. */
  client: string;
  /** User agent that obtained the first token of the session. */
  user_agent: string | null;
  /** Whether the token of this request belongs to the session. */
  current: boolean;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface SessionFields {
  id: string;
  created_at?: string;
  /** When the session last obtained a token. */
  last_used_at?: string;
  /** Id of the client, such as `console`. */
  client?: string;
  /** User agent that obtained the first token of the session. */
  user_agent?: string | null;
  /** Whether the token of this request belongs to the session. */
  current?: boolean;
}

export interface SessionList {
  data: (Session | SessionFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface SessionEnded {
  id: string;
  ended: true;
  ended_at: string;
}

export interface Factor {
  id: string;
  /** totp: authenticator app. */
  kind: "totp" | "passkey";
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface FactorList {
  data: Factor[];
  /** Number of recovery codes that are left. */
  recovery_codes: number;
  /** Whether one of your roles needs a second factor. */
  required: boolean;
  /** Page on which you manage your factors; null if the instance uses another identity provider. */
  url: string | null;
}

export interface FactorsReset {
  id: string;
  /** Number of factors that were removed. */
  removed: number;
}

export interface SignInEvent {
  id: string;
  at: string;
  /** More kinds may be added; ignore unknown ones. */
  kind: "sign_in" | "failed" | "sign_out" | "key_exchange";
  /** E-mail address; null if the sign-in failed. */
  actor: string | null;
  /** Keyed hash of the address entered in a failed sign-in; equal addresses have equal hashes. Null for other kinds. */
  account_hash: string | null;
  /** Network address of the client. */
  address: string;
  /** Id of the client, such as `console`; null if it is not known. */
  client: string | null;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface SignInEventFields {
  id: string;
  at?: string;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "sign_in" | "failed" | "sign_out" | "key_exchange";
  /** E-mail address; null if the sign-in failed. */
  actor?: string | null;
  /** Keyed hash of the address entered in a failed sign-in; equal addresses have equal hashes. Null for other kinds. */
  account_hash?: string | null;
  /** Network address of the client. */
  address?: string;
  /** Id of the client, such as `console`; null if it is not known. */
  client?: string | null;
}

export interface SignInEventList {
  data: (SignInEvent | SignInEventFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface OwnSignIn {
  id: string;
  at: string;
  /** Network address of the client. */
  address: string;
  /** Id of the client, such as `console`; null if it is not known. */
  client: string | null;
  /** More kinds may be added; ignore unknown ones. */
  kind: "sign_in" | "sign_out" | "key_exchange";
  /** Your e-mail address at that time. */
  actor: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface OwnSignInFields {
  id: string;
  at?: string;
  /** Network address of the client. */
  address?: string;
  /** Id of the client, such as `console`; null if it is not known. */
  client?: string | null;
  /** More kinds may be added; ignore unknown ones. */
  kind?: "sign_in" | "sign_out" | "key_exchange";
  /** Your e-mail address at that time. */
  actor?: string;
}

export interface OwnSignInList {
  data: (OwnSignIn | OwnSignInFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface Me {
  /** Subject of the token: a user or a client. */
  id: string;
  /** E-mail address under which your actions are recorded. */
  email: string;
  /** Name of the user or client; null if it is not managed here. */
  name: string | null;
  /** Language and region as a BCP 47 tag, such as `de-CH`, by which times and numbers are shown; stored in canonical form. Null for that of the browser. */
  locale: string | null;
  /** IANA name, such as `Europe/Zurich`, of the zone in which times are shown. Null for that of the browser. */
  time_zone: string | null;
  /** The person is away until then. It must be in the future when it is set. */
  away_until: string | null;
  /** Address of the user who stands in for them while they are away; not their own. */
  delegate: string | null;
  roles: string[];
  /** Names of the groups that you are a member of. */
  groups: string[];
  /** The combined permissions of your roles. */
  permissions: ({
    name: string;
    /** all: every record. own: records that you opened. */
    reach: "all" | "own";
  })[];
  /** Your rate limits, over all processes of the instance. */
  limits: {
    requests_per_second: number;
    /** Limits of the endpoints with their own bucket, by bucket name. */
    requests_per_minute: Record<string, number>;
  };
  /** The API key this token was exchanged for. */
  key_id?: string;
  /** Whether the token comes from an interactive login. */
  interactive: boolean;
}

export interface MeUpdate {
  /** Language and region as a BCP 47 tag, such as `de-CH`, by which times and numbers are shown; stored in canonical form. Null for that of the browser. */
  locale?: string | null | undefined;
  /** IANA name, such as `Europe/Zurich`, of the zone in which times are shown. Null for that of the browser. */
  time_zone?: string | null | undefined;
  /** The person is away until then. It must be in the future when it is set. */
  away_until?: string | null | undefined;
  /** Address of the user who stands in for them while they are away; not their own. */
  delegate?: string | null | undefined;
}

export interface DirectoryEntry {
  /** Id of the user or group. */
  id: string;
  /** person: an active user. */
  kind: "person" | "group";
  name: string;
  /** Null for a group without an address. */
  email: string | null;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface DirectoryEntryFields {
  /** Id of the user or group. */
  id: string;
  /** person: an active user. */
  kind?: "person" | "group";
  name?: string;
  /** Null for a group without an address. */
  email?: string | null;
}

export interface Directory {
  data: (DirectoryEntry | DirectoryEntryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface Person {
  name: string;
  email: string;
  /** Names of their groups, by name. */
  groups: string[];
  /** Job title. */
  title: string | null;
  department: string | null;
  /** Building or place of work. */
  site: string | null;
  /** Set if they are away; it may have passed. */
  away_until: string | null;
  /** Incidents that are not resolved, closed or cancelled, and service requests that are submitted or approved, with the person as requester or opener. The newest 20, newest first. */
  open_records: {
    /** incident or request. More types may be added; ignore unknown ones. */
    type: string;
    id: string;
    /** Its `short_description`. */
    title: string;
    state: string;
  }[];
  /** CIs that the person owns. The newest 20, newest first. */
  cis: {
    id: string;
    /** Its name. */
    title: string;
  }[];
}

export interface ScimConnector {
  id: string;
  /** Name of the directory; errors about what it provisions show it. */
  name: string;
  /** Roles and groups of members of the provisioned groups, since SCIM sets no roles. They are applied again after each change of a membership, a group or these rules. */
  role_rules: ({
    /** The names of the groups that the connector provisions. */
    claim: "groups";
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups of this instance; unknown ones give nothing, and the response to a write warns of them. */
    groups: string[];
  })[];
  /** Whether one request may remove all members of a group that has more than five; otherwise it is refused with 409. */
  allow_emptying: boolean;
  /** With `true`, rules may give the role `super_admin`, and the connector may take over users with that role and change their address. */
  may_grant_super_admin: boolean;
  /** If false, the token is refused, and the users and groups of the connector can be changed by hand. */
  active: boolean;
  /** Base URL of SCIM, which the directory asks for. */
  url: string;
  /** The token is refused from then on: 365 days after it was created. */
  expires_at: string;
  /** Accurate to the minute. */
  last_used_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ScimConnectorFields {
  id: string;
  /** Name of the directory; errors about what it provisions show it. */
  name?: string;
  /** Roles and groups of members of the provisioned groups, since SCIM sets no roles. They are applied again after each change of a membership, a group or these rules. */
  role_rules?: ({
    /** The names of the groups that the connector provisions. */
    claim: "groups";
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups of this instance; unknown ones give nothing, and the response to a write warns of them. */
    groups: string[];
  })[];
  /** Whether one request may remove all members of a group that has more than five; otherwise it is refused with 409. */
  allow_emptying?: boolean;
  /** With `true`, rules may give the role `super_admin`, and the connector may take over users with that role and change their address. */
  may_grant_super_admin?: boolean;
  /** If false, the token is refused, and the users and groups of the connector can be changed by hand. */
  active?: boolean;
  /** Base URL of SCIM, which the directory asks for. */
  url?: string;
  /** The token is refused from then on: 365 days after it was created. */
  expires_at?: string;
  /** Accurate to the minute. */
  last_used_at?: string | null;
  version?: number;
  created_at?: string;
  updated_at?: string;
}

export interface ScimConnectorList {
  data: (ScimConnector | ScimConnectorFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ScimConnectorCreate {
  /** Name of the directory; errors about what it provisions show it. */
  name: string;
  /** Roles and groups of members of the provisioned groups, since SCIM sets no roles. They are applied again after each change of a membership, a group or these rules. */
  role_rules?: ({
    /** The names of the groups that the connector provisions. */
    claim: "groups";
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups of this instance; unknown ones give nothing, and the response to a write warns of them. */
    groups: string[];
  })[] | undefined;
  /** Whether one request may remove all members of a group that has more than five; otherwise it is refused with 409. */
  allow_emptying?: boolean | undefined;
  /** With `true`, rules may give the role `super_admin`, and the connector may take over users with that role and change their address. */
  may_grant_super_admin?: boolean | undefined;
  /** If false, the token is refused, and the users and groups of the connector can be changed by hand. */
  active?: boolean | undefined;
}

export interface ScimConnectorWithToken {
  id: string;
  /** Name of the directory; errors about what it provisions show it. */
  name: string;
  /** Roles and groups of members of the provisioned groups, since SCIM sets no roles. They are applied again after each change of a membership, a group or these rules. */
  role_rules: ({
    /** The names of the groups that the connector provisions. */
    claim: "groups";
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups of this instance; unknown ones give nothing, and the response to a write warns of them. */
    groups: string[];
  })[];
  /** Whether one request may remove all members of a group that has more than five; otherwise it is refused with 409. */
  allow_emptying: boolean;
  /** With `true`, rules may give the role `super_admin`, and the connector may take over users with that role and change their address. */
  may_grant_super_admin: boolean;
  /** If false, the token is refused, and the users and groups of the connector can be changed by hand. */
  active: boolean;
  /** Base URL of SCIM, which the directory asks for. */
  url: string;
  /** The token is refused from then on: 365 days after it was created. */
  expires_at: string;
  /** Accurate to the minute. */
  last_used_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
  /** Returned only once; only its hash is stored. */
  token: string;
}

export interface ScimConnectorUpdate {
  /** Name of the directory; errors about what it provisions show it. */
  name?: string | undefined;
  /** Roles and groups of members of the provisioned groups, since SCIM sets no roles. They are applied again after each change of a membership, a group or these rules. */
  role_rules?: ({
    /** The names of the groups that the connector provisions. */
    claim: "groups";
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups of this instance; unknown ones give nothing, and the response to a write warns of them. */
    groups: string[];
  })[] | undefined;
  /** Whether one request may remove all members of a group that has more than five; otherwise it is refused with 409. */
  allow_emptying?: boolean | undefined;
  /** With `true`, rules may give the role `super_admin`, and the connector may take over users with that role and change their address. */
  may_grant_super_admin?: boolean | undefined;
  /** If false, the token is refused, and the users and groups of the connector can be changed by hand. */
  active?: boolean | undefined;
}

export interface SavedScimConnector {
  id: string;
  /** Name of the directory; errors about what it provisions show it. */
  name: string;
  /** Roles and groups of members of the provisioned groups, since SCIM sets no roles. They are applied again after each change of a membership, a group or these rules. */
  role_rules: ({
    /** The names of the groups that the connector provisions. */
    claim: "groups";
    /** The rule applies if the claim is this text, or a list that contains it. */
    value: string;
    roles: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
    /** Names of groups of this instance; unknown ones give nothing, and the response to a write warns of them. */
    groups: string[];
  })[];
  /** Whether one request may remove all members of a group that has more than five; otherwise it is refused with 409. */
  allow_emptying: boolean;
  /** With `true`, rules may give the role `super_admin`, and the connector may take over users with that role and change their address. */
  may_grant_super_admin: boolean;
  /** If false, the token is refused, and the users and groups of the connector can be changed by hand. */
  active: boolean;
  /** Base URL of SCIM, which the directory asks for. */
  url: string;
  /** The token is refused from then on: 365 days after it was created. */
  expires_at: string;
  /** Accurate to the minute. */
  last_used_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  /** Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back. */
  warnings?: Warning[];
}

export interface OpenWork {
  user: {
    id: string;
    email: string;
    name: string;
    active: boolean;
  };
  /** Open records by type; types without any are left out. */
  records: ({
    /** incident, change, request or task. More types may be added; ignore unknown ones. */
    type: string;
    /** Number of records, also of those that are not listed. */
    total: number;
    /** The oldest 100, oldest first. */
    data: ({
      id: string;
      /** Its `short_description`; the `name` of a task. */
      title: string;
      state: string;
      assignment_group: string | null;
    })[];
  })[];
  /** Records that wait for a decision which the person may make and has not made, by type. They are not handed over: others who may decide them see them already. */
  approvals: {
    /** incident, change, request or task. More types may be added; ignore unknown ones. */
    type: string;
    /** Number of records, also of those that are not listed. */
    total: number;
    /** Number of other active users who may decide such records. */
    others: number;
    /** The oldest 100, oldest first. */
    data: {
      id: string;
      title: string;
    }[];
  }[];
  /** Groups without any other member. */
  only_member_of: {
    id: string;
    name: string;
  }[];
  /** Webhooks that the person owns. A `super_admin` names another owner. */
  webhooks: ({
    direction: "outbound" | "inbound";
    id: string;
    name: string;
    status: "active" | "inactive" | "suspended";
    /** When an inbound webhook rejects events; null without an end. */
    ends_at: string | null;
  })[];
}

export interface HandOver {
  /** The open records are assigned to this active user or client; absent or null: to nobody, so that they stay with their groups. */
  to?: string | null | undefined;
}

export interface GroupWork {
  group: {
    id: string;
    name: string;
  };
  /** Open records by type; types without any are left out. */
  records: ({
    /** incident, change, request or task. More types may be added; ignore unknown ones. */
    type: string;
    /** Number of records, also of those that are not listed. */
    total: number;
    /** The oldest 100, oldest first. */
    data: ({
      id: string;
      /** Its `short_description`; the `name` of a task. */
      title: string;
      state: string;
      assignment_group: string | null;
    })[];
  })[];
}

export interface Field {
  id: string;
  /** Records of this type have the field. Never changed. More types may be added; ignore unknown ones. */
  record_type: "incident" | "change" | "request" | "ci";
  /** Name of the value in `custom`. Unique for the record type, never changed and never used again. */
  key: string;
  /** Type of the values. Never changed. */
  type: "text" | "long_text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "choice" | "choices" | "person" | "ci" | "url";
  /** The name of the field that people read. */
  label: string;
  /** The values of a `choice` or `choices`, in their order; empty for other types. A value is never removed: set `active` to false. */
  choices: {
    /** The stored value, never changed. */
    value: string;
    /** The name of the choice that people read. */
    label: string;
    /** False: it can no longer be chosen. */
    active?: boolean;
  }[];
  /** Forms require a value. The API accepts a record without one and answers with a warning. */
  required: boolean;
  /** `agents`: only callers who may read every record of the type see the values, in every place. */
  visible_to: "everyone" | "agents";
  /** `agents`: only callers who may read every record of the type set values. */
  editable_by: "everyone" | "agents";
  /** Lists take the parameter `cf.<key>`. At most 20 fields of a record type; never a `long_text`. */
  filterable: boolean;
  /** Fields are shown in this order. By default after all others. */
  position: number;
  /** False: forms no longer show the field. Its values stay readable. */
  active: boolean;
  /** Help below the field. */
  description: string | null;
  /** Value of new records that are sent without one, of the type of the field. */
  default: unknown;
  /** The index of a filterable field; null without one. */
  index: {
    /** Lists can be filtered by the field once it is `ready`. */
    state: "building" | "ready" | "failed";
    percent: number;
  } | null;
  created_at: string;
  updated_at: string;
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface FieldFields {
  id: string;
  /** Records of this type have the field. Never changed. More types may be added; ignore unknown ones. */
  record_type?: "incident" | "change" | "request" | "ci";
  /** Name of the value in `custom`. Unique for the record type, never changed and never used again. */
  key?: string;
  /** Type of the values. Never changed. */
  type?: "text" | "long_text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "choice" | "choices" | "person" | "ci" | "url";
  /** The name of the field that people read. */
  label?: string;
  /** The values of a `choice` or `choices`, in their order; empty for other types. A value is never removed: set `active` to false. */
  choices?: {
    /** The stored value, never changed. */
    value: string;
    /** The name of the choice that people read. */
    label: string;
    /** False: it can no longer be chosen. */
    active?: boolean;
  }[];
  /** Forms require a value. The API accepts a record without one and answers with a warning. */
  required?: boolean;
  /** `agents`: only callers who may read every record of the type see the values, in every place. */
  visible_to?: "everyone" | "agents";
  /** `agents`: only callers who may read every record of the type set values. */
  editable_by?: "everyone" | "agents";
  /** Lists take the parameter `cf.<key>`. At most 20 fields of a record type; never a `long_text`. */
  filterable?: boolean;
  /** Fields are shown in this order. By default after all others. */
  position?: number;
  /** False: forms no longer show the field. Its values stay readable. */
  active?: boolean;
  /** Help below the field. */
  description?: string | null;
  /** Value of new records that are sent without one, of the type of the field. */
  default?: unknown;
  /** The index of a filterable field; null without one. */
  index?: {
    /** Lists can be filtered by the field once it is `ready`. */
    state: "building" | "ready" | "failed";
    percent: number;
  } | null;
  created_at?: string;
  updated_at?: string;
  /** Incremented by every update; the value of the ETag. */
  version?: number;
}

export interface FieldList {
  data: (Field | FieldFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface FieldCreate {
  /** Records of this type have the field. Never changed. More types may be added; ignore unknown ones. */
  record_type: "incident" | "change" | "request" | "ci";
  /** Name of the value in `custom`. Unique for the record type, never changed and never used again. */
  key: string;
  /** Type of the values. Never changed. */
  type: "text" | "long_text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "choice" | "choices" | "person" | "ci" | "url";
  /** The name of the field that people read. */
  label: string;
  /** The values of a `choice` or `choices`, in their order; empty for other types. A value is never removed: set `active` to false. */
  choices?: ({
    /** The stored value, never changed. */
    value: string;
    /** The name of the choice that people read. */
    label: string;
    /** False: it can no longer be chosen. */
    active?: boolean | undefined;
  })[] | undefined;
  /** Forms require a value. The API accepts a record without one and answers with a warning. */
  required?: boolean | undefined;
  /** `agents`: only callers who may read every record of the type see the values, in every place. */
  visible_to?: "everyone" | "agents" | undefined;
  /** `agents`: only callers who may read every record of the type set values. */
  editable_by?: "everyone" | "agents" | undefined;
  /** Lists take the parameter `cf.<key>`. At most 20 fields of a record type; never a `long_text`. */
  filterable?: boolean | undefined;
  /** Fields are shown in this order. By default after all others. */
  position?: number | undefined;
  /** False: forms no longer show the field. Its values stay readable. */
  active?: boolean | undefined;
  /** Help below the field. */
  description?: string | null | undefined;
  /** Value of new records that are sent without one, of the type of the field. */
  default?: unknown;
}

export interface FieldUpdate {
  /** The name of the field that people read. */
  label?: string | undefined;
  /** The values of a `choice` or `choices`, in their order; empty for other types. A value is never removed: set `active` to false. */
  choices?: ({
    /** The stored value, never changed. */
    value: string;
    /** The name of the choice that people read. */
    label: string;
    /** False: it can no longer be chosen. */
    active?: boolean | undefined;
  })[] | undefined;
  /** Forms require a value. The API accepts a record without one and answers with a warning. */
  required?: boolean | undefined;
  /** `agents`: only callers who may read every record of the type see the values, in every place. */
  visible_to?: "everyone" | "agents" | undefined;
  /** `agents`: only callers who may read every record of the type set values. */
  editable_by?: "everyone" | "agents" | undefined;
  /** Lists take the parameter `cf.<key>`. At most 20 fields of a record type; never a `long_text`. */
  filterable?: boolean | undefined;
  /** Fields are shown in this order. By default after all others. */
  position?: number | undefined;
  /** False: forms no longer show the field. Its values stay readable. */
  active?: boolean | undefined;
  /** Help below the field. */
  description?: string | null | undefined;
  /** Value of new records that are sent without one, of the type of the field. */
  default?: unknown;
}

export interface CalendarSummary {
  id: string;
  name: string;
  /** Name of a time zone in the IANA database, such as Europe/Berlin. */
  time_zone: string;
  /** Hours of each weekday. A weekday that is not sent is closed. */
  weekly: {
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    mon?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    tue?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    wed?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    thu?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    fri?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sat?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sun?: string[][];
  };
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface CalendarSummaryFields {
  id: string;
  name?: string;
  /** Name of a time zone in the IANA database, such as Europe/Berlin. */
  time_zone?: string;
  /** Hours of each weekday. A weekday that is not sent is closed. */
  weekly?: {
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    mon?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    tue?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    wed?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    thu?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    fri?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sat?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sun?: string[][];
  };
  created_at?: string;
  updated_at?: string;
}

export interface CalendarList {
  data: (CalendarSummary | CalendarSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface CalendarCreate {
  name: string;
  /** Name of a time zone in the IANA database, such as Europe/Berlin. */
  time_zone: string;
  /** Hours of each weekday. A weekday that is not sent is closed. */
  weekly: {
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    mon?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    tue?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    wed?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    thu?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    fri?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sat?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sun?: string[][] | undefined;
  };
  /** Dates whose hours replace those of their weekday, such as public holidays, in their order. */
  exceptions?: {
    /** Local date. Each has one exception. */
    date: string;
    name: string;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    hours: string[][];
  }[] | undefined;
}

export interface Calendar {
  id: string;
  name: string;
  /** Name of a time zone in the IANA database, such as Europe/Berlin. */
  time_zone: string;
  /** Hours of each weekday. A weekday that is not sent is closed. */
  weekly: {
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    mon?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    tue?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    wed?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    thu?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    fri?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sat?: string[][];
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sun?: string[][];
  };
  created_at: string;
  updated_at: string;
  /** Dates whose hours replace those of their weekday, such as public holidays, in their order. */
  exceptions: {
    /** Local date. Each has one exception. */
    date: string;
    name: string;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    hours: string[][];
  }[];
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

export interface CalendarPreview {
  /** Name of a time zone in the IANA database, such as Europe/Berlin. */
  time_zone: string;
  /** Hours of each weekday. A weekday that is not sent is closed. */
  weekly: {
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    mon?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    tue?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    wed?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    thu?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    fri?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sat?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sun?: string[][] | undefined;
  };
  /** Dates whose hours replace those of their weekday, such as public holidays, in their order. */
  exceptions?: {
    /** Local date. Each has one exception. */
    date: string;
    name: string;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    hours: string[][];
  }[] | undefined;
  /** First local date, by default today. From 1970-01-02 to 2199-09-30. */
  from?: string | undefined;
  days?: number | undefined;
}

export interface OpenPart {
  from: string;
  to: string;
}

export interface CalendarDay {
  date: string;
  /** Name of the exception of the date; null without one. */
  exception: string | null;
  /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
  hours: string[][];
  /** The hours as instants. Hours that the clock skips are absent; those that it repeats are there twice. */
  parts: OpenPart[];
  /** Whole seconds that are open. */
  open_seconds: number;
}

export interface CalendarPreviewResult {
  data: CalendarDay[];
}

export interface CalendarUpdate {
  name?: string | undefined;
  /** Name of a time zone in the IANA database, such as Europe/Berlin. */
  time_zone?: string | undefined;
  /** Hours of each weekday. A weekday that is not sent is closed. */
  weekly?: {
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    mon?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    tue?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    wed?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    thu?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    fri?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sat?: string[][] | undefined;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    sun?: string[][] | undefined;
  } | undefined;
  /** Dates whose hours replace those of their weekday, such as public holidays, in their order. */
  exceptions?: {
    /** Local date. Each has one exception. */
    date: string;
    name: string;
    /** Begin and end of each open part of the day, in their order; the end is not included. Empty: closed. */
    hours: string[][];
  }[] | undefined;
}

export interface CalendarDeleted {
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface CalendarOpen {
  /** The version of the calendar that was asked. */
  calendar: {
    id: string;
    version: number;
  };
  from: string;
  to: string;
  /** Whether the calendar is open at `from`. */
  open: boolean;
  /** Whole seconds that are open. */
  open_seconds: number;
  /** The open parts of the span, in their order. */
  parts: OpenPart[];
  /** Present and true if the span has more than 100 open parts; the later ones are omitted. `open_seconds` counts all. */
  truncated?: true;
}

/** Exactly one of `all`, `any` and `none`, nested at most 4 levels, with at most 100 comparisons. An empty `all` always holds. A record does not distinguish null from an absent value, as payloads of webhooks do. */
export interface Condition {
  all?: ConditionNode[] | undefined;
  any?: ConditionNode[] | undefined;
  none?: ConditionNode[] | undefined;
}

export interface SlaPolicySummary {
  id: string;
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "request";
  /** Policies are tried in this order, and the first whose condition holds applies. By default after all others. */
  position: number;
  when: Condition;
  /** Hours that count; null: round the clock. */
  calendar_id: string | null;
  /** Seconds of open time by priority. A metric without a value for the priority of a record has no clock; the resolution of an incident then has the target of the settings, round the clock. */
  targets: {
    /** Until the first public note of an agent. */
    first_response?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
    /** Between public notes of agents, while it is our turn. */
    update?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
    /** Until the record is resolved, or a service request fulfilled. */
    resolution?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
  };
  /** Reasons of a hold that pause each clock. A hold without a reason pauses the clocks that all reasons pause. */
  pause: {
    /** By default none. */
    first_response?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
    /** By default `awaiting_caller`. */
    update?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
    /** By default all. */
    resolution?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
  };
  /** False: the policy applies to no record. */
  active: boolean;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface SlaPolicySummaryFields {
  id: string;
  name?: string;
  /** Records of this type. Never changed. */
  record_type?: "incident" | "request";
  /** Policies are tried in this order, and the first whose condition holds applies. By default after all others. */
  position?: number;
  when?: Condition;
  /** Hours that count; null: round the clock. */
  calendar_id?: string | null;
  /** Seconds of open time by priority. A metric without a value for the priority of a record has no clock; the resolution of an incident then has the target of the settings, round the clock. */
  targets?: {
    /** Until the first public note of an agent. */
    first_response?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
    /** Between public notes of agents, while it is our turn. */
    update?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
    /** Until the record is resolved, or a service request fulfilled. */
    resolution?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
  };
  /** Reasons of a hold that pause each clock. A hold without a reason pauses the clocks that all reasons pause. */
  pause?: {
    /** By default none. */
    first_response?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
    /** By default `awaiting_caller`. */
    update?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
    /** By default all. */
    resolution?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
  };
  /** False: the policy applies to no record. */
  active?: boolean;
  created_at?: string;
  updated_at?: string;
}

export interface SlaPolicyList {
  data: (SlaPolicySummary | SlaPolicySummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface SlaPolicyCreate {
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "request";
  /** Seconds of open time by priority. A metric without a value for the priority of a record has no clock; the resolution of an incident then has the target of the settings, round the clock. */
  targets: {
    /** Until the first public note of an agent. */
    first_response?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
    /** Between public notes of agents, while it is our turn. */
    update?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
    /** Until the record is resolved, or a service request fulfilled. */
    resolution?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
  };
  when?: Condition | undefined;
  /** Policies are tried in this order, and the first whose condition holds applies. By default after all others. */
  position?: number | undefined;
  /** Reasons of a hold that pause each clock. A hold without a reason pauses the clocks that all reasons pause. */
  pause?: {
    /** By default none. */
    first_response?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
    /** By default `awaiting_caller`. */
    update?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
    /** By default all. */
    resolution?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
  } | undefined;
  /** False: the policy applies to no record. */
  active?: boolean | undefined;
  /** Hours that count; null: round the clock. */
  calendar_id?: string | null | undefined;
}

export interface SlaPolicy {
  id: string;
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "request";
  /** Policies are tried in this order, and the first whose condition holds applies. By default after all others. */
  position: number;
  when: Condition;
  /** Hours that count; null: round the clock. */
  calendar_id: string | null;
  /** Seconds of open time by priority. A metric without a value for the priority of a record has no clock; the resolution of an incident then has the target of the settings, round the clock. */
  targets: {
    /** Until the first public note of an agent. */
    first_response?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
    /** Between public notes of agents, while it is our turn. */
    update?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
    /** Until the record is resolved, or a service request fulfilled. */
    resolution?: {
      P1?: number;
      P2?: number;
      P3?: number;
      P4?: number;
    };
  };
  /** Reasons of a hold that pause each clock. A hold without a reason pauses the clocks that all reasons pause. */
  pause: {
    /** By default none. */
    first_response?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
    /** By default `awaiting_caller`. */
    update?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
    /** By default all. */
    resolution?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[];
  };
  /** False: the policy applies to no record. */
  active: boolean;
  created_at: string;
  updated_at: string;
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

export interface SlaPolicyPreview {
  id?: string | undefined;
  name?: string | undefined;
  /** Records of this type. Never changed. */
  record_type: "incident" | "request";
  /** Seconds of open time by priority. A metric without a value for the priority of a record has no clock; the resolution of an incident then has the target of the settings, round the clock. */
  targets: {
    /** Until the first public note of an agent. */
    first_response?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
    /** Between public notes of agents, while it is our turn. */
    update?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
    /** Until the record is resolved, or a service request fulfilled. */
    resolution?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
  };
  when?: Condition | undefined;
  /** Policies are tried in this order, and the first whose condition holds applies. By default after all others. */
  position?: number | undefined;
  /** Reasons of a hold that pause each clock. A hold without a reason pauses the clocks that all reasons pause. */
  pause?: {
    /** By default none. */
    first_response?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
    /** By default `awaiting_caller`. */
    update?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
    /** By default all. */
    resolution?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
  } | undefined;
  /** False: the policy applies to no record. */
  active?: boolean | undefined;
  /** Hours that count; null: round the clock. */
  calendar_id?: string | null | undefined;
}

export interface SlaPreviewRecord {
  id: string;
  short_description: string;
  before: SlaTarget[];
  after: SlaTarget[];
}

export interface SlaPolicyPreviewResult {
  /** Open records that were computed: the newest 5000 at most. */
  examined: number;
  /** Present and true if there are more open records. */
  truncated?: true;
  /** Records whose targets would change. */
  changed: number;
  /** Records that would breach a target earlier than now. */
  breach_earlier: number;
  /** Records that would exceed a target at once that they do not exceed now. */
  breach_at_once: number;
  /** Up to 20 of the changed records, first those that would breach at once. */
  sample: SlaPreviewRecord[];
}

export interface SlaPolicyUpdate {
  name?: string | undefined;
  /** Records of this type. Never changed. */
  record_type?: "incident" | "request" | undefined;
  /** Seconds of open time by priority. A metric without a value for the priority of a record has no clock; the resolution of an incident then has the target of the settings, round the clock. */
  targets?: {
    /** Until the first public note of an agent. */
    first_response?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
    /** Between public notes of agents, while it is our turn. */
    update?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
    /** Until the record is resolved, or a service request fulfilled. */
    resolution?: {
      P1?: number | undefined;
      P2?: number | undefined;
      P3?: number | undefined;
      P4?: number | undefined;
    } | undefined;
  } | undefined;
  when?: Condition | undefined;
  /** Policies are tried in this order, and the first whose condition holds applies. By default after all others. */
  position?: number | undefined;
  /** Reasons of a hold that pause each clock. A hold without a reason pauses the clocks that all reasons pause. */
  pause?: {
    /** By default none. */
    first_response?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
    /** By default `awaiting_caller`. */
    update?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
    /** By default all. */
    resolution?: ("awaiting_caller" | "awaiting_change" | "awaiting_problem" | "awaiting_vendor")[] | undefined;
  } | undefined;
  /** False: the policy applies to no record. */
  active?: boolean | undefined;
  /** Hours that count; null: round the clock. */
  calendar_id?: string | null | undefined;
}

export interface SlaPolicyDeleted {
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

/** Exactly one member, which names the action. */
export interface RuleAction {
  /** The fields to set, as in the request that updates a record. */
  set?: Record<string, unknown> | undefined;
  /** Sets the assignment group and the assignee. */
  assign?: {
    /** `round_robin`: the member of the group whose turn it is. `least_open`: the one with the fewest open records. Both pass over members who are away, inactive or at their capacity. */
    to: "person" | "group" | "round_robin" | "least_open";
    /** Required unless `to` is `person`. */
    group?: string | undefined;
    /** Required if `to` is `person`. */
    person?: string | undefined;
  } | undefined;
  add_note?: {
    visibility: "public" | "team";
    /** The text of the note. `{{ field }}` inserts a field of the record, by the grammar of inbound webhooks. */
    text: string;
  } | undefined;
  /** Notifies people who may read the record, in the service. */
  notify?: {
    /** Addresses of users. */
    users?: string[] | undefined;
    /** All members of these groups. */
    groups?: string[] | undefined;
    /** By default the name of the rule or macro. `{{ field }}` inserts a field of the record, by the grammar of inbound webhooks. */
    text?: string | undefined;
  } | undefined;
  /** Sends a mail to people who may read the record. */
  mail?: {
    /** `requester`, `assignee`, `group`, `watchers` of the record, or addresses of users. */
    to: string[];
    template: {
      /** The subject. `{{ field }}` inserts a field of the record, by the grammar of inbound webhooks. */
      subject: string;
      /** The text. `{{ field }}` inserts a field of the record, by the grammar of inbound webhooks. */
      text: string;
    };
  } | undefined;
  /** Applies the actions of a macro. Not allowed in macros. */
  apply_macro?: {
    macro_id: string;
  } | undefined;
  /** Makes people who may read the record watch it. */
  add_watcher?: {
    users: string[];
  } | undefined;
}

export interface RuleSummary {
  id: string;
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "change" | "request";
  /** Rules run in this order. By default after all others. */
  position: number;
  /** `created`: a record is created. `updated`: a field of a record changes. `noted`: a note is added. `due`: time has passed, see `due`. */
  on: "created" | "updated" | "noted" | "due";
  when: Condition;
  /** With `on` `due`: the rule runs once when a record has met the condition and this time has passed. It can run again after the record has left the condition. */
  due: {
    after_seconds: number;
    /** Hours that count; null: round the clock. */
    calendar_id?: string | null;
    /** When the time begins: at the creation of the record, at its last update, or when it came to its state. */
    since: "created_at" | "updated_at" | "state_since";
  } | null;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions: RuleAction[];
  /** True: if the rule runs, no later one runs in the same update. */
  stop: boolean;
  /** False: the rule never runs. */
  active: boolean;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface RuleSummaryFields {
  id: string;
  name?: string;
  /** Records of this type. Never changed. */
  record_type?: "incident" | "change" | "request";
  /** Rules run in this order. By default after all others. */
  position?: number;
  /** `created`: a record is created. `updated`: a field of a record changes. `noted`: a note is added. `due`: time has passed, see `due`. */
  on?: "created" | "updated" | "noted" | "due";
  when?: Condition;
  /** With `on` `due`: the rule runs once when a record has met the condition and this time has passed. It can run again after the record has left the condition. */
  due?: {
    after_seconds: number;
    /** Hours that count; null: round the clock. */
    calendar_id?: string | null;
    /** When the time begins: at the creation of the record, at its last update, or when it came to its state. */
    since: "created_at" | "updated_at" | "state_since";
  } | null;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions?: RuleAction[];
  /** True: if the rule runs, no later one runs in the same update. */
  stop?: boolean;
  /** False: the rule never runs. */
  active?: boolean;
  created_at?: string;
  updated_at?: string;
}

export interface RuleList {
  data: (RuleSummary | RuleSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface RuleCreate {
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "change" | "request";
  /** `created`: a record is created. `updated`: a field of a record changes. `noted`: a note is added. `due`: time has passed, see `due`. */
  on: "created" | "updated" | "noted" | "due";
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions: RuleAction[];
  when?: Condition | undefined;
  /** Rules run in this order. By default after all others. */
  position?: number | undefined;
  /** True: if the rule runs, no later one runs in the same update. */
  stop?: boolean | undefined;
  /** False: the rule never runs. */
  active?: boolean | undefined;
  /** With `on` `due`: the rule runs once when a record has met the condition and this time has passed. It can run again after the record has left the condition. */
  due?: {
    after_seconds: number;
    /** Hours that count; null: round the clock. */
    calendar_id?: string | null | undefined;
    /** When the time begins: at the creation of the record, at its last update, or when it came to its state. */
    since: "created_at" | "updated_at" | "state_since";
  } | null | undefined;
}

export interface Rule {
  id: string;
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "change" | "request";
  /** Rules run in this order. By default after all others. */
  position: number;
  /** `created`: a record is created. `updated`: a field of a record changes. `noted`: a note is added. `due`: time has passed, see `due`. */
  on: "created" | "updated" | "noted" | "due";
  when: Condition;
  /** With `on` `due`: the rule runs once when a record has met the condition and this time has passed. It can run again after the record has left the condition. */
  due: {
    after_seconds: number;
    /** Hours that count; null: round the clock. */
    calendar_id?: string | null;
    /** When the time begins: at the creation of the record, at its last update, or when it came to its state. */
    since: "created_at" | "updated_at" | "state_since";
  } | null;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions: RuleAction[];
  /** True: if the rule runs, no later one runs in the same update. */
  stop: boolean;
  /** False: the rule never runs. */
  active: boolean;
  created_at: string;
  updated_at: string;
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

export interface PreviewedRule {
  id?: string | undefined;
  name?: string | undefined;
  /** Records of this type. Never changed. */
  record_type: "incident" | "change" | "request";
  /** `created`: a record is created. `updated`: a field of a record changes. `noted`: a note is added. `due`: time has passed, see `due`. */
  on: "created" | "updated" | "noted" | "due";
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions: RuleAction[];
  when?: Condition | undefined;
  /** Rules run in this order. By default after all others. */
  position?: number | undefined;
  /** True: if the rule runs, no later one runs in the same update. */
  stop?: boolean | undefined;
  /** False: the rule never runs. */
  active?: boolean | undefined;
  /** With `on` `due`: the rule runs once when a record has met the condition and this time has passed. It can run again after the record has left the condition. */
  due?: {
    after_seconds: number;
    /** Hours that count; null: round the clock. */
    calendar_id?: string | null | undefined;
    /** When the time begins: at the creation of the record, at its last update, or when it came to its state. */
    since: "created_at" | "updated_at" | "state_since";
  } | null | undefined;
}

export interface RulePreview {
  rule: PreviewedRule;
  /** The newest 10000 creations and updates after this time are tried. */
  since: string;
}

export interface PreviewedRun {
  at: string;
  record_id: string;
  on: "created" | "updated" | "noted" | "due";
  /** Each field that changed, with its value before and after. */
  changes: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  notes: {
    visibility: string;
    body: string;
  }[];
  sent: {
    action: string;
    recipients: string[];
  }[];
  watchers: string[];
  skipped: {
    action: string;
    code: string;
    message: string;
  }[];
}

export interface RulePreviewResult {
  /** Creations and updates that were tried. */
  events: number;
  /** The time of the oldest one; the given time if all were tried. */
  since: string;
  /** False if there are more than 10000 events since the given time. */
  is_complete: boolean;
  /** Runs that would have changed or done something. */
  runs: number;
  /** Records that the rule would have run on. */
  records: number;
  /** How often each field would have changed. */
  changed: Record<string, number>;
  /** The newest 100 runs. People are chosen from those who are available now, continuing the present turns. */
  sample: PreviewedRun[];
}

export interface RuleUpdate {
  name?: string | undefined;
  /** Records of this type. Never changed. */
  record_type?: "incident" | "change" | "request" | undefined;
  /** `created`: a record is created. `updated`: a field of a record changes. `noted`: a note is added. `due`: time has passed, see `due`. */
  on?: "created" | "updated" | "noted" | "due" | undefined;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions?: RuleAction[] | undefined;
  when?: Condition | undefined;
  /** Rules run in this order. By default after all others. */
  position?: number | undefined;
  /** True: if the rule runs, no later one runs in the same update. */
  stop?: boolean | undefined;
  /** False: the rule never runs. */
  active?: boolean | undefined;
  /** With `on` `due`: the rule runs once when a record has met the condition and this time has passed. It can run again after the record has left the condition. */
  due?: {
    after_seconds: number;
    /** Hours that count; null: round the clock. */
    calendar_id?: string | null | undefined;
    /** When the time begins: at the creation of the record, at its last update, or when it came to its state. */
    since: "created_at" | "updated_at" | "state_since";
  } | null | undefined;
}

export interface RuleDeleted {
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface RuleRun {
  id: string;
  at: string;
  /** The version of the rule that ran. */
  rule_version: number;
  record_type: "incident" | "change" | "request";
  record_id: string;
  /** The version of the record after the run. */
  record_version: number;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface RuleRunFields {
  id: string;
  at?: string;
  /** The version of the rule that ran. */
  rule_version?: number;
  record_type?: "incident" | "change" | "request";
  record_id?: string;
  /** The version of the record after the run. */
  record_version?: number;
}

export interface RuleRunList {
  data: (RuleRun | RuleRunFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ConditionFieldEntry {
  /** The `field` of a comparison. */
  name: string;
  /** Reads well within a sentence. */
  label: string;
  /** Kind of the values. */
  kind: "text" | "choice" | "number" | "boolean" | "time" | "date" | "list";
  /** Whether the field may have no value. */
  optional: boolean;
  /** The values of a choice; absent if others are possible. */
  choices?: {
    value: string;
    label: string;
  }[];
  /** The operators that the field takes. */
  operators: ("eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "exists" | "changed" | "changed_from" | "changed_to" | "in_hours" | "out_of_hours")[];
}

export interface ConditionFieldList {
  data: ConditionFieldEntry[];
}

export interface MacroSummary {
  id: string;
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "change" | "request";
  /** The assignment group that uses the macro; null: all. Menus offer its own first. */
  group: string | null;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions: RuleAction[];
  /** False: nobody can apply the macro. */
  active: boolean;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface MacroSummaryFields {
  id: string;
  name?: string;
  /** Records of this type. Never changed. */
  record_type?: "incident" | "change" | "request";
  /** The assignment group that uses the macro; null: all. Menus offer its own first. */
  group?: string | null;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions?: RuleAction[];
  /** False: nobody can apply the macro. */
  active?: boolean;
  created_at?: string;
  updated_at?: string;
}

export interface MacroList {
  data: (MacroSummary | MacroSummaryFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface MacroCreate {
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "change" | "request";
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions: RuleAction[];
  /** False: nobody can apply the macro. */
  active?: boolean | undefined;
  /** The assignment group that uses the macro; null: all. Menus offer its own first. */
  group?: string | null | undefined;
}

export interface Macro {
  id: string;
  name: string;
  /** Records of this type. Never changed. */
  record_type: "incident" | "change" | "request";
  /** The assignment group that uses the macro; null: all. Menus offer its own first. */
  group: string | null;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions: RuleAction[];
  /** False: nobody can apply the macro. */
  active: boolean;
  created_at: string;
  updated_at: string;
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

export interface MacroUpdate {
  name?: string | undefined;
  /** Records of this type. Never changed. */
  record_type?: "incident" | "change" | "request" | undefined;
  /** Applied in this order. One that cannot apply is skipped, and the timeline of the record says why. */
  actions?: RuleAction[] | undefined;
  /** False: nobody can apply the macro. */
  active?: boolean | undefined;
  /** The assignment group that uses the macro; null: all. Menus offer its own first. */
  group?: string | null | undefined;
}

export interface MacroDeleted {
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface MacroApplication {
  macro_id: string;
  /** The version of the macro that you saw. If it has another one, nothing is applied. */
  version?: number | undefined;
}

export interface RuleExplanation {
  /** The newest runs first, at most 100. */
  runs: ({
    at: string;
    record_version: number;
    /** Why the service changed the record by itself; absent if the actor asked for all of `changes`. */
    cause: {
      /** `reply`: the requester's public note moved the record. `on_hold_until`: the time of its hold has come. `role_rules`: the rules of an identity provider or SCIM connector gave these roles. `group_renamed`: the group of the record has another name. `handed_over`: the open work of the assignee was handed over. `request_cancelled`: the service request of the task was cancelled. `leader_resolved`, `parent_resolved`: the incident was resolved with its leader or parent, by `resolve_linked`. `leader_merged`: its leader was merged into another incident, and it follows. `sla_policies`: SLA policies or calendars were changed. `rule`: a rule ran in the update. `rule_chain`: the rule did not run, because the update follows from rules that ran in others. `macro`: the actor applied a macro. More kinds may be added; ignore unknown ones. */
      kind: "reply" | "on_hold_until" | "role_rules" | "group_renamed" | "handed_over" | "request_cancelled" | "leader_resolved" | "parent_resolved" | "leader_merged" | "sla_policies" | "rule" | "rule_chain" | "macro";
      /** Id of the note; with `reply`. */
      note_id?: string;
      /** Id of the identity provider or connector; with `role_rules`. */
      source?: string;
      /** Id of the group; with `group_renamed`. */
      group_id?: string;
      /** The rule that ran; with `rule` and `rule_chain`. */
      rule?: {
        id: string;
        /** Its version at that time. */
        version: number;
        name: string;
      };
      /** The macro; with `macro`. */
      macro?: {
        id: string;
        /** Its version at that time. */
        version: number;
        name: string;
      };
      /** The values that the condition of the rule read. */
      inputs?: Record<string, unknown>;
      /** Actions that could not apply, with the reason; absent if none. */
      skipped?: {
        /** Name of the action, such as `assign`. */
        action: string;
        code: string;
        message: string;
      }[];
      /** Notifications and mails that the actions sent; absent if none. */
      sent?: {
        action: string;
        recipients: string[];
      }[];
      /** Updates in which rules ran that led to this one, the oldest first; absent if none. */
      chain?: {
        record: string;
        rules: string[];
      }[];
    };
  })[];
  /** Active rules of the type that have not run on the record. */
  others: ({
    rule: {
      id: string;
      version: number;
      name: string;
      on: "created" | "updated" | "noted" | "due";
    };
    /** Whether the condition holds now; the rule then runs at the next such update. */
    holds: boolean;
    /** The comparisons that make the condition fail; empty if it holds. */
    fails: {
      /** The place of the comparison in `when`. */
      pointer: string;
      field: string;
      operator: string;
      value?: unknown;
      /** The value of the field now. */
      actual: unknown;
    }[];
  })[];
}

export interface ChangeDefaults {
  /** Determines how many approvals are needed. Defaults to medium. */
  risk?: "low" | "medium" | "high" | undefined;
  /** P1 is the most urgent. Defaults to P3. */
  priority?: "P1" | "P2" | "P3" | "P4" | undefined;
  /** Configuration items that are changed. */
  ci_ids?: string[] | undefined;
  /** Full description in Markdown. */
  description?: string | null | undefined;
  /** How much is affected. */
  impact?: "low" | "medium" | "high" | null | undefined;
  /** Name of the group that implements the change. */
  assignment_group?: string | null | undefined;
  /** E-mail address of the assignee. */
  assigned_to?: string | null | undefined;
  /** The steps, in Markdown. */
  implementation_plan?: string | null | undefined;
  /** How to undo the change, in Markdown. */
  backout_plan?: string | null | undefined;
  /** How to verify the change, in Markdown. */
  test_plan?: string | null | undefined;
}

export interface Settings {
  /** Selects how `ai_suggested_resolution` of a new incident is computed: by the `local` engine, by the configured model `provider`, or not at all (`off`). */
  ai_on_create: "local" | "provider" | "off";
  /** Model provider tokens that suggestions for new incidents may use per day (UTC) on the whole instance. Once they are used up, the local engine computes the suggestions. */
  ai_on_create_tokens_per_day: number;
  /** Tokens that each caller may use per day (UTC) on the AI endpoints. */
  ai_tokens_per_day: number;
  /** Refuse an `assigned_to` who may not change the record or whom nobody knows, and an `assignment_group` that does not exist. By default they are accepted with `warnings`. */
  assignable_only: boolean;
  /** People with one of these roles need a second factor to sign in. They have 14 days to set one up, from the time when the setting first applied to them. Without effect for people of another identity provider that the instance uses in place of its own. */
  require_second_factor: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[];
  /** Bytes that a caller may attach to notes per day (UTC). */
  attachment_bytes_per_day: {
    /** For callers who reach their own records only. */
    requesters: number;
    /** For all other callers. */
    others: number;
  };
  /** Total size of all attachments of one record, in bytes. */
  attachment_bytes_per_record: number;
  /** Resolution targets in seconds. Existing incidents keep the target that they have. */
  sla_target_seconds: {
    P1: number;
    P2: number;
    P3: number;
    P4: number;
  };
  /** Derive the priority from impact × urgency for incidents without an explicit priority. */
  priority_matrix: boolean;
  /** Categories and subcategories that pickers offer, in this order. Incidents may have others. */
  categories: {
    /** The value of `category`. At most 400 bytes in UTF-8. */
    name: string;
    /** The values of `subcategory` within the category. */
    subcategories: string[];
  }[];
  /** Move an incident with a public note of its requester: from `on_hold` with `awaiting_caller` to `in_progress`, and from `resolved` to `reopened`. */
  replies_move_state: boolean;
  /** A reply reopens an incident that was resolved less than so many days ago; with 0 none does. */
  reopen_days: number;
  /** How many people must approve a change, by its risk. An emergency change needs one approval. */
  change_required_approvals: {
    low: number;
    medium: number;
    high: number;
  };
  /** Templates of standard changes, which are approved at once. A change gets the `defaults` for fields that its creator omits. */
  change_templates: {
    name: string;
    defaults: ChangeDefaults;
  }[];
  /** Periods in which no change should be implemented. A planned window that overlaps a freeze is a conflict. Emergency changes are exempt. */
  change_freezes: {
    name: string;
    from: string;
    to: string;
    /** CI classes that the freeze applies to. Applies to all changes if omitted. */
    classes?: string[];
  }[];
  /** Number of days after which finished jobs are deleted. */
  job_retention_days: number;
  /** Domains to which mail is sent in addition to active users and group addresses. Subdomains are not included; write international domains in ASCII (`xn--…`). */
  mail_domains: string[];
  /** Whether the requester of an incident gets mail when it is answered, waits for the requester or is resolved. Notifications in the API are created regardless. */
  requester_mail: boolean;
  /** Whether a verified mail of somebody unknown makes them a user with the role `requester`. Otherwise it is held with the cause `unknown_sender`. */
  mail_new_requesters: boolean;
  /** Values of `item` that pickers offer, in this order. Service requests may have others. */
  request_items: string[];
  /** Minimum number of days for which events, deliveries, attempts and inbound events are kept. */
  retention_days: number;
  version: number;
}

export interface SettingsUpdate {
  /** Selects how `ai_suggested_resolution` of a new incident is computed: by the `local` engine, by the configured model `provider`, or not at all (`off`). */
  ai_on_create?: "local" | "provider" | "off" | undefined;
  /** Model provider tokens that suggestions for new incidents may use per day (UTC) on the whole instance. Once they are used up, the local engine computes the suggestions. */
  ai_on_create_tokens_per_day?: number | undefined;
  /** Tokens that each caller may use per day (UTC) on the AI endpoints. */
  ai_tokens_per_day?: number | undefined;
  /** Refuse an `assigned_to` who may not change the record or whom nobody knows, and an `assignment_group` that does not exist. By default they are accepted with `warnings`. */
  assignable_only?: boolean | undefined;
  /** People with one of these roles need a second factor to sign in. They have 14 days to set one up, from the time when the setting first applied to them. Without effect for people of another identity provider that the instance uses in place of its own. */
  require_second_factor?: ("super_admin" | "itsm_manager" | "agent" | "requester" | "auditor")[] | undefined;
  /** Bytes that a caller may attach to notes per day (UTC). */
  attachment_bytes_per_day?: {
    /** For callers who reach their own records only. */
    requesters: number;
    /** For all other callers. */
    others: number;
  } | undefined;
  /** Total size of all attachments of one record, in bytes. */
  attachment_bytes_per_record?: number | undefined;
  /** Resolution targets in seconds. Existing incidents keep the target that they have. */
  sla_target_seconds?: {
    P1: number;
    P2: number;
    P3: number;
    P4: number;
  } | undefined;
  /** Derive the priority from impact × urgency for incidents without an explicit priority. */
  priority_matrix?: boolean | undefined;
  /** Categories and subcategories that pickers offer, in this order. Incidents may have others. */
  categories?: {
    /** The value of `category`. At most 400 bytes in UTF-8. */
    name: string;
    /** The values of `subcategory` within the category. */
    subcategories: string[];
  }[] | undefined;
  /** Move an incident with a public note of its requester: from `on_hold` with `awaiting_caller` to `in_progress`, and from `resolved` to `reopened`. */
  replies_move_state?: boolean | undefined;
  /** A reply reopens an incident that was resolved less than so many days ago; with 0 none does. */
  reopen_days?: number | undefined;
  /** How many people must approve a change, by its risk. An emergency change needs one approval. */
  change_required_approvals?: {
    low: number;
    medium: number;
    high: number;
  } | undefined;
  /** Templates of standard changes, which are approved at once. A change gets the `defaults` for fields that its creator omits. */
  change_templates?: {
    name: string;
    defaults: ChangeDefaults;
  }[] | undefined;
  /** Periods in which no change should be implemented. A planned window that overlaps a freeze is a conflict. Emergency changes are exempt. */
  change_freezes?: ({
    name: string;
    from: string;
    to: string;
    /** CI classes that the freeze applies to. Applies to all changes if omitted. */
    classes?: string[] | undefined;
  })[] | undefined;
  /** Number of days after which finished jobs are deleted. */
  job_retention_days?: number | undefined;
  /** Domains to which mail is sent in addition to active users and group addresses. Subdomains are not included; write international domains in ASCII (`xn--…`). */
  mail_domains?: string[] | undefined;
  /** Whether the requester of an incident gets mail when it is answered, waits for the requester or is resolved. Notifications in the API are created regardless. */
  requester_mail?: boolean | undefined;
  /** Whether a verified mail of somebody unknown makes them a user with the role `requester`. Otherwise it is held with the cause `unknown_sender`. */
  mail_new_requesters?: boolean | undefined;
  /** Values of `item` that pickers offer, in this order. Service requests may have others. */
  request_items?: string[] | undefined;
  /** Minimum number of days for which events, deliveries, attempts and inbound events are kept. */
  retention_days?: number | undefined;
}

export interface Choices {
  /** Refuse an `assigned_to` who may not change the record or whom nobody knows, and an `assignment_group` that does not exist. By default they are accepted with `warnings`. */
  assignable_only: boolean;
  /** Categories and subcategories that pickers offer, in this order. Incidents may have others. */
  categories: {
    /** The value of `category`. At most 400 bytes in UTF-8. */
    name: string;
    /** The values of `subcategory` within the category. */
    subcategories: string[];
  }[];
  /** Names of the templates of standard changes, if you may create changes. */
  change_templates?: string[];
  /** Values of `item` that pickers offer, in this order. Service requests may have others. */
  request_items: string[];
  /** Whether the requester of an incident gets mail when it is answered, waits for the requester or is resolved. Notifications in the API are created regardless. */
  requester_mail: boolean;
  /** Whether the directory lists everybody who can sign in. False with an external identity provider; clients should then accept any e-mail address. */
  directory_is_complete: boolean;
}

export interface IncidentEventData {
  id: string;
  short_description: string;
  priority: string;
  state: string;
  category: string | null;
  assignment_group: string | null;
  assigned_to: string | null;
  requester: string | null;
  ci_id: string | null;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
    /** The values between, in their order, where one update passes through several; absent if none. */
    via?: unknown[];
    /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
    truncated?: true;
  }>;
  /** The work note that was added; never its text. */
  note?: {
    id: string;
    visibility: string;
    author: string;
  };
  /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
  custom?: Record<string, unknown>;
}

export interface ChangeEventData {
  id: string;
  short_description: string;
  state: string;
  type: string;
  risk: string;
  /** E-mail address of the caller who caused the event. */
  actor: string;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
    /** The values between, in their order, where one update passes through several; absent if none. */
    via?: unknown[];
    /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
    truncated?: true;
  }>;
  /** The work note that was added; never its text. */
  note?: {
    id: string;
    visibility: string;
    author: string;
  };
  /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
  custom?: Record<string, unknown>;
}

export interface RequestEventData {
  id: string;
  short_description: string;
  state: string;
  priority: string;
  item: string | null;
  requested_by: string;
  requested_for: string | null;
  assignment_group: string | null;
  assigned_to: string | null;
  /** E-mail address of the caller who caused the event. */
  actor: string;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
    /** The values between, in their order, where one update passes through several; absent if none. */
    via?: unknown[];
    /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
    truncated?: true;
  }>;
  /** The work note that was added; never its text. */
  note?: {
    id: string;
    visibility: string;
    author: string;
  };
  /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
  custom?: Record<string, unknown>;
}

export interface SlaEventData {
  id: string;
  short_description: string;
  priority: string;
  state: string;
  category: string | null;
  assignment_group: string | null;
  assigned_to: string | null;
  requester: string | null;
  ci_id: string | null;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  sla: {
    target_seconds: number;
    breach_at: string;
  };
}

export interface CiEventData {
  id: string;
  name: string;
  class: string;
  status: string;
  environment: string | null;
  owner: string | null;
  support_group: string | null;
  discovery_source: string | null;
  /** E-mail address of the caller who caused the event. */
  actor: string;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
    /** The values between, in their order, where one update passes through several; absent if none. */
    via?: unknown[];
    /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
    truncated?: true;
  }>;
  /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
  custom?: Record<string, unknown>;
}

export interface IncidentNoteEventData {
  id: string;
  short_description: string;
  priority: string;
  state: string;
  category: string | null;
  assignment_group: string | null;
  assigned_to: string | null;
  requester: string | null;
  ci_id: string | null;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  /** The work note that was added. */
  note: {
    id: string;
    visibility: string;
    author: string;
    /** Text of the note; only of a public note. */
    body?: string;
    /** The text was longer than 1000 characters and is cut to that length; read the note for the whole text. */
    truncated?: true;
  };
}

export interface TaskEventData {
  id: string;
  request_id: string;
  name: string;
  state: string;
  assignment_group: string | null;
  assigned_to: string | null;
  due_at: string | null;
  /** E-mail address of the caller who caused the event. */
  actor: string;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
    /** The values between, in their order, where one update passes through several; absent if none. */
    via?: unknown[];
    /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
    truncated?: true;
  }>;
  /** The work note that was added; never its text. */
  note?: {
    id: string;
    visibility: string;
    author: string;
  };
}

export interface ArticleEventData {
  id: string;
  title: string;
  state: string;
  category: string | null;
  language: string;
  author: string;
  /** E-mail address of the caller who caused the event. */
  actor: string;
  /** URL of the record in the API. */
  url: string;
  /** Page of the record in the console. */
  html_url: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  /** Each field that changed, with its value before and after. */
  changes?: Record<string, {
    from: unknown;
    to: unknown;
    /** The values between, in their order, where one update passes through several; absent if none. */
    via?: unknown[];
    /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
    truncated?: true;
  }>;
}

export interface DeletedEventData {
  id: string;
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
  changes?: {
    deleted: {
      from: unknown;
      to: unknown;
    };
  };
}

/** Maps each type of event to its data. */
export interface EventDataByType {
  'incident.created': IncidentEventData;
  'incident.updated': IncidentEventData;
  'incident.resolved': IncidentEventData;
  'incident.priority_changed': IncidentEventData;
  'change.submitted': ChangeEventData;
  'change.approved': ChangeEventData;
  'change.rejected': ChangeEventData;
  'request.submitted': RequestEventData;
  'request.approved': RequestEventData;
  'sla.breach_warning': SlaEventData;
  'sla.breached': SlaEventData;
  'ci.discovered': CiEventData;
  'sla.target_warning': SlaEventData;
  'sla.target_breached': SlaEventData;
  'incident.deleted': IncidentEventData;
  'incident.note_added': IncidentNoteEventData;
  'change.created': ChangeEventData;
  'change.updated': ChangeEventData;
  'request.created': RequestEventData;
  'request.updated': RequestEventData;
  'task.created': TaskEventData;
  'task.updated': TaskEventData;
  'ci.created': CiEventData;
  'ci.updated': CiEventData;
  'article.created': ArticleEventData;
  'article.updated': ArticleEventData;
  'article.deleted': ArticleEventData;
}

export type EventType = keyof EventDataByType;

/** The body of a delivery: `event` decides the type of `data`. */
export type WebhookEvent<E extends EventType = EventType> = {
  [T in E]: { event: T; data: EventDataByType[T] } & {
  /** When the event happened. */
  timestamp: string;
  /** Name of the instance. */
  service_instance: string;
};
}[E];

/** An event of the log; an event of a deleted record has less data. */
export type Event = {
  [T in EventType]: Omit<WebhookEvent<T>, 'data'> & { data: EventDataByType[T] | DeletedEventData } & {
  id: string;
  record: {
    type: string;
    id: string;
  };
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence: number;
};
}[EventType];

/** A stream returns events of the log, the presence of people, and the number of the caller's unread notifications. */
export type StreamedEvent =
  | Event
  | { event: 'presence'; data: Presence }
  | { event: 'notification'; data: Pick<NotificationList, 'unread'> };
export type StreamedType = StreamedEvent['event'];

/** Returned if the request has `fields`: only those fields and the id. */
export interface EventFields {
  id: string;
  /** Type of the event. More types may be added; ignore unknown ones. */
  event?: "incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted";
  /** When the event happened. */
  timestamp?: string;
  /** Name of the instance. */
  service_instance?: string;
  /** Data of the event, depending on the kind of its record. More kinds may be added; ignore unknown ones. */
  data?: {
    id: string;
    short_description: string;
    priority: string;
    state: string;
    category: string | null;
    assignment_group: string | null;
    assigned_to: string | null;
    requester: string | null;
    ci_id: string | null;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    /** Each field that changed, with its value before and after. */
    changes?: Record<string, {
      from: unknown;
      to: unknown;
      /** The values between, in their order, where one update passes through several; absent if none. */
      via?: unknown[];
      /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
      truncated?: true;
    }>;
    /** The work note that was added; never its text. */
    note?: {
      id: string;
      visibility: string;
      author: string;
    };
    /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
    custom?: Record<string, unknown>;
  } | {
    id: string;
    short_description: string;
    state: string;
    type: string;
    risk: string;
    /** E-mail address of the caller who caused the event. */
    actor: string;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    /** Each field that changed, with its value before and after. */
    changes?: Record<string, {
      from: unknown;
      to: unknown;
      /** The values between, in their order, where one update passes through several; absent if none. */
      via?: unknown[];
      /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
      truncated?: true;
    }>;
    /** The work note that was added; never its text. */
    note?: {
      id: string;
      visibility: string;
      author: string;
    };
    /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
    custom?: Record<string, unknown>;
  } | {
    id: string;
    short_description: string;
    state: string;
    priority: string;
    item: string | null;
    requested_by: string;
    requested_for: string | null;
    assignment_group: string | null;
    assigned_to: string | null;
    /** E-mail address of the caller who caused the event. */
    actor: string;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    /** Each field that changed, with its value before and after. */
    changes?: Record<string, {
      from: unknown;
      to: unknown;
      /** The values between, in their order, where one update passes through several; absent if none. */
      via?: unknown[];
      /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
      truncated?: true;
    }>;
    /** The work note that was added; never its text. */
    note?: {
      id: string;
      visibility: string;
      author: string;
    };
    /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
    custom?: Record<string, unknown>;
  } | {
    id: string;
    short_description: string;
    priority: string;
    state: string;
    category: string | null;
    assignment_group: string | null;
    assigned_to: string | null;
    requester: string | null;
    ci_id: string | null;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    sla: {
      target_seconds: number;
      breach_at: string;
    };
  } | {
    id: string;
    name: string;
    class: string;
    status: string;
    environment: string | null;
    owner: string | null;
    support_group: string | null;
    discovery_source: string | null;
    /** E-mail address of the caller who caused the event. */
    actor: string;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    /** Each field that changed, with its value before and after. */
    changes?: Record<string, {
      from: unknown;
      to: unknown;
      /** The values between, in their order, where one update passes through several; absent if none. */
      via?: unknown[];
      /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
      truncated?: true;
    }>;
    /** Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see. */
    custom?: Record<string, unknown>;
  } | {
    id: string;
    short_description: string;
    priority: string;
    state: string;
    category: string | null;
    assignment_group: string | null;
    assigned_to: string | null;
    requester: string | null;
    ci_id: string | null;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    /** The work note that was added. */
    note: {
      id: string;
      visibility: string;
      author: string;
      /** Text of the note; only of a public note. */
      body?: string;
      /** The text was longer than 1000 characters and is cut to that length; read the note for the whole text. */
      truncated?: true;
    };
  } | {
    id: string;
    request_id: string;
    name: string;
    state: string;
    assignment_group: string | null;
    assigned_to: string | null;
    due_at: string | null;
    /** E-mail address of the caller who caused the event. */
    actor: string;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    /** Each field that changed, with its value before and after. */
    changes?: Record<string, {
      from: unknown;
      to: unknown;
      /** The values between, in their order, where one update passes through several; absent if none. */
      via?: unknown[];
      /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
      truncated?: true;
    }>;
    /** The work note that was added; never its text. */
    note?: {
      id: string;
      visibility: string;
      author: string;
    };
  } | {
    id: string;
    title: string;
    state: string;
    category: string | null;
    language: string;
    author: string;
    /** E-mail address of the caller who caused the event. */
    actor: string;
    /** URL of the record in the API. */
    url: string;
    /** Page of the record in the console. */
    html_url: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    /** Each field that changed, with its value before and after. */
    changes?: Record<string, {
      from: unknown;
      to: unknown;
      /** The values between, in their order, where one update passes through several; absent if none. */
      via?: unknown[];
      /** A text in `from` or `to` was longer than 1000 characters and is cut to that length; read the record for the whole value. */
      truncated?: true;
    }>;
  } | {
    id: string;
    /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
    sequence: number;
    changes?: {
      deleted: {
        from: unknown;
        to: unknown;
      };
    };
  };
  record?: {
    type: string;
    id: string;
  };
  /** Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps. */
  sequence?: number;
}

export interface EventList {
  data: (Event | EventFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface PresenceUpdate {
  record: {
    /** Type of the record. More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "ci" | "article";
    /** Id of the record. */
    id: string;
  };
  /** Whether the person views or edits the record. */
  mode: "viewing" | "editing";
}

export interface Presence {
  record: {
    /** Type of the record. More types may be added; ignore unknown ones. */
    type: "incident" | "change" | "request" | "ci" | "article";
    /** Id of the record. */
    id: string;
  };
  /** Whether the person views or edits the record. */
  mode: "viewing" | "editing";
  /** E-mail address of the person. */
  actor: string;
  /** The person counts as gone after this time, unless the presence is sent again before. */
  expires_at: string;
}

export interface WebhookHealth {
  /** Covers the last 24 hours. `failing`: the newest attempted delivery has not been delivered, or fewer than half of the finished ones were. `idle`: none was attempted. */
  status: "ok" | "failing" | "idle";
  /** Delivered divided by finished deliveries, of the newest 500; null if none finished. */
  success_share_24h: number | null;
  /** When a delivery last failed for good. */
  last_failure_at: string | null;
}

export interface Filter {
  /** Path of a value in the payload, such as `incident.priority`. */
  field: string;
  operator: "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "exists";
  /** Value to compare with: a list for `in` and `not_in`, true or false for `exists`. Numeric text is compared as a number. */
  value: unknown;
}

export interface OutboundWebhook {
  /** `wh_out_` and 32 hexadecimal characters. */
  id: string;
  /** E-mail address of the owner, who receives alerts; initially the creator. */
  owner: string;
  /** `suspended`: the owner was deactivated. When a `super_admin` names another `owner`, the webhook resumes and sends the events it missed. */
  status: "active" | "inactive" | "suspended";
  health: WebhookHealth;
  /** When the secret before the last rotation expires; null if there was none. */
  previous_secret_until: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  /** Display name. */
  name: string;
  /** URL that deliveries are posted to: https, without user or password, at a public address or one that the instance allows. Callers who may not manage webhooks see scheme and host only, because path and query may be a credential. */
  url: string;
  /** Event types subscribed to. `*` alone stands for all types, and one such as `incident.*` alone for those that begin so, without `sla.*`; both include types that are added later. */
  events: ("incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted" | "*" | "incident.*" | "change.*" | "request.*" | "sla.*" | "ci.*" | "task.*" | "article.*")[];
  /** An event is delivered only if all filters match. */
  filters: Filter[];
  /** Extra headers of each delivery. Values are returned only to callers who may manage webhooks. */
  headers: Record<string, string>;
  /** Whether deliveries are signed with the secret of the webhook. */
  sign_payloads: boolean;
  /** No deliveries are sent to an inactive webhook; `recover` sends the events it missed. */
  active: boolean;
  /** Limit for a whole attempt: name resolution, connection and response. */
  timeout_seconds: number;
  /** Returned in this response only: whsec_ and 32 bytes in base64. */
  secret?: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface OutboundWebhookFields {
  /** `wh_out_` and 32 hexadecimal characters. */
  id: string;
  /** E-mail address of the owner, who receives alerts; initially the creator. */
  owner?: string;
  /** `suspended`: the owner was deactivated. When a `super_admin` names another `owner`, the webhook resumes and sends the events it missed. */
  status?: "active" | "inactive" | "suspended";
  health?: WebhookHealth;
  /** When the secret before the last rotation expires; null if there was none. */
  previous_secret_until?: string | null;
  version?: number;
  created_at?: string;
  updated_at?: string;
  /** Display name. */
  name?: string;
  /** URL that deliveries are posted to: https, without user or password, at a public address or one that the instance allows. Callers who may not manage webhooks see scheme and host only, because path and query may be a credential. */
  url?: string;
  /** Event types subscribed to. `*` alone stands for all types, and one such as `incident.*` alone for those that begin so, without `sla.*`; both include types that are added later. */
  events?: ("incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted" | "*" | "incident.*" | "change.*" | "request.*" | "sla.*" | "ci.*" | "task.*" | "article.*")[];
  /** An event is delivered only if all filters match. */
  filters?: Filter[];
  /** Extra headers of each delivery. Values are returned only to callers who may manage webhooks. */
  headers?: Record<string, string>;
  /** Whether deliveries are signed with the secret of the webhook. */
  sign_payloads?: boolean;
  /** No deliveries are sent to an inactive webhook; `recover` sends the events it missed. */
  active?: boolean;
  /** Limit for a whole attempt: name resolution, connection and response. */
  timeout_seconds?: number;
  /** Returned in this response only: whsec_ and 32 bytes in base64. */
  secret?: string;
}

export interface OutboundWebhookList {
  data: (OutboundWebhook | OutboundWebhookFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface OutboundWebhookCreate {
  /** Display name. */
  name: string;
  /** URL that deliveries are posted to: https, without user or password, at a public address or one that the instance allows. Callers who may not manage webhooks see scheme and host only, because path and query may be a credential. */
  url: string;
  /** Event types subscribed to. `*` alone stands for all types, and one such as `incident.*` alone for those that begin so, without `sla.*`; both include types that are added later. */
  events: ("incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted" | "*" | "incident.*" | "change.*" | "request.*" | "sla.*" | "ci.*" | "task.*" | "article.*")[];
  /** An event is delivered only if all filters match. */
  filters?: Filter[] | undefined;
  /** Extra headers of each delivery. Values are returned only to callers who may manage webhooks. */
  headers?: Record<string, string> | undefined;
  /** Whether deliveries are signed with the secret of the webhook. */
  sign_payloads?: boolean | undefined;
  /** No deliveries are sent to an inactive webhook; `recover` sends the events it missed. */
  active?: boolean | undefined;
  /** Limit for a whole attempt: name resolution, connection and response. */
  timeout_seconds?: number | undefined;
}

export interface OutboundWebhookUpdate {
  /** Display name. */
  name?: string | undefined;
  /** URL that deliveries are posted to: https, without user or password, at a public address or one that the instance allows. Callers who may not manage webhooks see scheme and host only, because path and query may be a credential. */
  url?: string | undefined;
  /** Event types subscribed to. `*` alone stands for all types, and one such as `incident.*` alone for those that begin so, without `sla.*`; both include types that are added later. */
  events?: ("incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted" | "*" | "incident.*" | "change.*" | "request.*" | "sla.*" | "ci.*" | "task.*" | "article.*")[] | undefined;
  /** An event is delivered only if all filters match. */
  filters?: Filter[] | undefined;
  /** Extra headers of each delivery. Values are returned only to callers who may manage webhooks. */
  headers?: Record<string, string> | undefined;
  /** Whether deliveries are signed with the secret of the webhook. */
  sign_payloads?: boolean | undefined;
  /** No deliveries are sent to an inactive webhook; `recover` sends the events it missed. */
  active?: boolean | undefined;
  /** Limit for a whole attempt: name resolution, connection and response. */
  timeout_seconds?: number | undefined;
  /** Address of an active user or client. Only a `super_admin` can change it. */
  owner?: string | undefined;
}

export interface OutboundWebhookDeleted {
  /** `wh_out_` and 32 hexadecimal characters. */
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface SecretRotate {
  /** Number of seconds for which `webhook-signature` also contains a signature with the old secret. */
  grace_seconds?: number | undefined;
}

export interface SecretRotated {
  /** `wh_out_` and 32 hexadecimal characters. */
  id: string;
  /** Returned in this response only: whsec_ and 32 bytes in base64. */
  secret: string;
  /** When the old secret expires; absent if there was none. */
  previous_secret_until?: string;
}

export interface WebhookTest {
  /** Event type of the example, subscribed or not; by default the first one that the webhook is subscribed to. */
  event?: "incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted" | undefined;
}

export interface Attempt {
  number: number;
  started_at: string;
  duration_ms: number;
  status_code?: number;
  /** Why the attempt failed. */
  error?: string;
  request: {
    method: string;
    /** Scheme and host only for callers who may not manage webhooks. */
    url: string;
    /** Headers as sent. The values of the webhook's custom headers are masked; signatures are masked for callers who may not manage webhooks. */
    headers: Record<string, string>;
  };
  response: {
    headers: Record<string, string>;
    /** The first 16 kB. */
    body: string;
    body_truncated: boolean;
  } | null;
}

export interface TestResult {
  /** Whether the receiver responded with 2xx. */
  delivered: boolean;
  attempt: Attempt;
  /** The bytes that were signed and sent, as text. */
  body: string;
}

export interface Recover {
  /** Events at this time or later. */
  since: string;
  /** Events before this time; defaults to now. */
  until?: string | undefined;
}

export interface Recovered {
  /** Events that match the webhook. */
  matched: number;
  /** Matching events that had no delivery and were queued. */
  queued: number;
  /** Present if there are more events than one request processes: send another request with this value as `since`. */
  next_since?: string;
}

export interface ReplayAll {
  /** Status of the deliveries to replay. */
  status: "failed" | "delivered";
  /** Created at this time or later. */
  since: string;
  /** Created before this time; now by default. */
  until?: string | undefined;
  /** Event type; all by default. */
  event?: "incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted" | undefined;
}

export interface DeliverySummary {
  /** Sent to the receiver as X-Service-Delivery. */
  id: string;
  /** `wh_out_` and 32 hexadecimal characters. */
  webhook_id: string;
  /** More types may be added; ignore unknown ones. */
  event: "incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted";
  event_id: string;
  record: {
    type: string;
    id: string;
  };
  /** Position of the event among those of its record. */
  sequence: number;
  /** 0 for the original delivery, otherwise the number of the replay. */
  replay: number;
  status: "pending" | "retrying" | "delivered" | "failed";
  attempt_count: number;
  /** Present until the delivery has finished; in the past while an attempt is made. */
  next_attempt_at?: string;
  /** HTTP status of the last response. */
  last_status: number | null;
  /** Why the last attempt failed. */
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface DeliverySummaryFields {
  /** Sent to the receiver as X-Service-Delivery. */
  id: string;
  /** `wh_out_` and 32 hexadecimal characters. */
  webhook_id?: string;
  /** More types may be added; ignore unknown ones. */
  event?: "incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted";
  event_id?: string;
  record?: {
    type: string;
    id: string;
  };
  /** Position of the event among those of its record. */
  sequence?: number;
  /** 0 for the original delivery, otherwise the number of the replay. */
  replay?: number;
  status?: "pending" | "retrying" | "delivered" | "failed";
  attempt_count?: number;
  /** Present until the delivery has finished; in the past while an attempt is made. */
  next_attempt_at?: string;
  /** HTTP status of the last response. */
  last_status?: number | null;
  /** Why the last attempt failed. */
  last_error?: string | null;
  created_at?: string;
  finished_at?: string | null;
}

export interface DeliveryList {
  data: (DeliverySummary | DeliverySummaryFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface WebhookStats {
  since: string;
  /** Deliveries of the last 24 hours, at most the newest 10,000. */
  deliveries: number;
  pending: number;
  retrying: number;
  delivered: number;
  failed: number;
  /** Delivered divided by finished deliveries; null if none finished. */
  success_rate: number | null;
  oldest_due_at: string | null;
  last_delivered_at: string | null;
  interval?: "hour";
  /** Start of the series, at a full hour: later than requested if there were more than 20,000 deliveries. */
  from?: string;
  /** With `interval`: deliveries by the hour (UTC) in which they finished, without gaps. */
  series?: ({
    at: string;
    delivered: number;
    failed: number;
    /** Median duration of the attempts. */
    p50_ms: number | null;
    p95_ms: number | null;
  })[];
}

export interface Delivery {
  /** Sent to the receiver as X-Service-Delivery. */
  id: string;
  /** `wh_out_` and 32 hexadecimal characters. */
  webhook_id: string;
  /** More types may be added; ignore unknown ones. */
  event: "incident.created" | "incident.updated" | "incident.resolved" | "incident.priority_changed" | "change.submitted" | "change.approved" | "change.rejected" | "request.submitted" | "request.approved" | "sla.breach_warning" | "sla.breached" | "ci.discovered" | "sla.target_warning" | "sla.target_breached" | "incident.deleted" | "incident.note_added" | "change.created" | "change.updated" | "request.created" | "request.updated" | "task.created" | "task.updated" | "ci.created" | "ci.updated" | "article.created" | "article.updated" | "article.deleted";
  event_id: string;
  record: {
    type: string;
    id: string;
  };
  /** Position of the event among those of its record. */
  sequence: number;
  /** 0 for the original delivery, otherwise the number of the replay. */
  replay: number;
  status: "pending" | "retrying" | "delivered" | "failed";
  attempt_count: number;
  /** Present until the delivery has finished; in the past while an attempt is made. */
  next_attempt_at?: string;
  /** HTTP status of the last response. */
  last_status: number | null;
  /** Why the last attempt failed. */
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
  attempts: Attempt[];
  /** The bytes that are signed and sent, as text; null with `body_hidden`. */
  body: string | null;
  /** Set if the record is deleted and you may not read deleted records: `body` and the `response` of each attempt are null. The delivery can still be replayed. */
  body_hidden?: true;
}

/** Templates for fields of the incident, or for `upsert_ci` of the configuration item, such as `{{ labels.severity | map:"critical=P1,warning=P3" | default:"P3" }}`. For `resolve_incident`, only `resolution` is used. The template of `attributes` must render a JSON object. */
export interface FieldMapping {
  /** Template for `short_description`. */
  short_description?: string | undefined;
  /** Template for `priority`. */
  priority?: string | undefined;
  /** Template for `description`. */
  description?: string | undefined;
  /** Template for `category`. */
  category?: string | undefined;
  /** Template for `subcategory`. */
  subcategory?: string | undefined;
  /** Template for `impact`. */
  impact?: string | undefined;
  /** Template for `urgency`. */
  urgency?: string | undefined;
  /** Template for `assignment_group`. */
  assignment_group?: string | undefined;
  /** Template for `assigned_to`. */
  assigned_to?: string | undefined;
  /** Template for `requester`. */
  requester?: string | undefined;
  /** Template for `ci_id`. */
  ci_id?: string | undefined;
  /** Template for `parent_problem_id`. */
  parent_problem_id?: string | undefined;
  /** Template for `change_id`. */
  change_id?: string | undefined;
  /** Template for `external_id`. */
  external_id?: string | undefined;
  /** Template for `on_hold_reason`. */
  on_hold_reason?: string | undefined;
  /** Template for `resolution`. */
  resolution?: string | undefined;
  /** Template for `name`. */
  name?: string | undefined;
  /** Template for `class`. */
  class?: string | undefined;
  /** Template for `status`. */
  status?: string | undefined;
  /** Template for `attributes`. */
  attributes?: string | undefined;
  /** Template for `environment`. */
  environment?: string | undefined;
  /** Template for `criticality`. */
  criticality?: string | undefined;
  /** Template for `owner`. */
  owner?: string | undefined;
  /** Template for `support_group`. */
  support_group?: string | undefined;
  /** Template for `ip_address`. */
  ip_address?: string | undefined;
  /** Template for `fqdn`. */
  fqdn?: string | undefined;
  /** Template for `serial_number`. */
  serial_number?: string | undefined;
  /** Template for `location`. */
  location?: string | undefined;
  /** Template for `discovery_source`. */
  discovery_source?: string | undefined;
  /** Template for one of the instance's own fields that is in use, by its key: `custom.site`. The text is converted to the type of the field. */
  [name: `custom.${string}`]: string | undefined;
}

export interface InboundTemplateBody {
  /** Display name. It is also the title of incidents whose title template renders empty. */
  name: string;
  /** Purpose. */
  description?: string | null;
  /** `create_incident` opens an incident, or counts another occurrence if one with the same `dedup_key` is open. `resolve_incident` resolves the open incident with that `dedup_key`. `upsert_ci` updates the configuration item that the mapped fields identify, or creates it. */
  action?: "create_incident" | "resolve_incident" | "upsert_ci";
  field_mapping?: FieldMapping;
  /** An event is processed only if all filters match. A field is a path as in templates. */
  filters?: Filter[];
  /** For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing. */
  resolve_when?: Filter[];
  /** Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`. */
  dedup_key?: string | null;
  /** Whether events must be signed with the secret of the webhook. */
  secret_enabled?: boolean;
  /** An inactive webhook rejects events with 401. */
  active?: boolean;
}

export interface InboundTemplate {
  /** Value of `template` in `POST /webhooks/inbound`. */
  id: string;
  sender: string;
  description: string;
  /** How to configure the sender. */
  setup: string;
  /** Request bodies for `POST /webhooks/inbound`; there is one, for all events of the sender. */
  webhooks: InboundTemplateBody[];
}

export interface InboundTemplateList {
  data: InboundTemplate[];
}

export interface InboundWebhook {
  /** `wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`. */
  id: string | null;
  /** whr_ and 32 hexadecimal characters. Identifies the webhook in management paths, in the audit trail and in logs; events cannot be posted to it. */
  handle: string;
  /** URL that events are posted to; null for callers who may not manage webhooks. */
  url: string | null;
  /** E-mail address of the owner, initially the creator; it is the `opened_by` of its incidents. */
  owner: string;
  /** Set while the owner is deactivated or lacks a permission: until this time, the webhook continues with the permissions that the owner had. A `super_admin` can name another `owner`. */
  ends_at: string | null;
  /** When the secret before the last rotation expires; null if there was none. */
  previous_secret_until: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  /** Display name. It is also the title of incidents whose title template renders empty. */
  name: string;
  /** Purpose. */
  description: string | null;
  /** `create_incident` opens an incident, or counts another occurrence if one with the same `dedup_key` is open. `resolve_incident` resolves the open incident with that `dedup_key`. `upsert_ci` updates the configuration item that the mapped fields identify, or creates it. */
  action: "create_incident" | "resolve_incident" | "upsert_ci";
  field_mapping: FieldMapping;
  /** An event is processed only if all filters match. A field is a path as in templates. */
  filters: Filter[];
  /** For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing. */
  resolve_when: Filter[];
  /** Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`. */
  dedup_key: string | null;
  /** Whether events must be signed with the secret of the webhook. */
  secret_enabled: boolean;
  /** An inactive webhook rejects events with 401. */
  active: boolean;
  /** Returned in this response only: whsec_ and 32 bytes in base64. */
  secret?: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface InboundWebhookFields {
  /** `wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`. */
  id: string | null;
  /** whr_ and 32 hexadecimal characters. Identifies the webhook in management paths, in the audit trail and in logs; events cannot be posted to it. */
  handle?: string;
  /** URL that events are posted to; null for callers who may not manage webhooks. */
  url?: string | null;
  /** E-mail address of the owner, initially the creator; it is the `opened_by` of its incidents. */
  owner?: string;
  /** Set while the owner is deactivated or lacks a permission: until this time, the webhook continues with the permissions that the owner had. A `super_admin` can name another `owner`. */
  ends_at?: string | null;
  /** When the secret before the last rotation expires; null if there was none. */
  previous_secret_until?: string | null;
  version?: number;
  created_at?: string;
  updated_at?: string;
  /** Display name. It is also the title of incidents whose title template renders empty. */
  name?: string;
  /** Purpose. */
  description?: string | null;
  /** `create_incident` opens an incident, or counts another occurrence if one with the same `dedup_key` is open. `resolve_incident` resolves the open incident with that `dedup_key`. `upsert_ci` updates the configuration item that the mapped fields identify, or creates it. */
  action?: "create_incident" | "resolve_incident" | "upsert_ci";
  field_mapping?: FieldMapping;
  /** An event is processed only if all filters match. A field is a path as in templates. */
  filters?: Filter[];
  /** For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing. */
  resolve_when?: Filter[];
  /** Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`. */
  dedup_key?: string | null;
  /** Whether events must be signed with the secret of the webhook. */
  secret_enabled?: boolean;
  /** An inactive webhook rejects events with 401. */
  active?: boolean;
  /** Returned in this response only: whsec_ and 32 bytes in base64. */
  secret?: string;
}

export interface InboundWebhookList {
  data: (InboundWebhook | InboundWebhookFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface InboundWebhookCreate {
  /** Fills the fields that are absent from the template with this `id`; a given field replaces that of the template as a whole. */
  template?: "alertmanager" | "grafana" | "github" | "generic" | undefined;
  /** Display name. It is also the title of incidents whose title template renders empty. Required without `template`. */
  name?: string | undefined;
  /** Purpose. */
  description?: string | null | undefined;
  /** `create_incident` opens an incident, or counts another occurrence if one with the same `dedup_key` is open. `resolve_incident` resolves the open incident with that `dedup_key`. `upsert_ci` updates the configuration item that the mapped fields identify, or creates it. */
  action?: "create_incident" | "resolve_incident" | "upsert_ci" | undefined;
  field_mapping?: FieldMapping | undefined;
  /** An event is processed only if all filters match. A field is a path as in templates. */
  filters?: Filter[] | undefined;
  /** For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing. */
  resolve_when?: Filter[] | undefined;
  /** Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`. */
  dedup_key?: string | null | undefined;
  /** Whether events must be signed with the secret of the webhook. */
  secret_enabled?: boolean | undefined;
  /** An inactive webhook rejects events with 401. */
  active?: boolean | undefined;
}

export interface InboundWebhookUpdate {
  /** Display name. It is also the title of incidents whose title template renders empty. */
  name?: string | undefined;
  /** Purpose. */
  description?: string | null | undefined;
  /** `create_incident` opens an incident, or counts another occurrence if one with the same `dedup_key` is open. `resolve_incident` resolves the open incident with that `dedup_key`. `upsert_ci` updates the configuration item that the mapped fields identify, or creates it. */
  action?: "create_incident" | "resolve_incident" | "upsert_ci" | undefined;
  field_mapping?: FieldMapping | undefined;
  /** An event is processed only if all filters match. A field is a path as in templates. */
  filters?: Filter[] | undefined;
  /** For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing. */
  resolve_when?: Filter[] | undefined;
  /** Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`. */
  dedup_key?: string | null | undefined;
  /** Whether events must be signed with the secret of the webhook. */
  secret_enabled?: boolean | undefined;
  /** An inactive webhook rejects events with 401. */
  active?: boolean | undefined;
  /** Address of an active user or client. Only a `super_admin` can change it. */
  owner?: string | undefined;
}

export interface InboundWebhookDeleted {
  /** `wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`. */
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

/** The first filter that did not match. */
export interface UnmatchedFilter {
  /** Path of a value in the payload, such as `incident.priority`. */
  field: string;
  operator: "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "exists";
  /** Value to compare with: a list for `in` and `not_in`, true or false for `exists`. Numeric text is compared as a number. */
  value: unknown;
}

export interface MappingWarning {
  /** Field of the incident or the configuration item, or `dedup_key`. */
  field: string;
  /** More codes may be added; ignore unknown ones. */
  code: "missing_path" | "truncated" | "translated" | "left_out" | "replaced";
  message: string;
}

export interface InboundResult {
  event_id: string;
  /** `created`: an incident was opened, or a configuration item was created. `updated`: the configuration item exists and has the mapped values. `deduplicated`: the delivery id or the `dedup_key` is already known. `resolved`: the open incident was resolved. `ignored`: a filter did not match, there was nothing to resolve, or no single configuration item could be identified. */
  status: "created" | "updated" | "deduplicated" | "resolved" | "ignored";
  /** Assigned by the service: INC and seven characters. */
  incident_id?: string;
  /** Assigned by the service: CI and digits. */
  ci_id?: string;
  /** Number of times the incident has been reported. */
  occurrences?: number;
  filter?: UnmatchedFilter;
  /** Why the event was ignored. */
  reason?: string;
  /** Values that were changed or omitted so that the event could be processed. */
  mapping_warnings?: MappingWarning[];
}

export interface InboundSecretRotate {
  /** Number of seconds for which the old secret is still accepted. */
  grace_seconds?: number | undefined;
}

export interface InboundSecretRotated {
  /** `wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`. */
  id: string;
  /** Returned in this response only: whsec_ and 32 bytes in base64. */
  secret: string;
  /** When the old secret expires; absent if there was none. */
  previous_secret_until?: string;
}

/** Other members override the settings of the webhook for this preview. */
export interface InboundPreview {
  /** Payload as the sender would post it. */
  payload: Record<string, unknown>;
  headers?: Record<string, string> | undefined;
  field_mapping?: FieldMapping | undefined;
  /** An event is processed only if all filters match. A field is a path as in templates. */
  filters?: Filter[] | undefined;
  /** For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing. */
  resolve_when?: Filter[] | undefined;
  /** Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`. */
  dedup_key?: string | null | undefined;
  /** Settings to try instead of those of the webhook, which does not change. */
  draft?: {
    /** `create_incident` opens an incident, or counts another occurrence if one with the same `dedup_key` is open. `resolve_incident` resolves the open incident with that `dedup_key`. `upsert_ci` updates the configuration item that the mapped fields identify, or creates it. */
    action?: "create_incident" | "resolve_incident" | "upsert_ci" | undefined;
    field_mapping?: FieldMapping | undefined;
    /** An event is processed only if all filters match. A field is a path as in templates. */
    filters?: Filter[] | undefined;
    /** For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing. */
    resolve_when?: Filter[] | undefined;
    /** Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`. */
    dedup_key?: string | null | undefined;
  } | undefined;
}

export interface InboundPreviewed {
  would: "create_incident" | "resolve_incident" | "upsert_ci" | "be_ignored";
  /** Fields the incident would be opened with. */
  incident?: Record<string, unknown>;
  /** Fields of the configuration item, for `upsert_ci`. */
  ci?: Record<string, unknown>;
  dedup_key: string | null;
  filters: ({
    /** Path of a value in the payload, such as `incident.priority`. */
    field: string;
    operator: "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "exists";
    /** Value to compare with: a list for `in` and `not_in`, true or false for `exists`. Numeric text is compared as a number. */
    value: unknown;
    passed: boolean;
    actual?: unknown;
  })[];
  /** The event would resolve an incident if the list is not empty and all passed. */
  resolve_when: ({
    /** Path of a value in the payload, such as `incident.priority`. */
    field: string;
    operator: "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "exists";
    /** Value to compare with: a list for `in` and `not_in`, true or false for `exists`. Numeric text is compared as a number. */
    value: unknown;
    passed: boolean;
    actual?: unknown;
  })[];
  /** Values that were changed or omitted so that the event could be processed. */
  warnings: MappingWarning[];
}

export interface InboundEvent {
  id: string;
  /** `wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`. */
  webhook_id: string | null;
  /** whr_ and 32 hexadecimal characters. Identifies the webhook in management paths, in the audit trail and in logs; events cannot be posted to it. */
  webhook_handle: string;
  received_at: string;
  /** `created`: an incident was opened, or a configuration item was created. `updated`: the configuration item exists and has the mapped values. `deduplicated`: the delivery id or the `dedup_key` is already known. `resolved`: the open incident was resolved. `ignored`: a filter did not match, there was nothing to resolve, or no single configuration item could be identified. */
  status: "created" | "updated" | "deduplicated" | "resolved" | "ignored";
  /** Values that were changed or omitted so that the event could be processed. */
  mapping_warnings: MappingWarning[];
  /** Assigned by the service: INC and seven characters. */
  incident_id: string | null;
  /** Assigned by the service: CI and digits. */
  ci_id: string | null;
  /** Number of times the incident has been reported. */
  occurrences: number | null;
  /** Delivery id given by the sender, after the name of its header and a colon. */
  delivery_id: string | null;
  dedup_key: string | null;
  /** Why the event was ignored. */
  reason: string | null;
  /** X-Request-Id of the request that delivered the event. */
  request_id: string;
  /** Id of the event that was replayed. */
  replay_of: string | null;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface InboundEventFields {
  id: string;
  /** `wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`. */
  webhook_id?: string | null;
  /** whr_ and 32 hexadecimal characters. Identifies the webhook in management paths, in the audit trail and in logs; events cannot be posted to it. */
  webhook_handle?: string;
  received_at?: string;
  /** `created`: an incident was opened, or a configuration item was created. `updated`: the configuration item exists and has the mapped values. `deduplicated`: the delivery id or the `dedup_key` is already known. `resolved`: the open incident was resolved. `ignored`: a filter did not match, there was nothing to resolve, or no single configuration item could be identified. */
  status?: "created" | "updated" | "deduplicated" | "resolved" | "ignored";
  /** Values that were changed or omitted so that the event could be processed. */
  mapping_warnings?: MappingWarning[];
  /** Assigned by the service: INC and seven characters. */
  incident_id?: string | null;
  /** Assigned by the service: CI and digits. */
  ci_id?: string | null;
  /** Number of times the incident has been reported. */
  occurrences?: number | null;
  /** Delivery id given by the sender, after the name of its header and a colon. */
  delivery_id?: string | null;
  dedup_key?: string | null;
  /** Why the event was ignored. */
  reason?: string | null;
  /** X-Request-Id of the request that delivered the event. */
  request_id?: string;
  /** Id of the event that was replayed. */
  replay_of?: string | null;
}

export interface InboundEventList {
  data: (InboundEvent | InboundEventFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface InboundEventDetail {
  id: string;
  /** `wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`. */
  webhook_id: string | null;
  /** whr_ and 32 hexadecimal characters. Identifies the webhook in management paths, in the audit trail and in logs; events cannot be posted to it. */
  webhook_handle: string;
  received_at: string;
  /** `created`: an incident was opened, or a configuration item was created. `updated`: the configuration item exists and has the mapped values. `deduplicated`: the delivery id or the `dedup_key` is already known. `resolved`: the open incident was resolved. `ignored`: a filter did not match, there was nothing to resolve, or no single configuration item could be identified. */
  status: "created" | "updated" | "deduplicated" | "resolved" | "ignored";
  /** Values that were changed or omitted so that the event could be processed. */
  mapping_warnings: MappingWarning[];
  /** Assigned by the service: INC and seven characters. */
  incident_id: string | null;
  /** Assigned by the service: CI and digits. */
  ci_id: string | null;
  /** Number of times the incident has been reported. */
  occurrences: number | null;
  /** Delivery id given by the sender, after the name of its header and a colon. */
  delivery_id: string | null;
  dedup_key: string | null;
  /** Why the event was ignored. */
  reason: string | null;
  /** X-Request-Id of the request that delivered the event. */
  request_id: string;
  /** Id of the event that was replayed. */
  replay_of: string | null;
  /** Headers that templates can use; signatures and credentials are never stored. */
  headers: Record<string, string>;
  /** Payload as received; text if it is nested too deeply to be returned as JSON. */
  payload: unknown;
}

export interface Notification {
  id: string;
  /** Type of the notification. `change.submitted` and `request.submitted` are replaced by `approval.requested`; only older notifications have them. More types may be added; ignore unknown ones. */
  type: "incident.assigned" | "incident.stakeholders" | "incident.replied" | "incident.resumed" | "incident.answered" | "mail.received" | "incident.awaiting_you" | "incident.resolved" | "approval.requested" | "request.decided" | "task.ready" | "change.decided" | "article.submitted" | "article.published" | "article.sent_back" | "sla.breach_warning" | "webhook.delivery_failed" | "webhook.owner_inactive" | "mention" | "watched.updated" | "work.left_open" | "work.handed_over" | "rule.message" | "request.submitted" | "change.submitted";
  created_at: string;
  read_at: string | null;
  incident_id?: string;
  service_request_id?: string;
  /** The stage that waits, in `approval.requested` of an order. */
  stage?: string;
  task_id?: string;
  task_name?: string;
  due_at?: string | null;
  change_id?: string;
  article_id?: string;
  ci_id?: string;
  /** The record of `mention`, `watched.updated` and `rule.message`, whatever its type. */
  record?: {
    type: string;
    id: string;
  };
  /** Name of the rule or macro. */
  rule?: string;
  /** Message of a rule or macro. */
  text?: string;
  short_description?: string;
  priority?: string;
  state?: string;
  /** In `watched.updated`, the state before; absent if it stayed. */
  previous_state?: string;
  sla_breach_at?: string;
  /** E-mail address of the author of the note. */
  author?: string;
  /** Beginning of the note, at most 200 characters; in `incident.resolved` without a note, that of the resolution. */
  excerpt?: string;
  /** URL of the record in the API. */
  url?: string;
  /** URL of the record in the console. */
  html_url?: string;
  webhook_id?: string;
  webhook_name?: string;
  /** E-mail address of the owner of the webhook. */
  owner?: string;
  ends_at?: string;
  /** Id of the user whose open work it is. */
  user_id?: string;
  /** E-mail address of that user. */
  person?: string;
  person_name?: string;
  /** Group of the open records; null in the notification of managers. */
  group?: string | null;
  /** Number of the open records. */
  total?: number;
  /** The first 20 of the open records. */
  records?: {
    type: string;
    id: string;
    title: string;
  }[];
  delivery_id?: string;
  event?: string;
  attempts?: number;
  last_status?: number | null;
  last_error?: string | null;
  failed_at?: string;
  /** Number of failed deliveries that the notification stands for: after 20 notifications about a webhook within an hour, the last one is updated and becomes unread again. */
  count?: number;
  /** POST to this URL to send the delivery again. */
  replay_url?: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface NotificationFields {
  id: string;
  /** Type of the notification. `change.submitted` and `request.submitted` are replaced by `approval.requested`; only older notifications have them. More types may be added; ignore unknown ones. */
  type?: "incident.assigned" | "incident.stakeholders" | "incident.replied" | "incident.resumed" | "incident.answered" | "mail.received" | "incident.awaiting_you" | "incident.resolved" | "approval.requested" | "request.decided" | "task.ready" | "change.decided" | "article.submitted" | "article.published" | "article.sent_back" | "sla.breach_warning" | "webhook.delivery_failed" | "webhook.owner_inactive" | "mention" | "watched.updated" | "work.left_open" | "work.handed_over" | "rule.message" | "request.submitted" | "change.submitted";
  created_at?: string;
  read_at?: string | null;
  incident_id?: string;
  service_request_id?: string;
  /** The stage that waits, in `approval.requested` of an order. */
  stage?: string;
  task_id?: string;
  task_name?: string;
  due_at?: string | null;
  change_id?: string;
  article_id?: string;
  ci_id?: string;
  /** The record of `mention`, `watched.updated` and `rule.message`, whatever its type. */
  record?: {
    type: string;
    id: string;
  };
  /** Name of the rule or macro. */
  rule?: string;
  /** Message of a rule or macro. */
  text?: string;
  short_description?: string;
  priority?: string;
  state?: string;
  /** In `watched.updated`, the state before; absent if it stayed. */
  previous_state?: string;
  sla_breach_at?: string;
  /** E-mail address of the author of the note. */
  author?: string;
  /** Beginning of the note, at most 200 characters; in `incident.resolved` without a note, that of the resolution. */
  excerpt?: string;
  /** URL of the record in the API. */
  url?: string;
  /** URL of the record in the console. */
  html_url?: string;
  webhook_id?: string;
  webhook_name?: string;
  /** E-mail address of the owner of the webhook. */
  owner?: string;
  ends_at?: string;
  /** Id of the user whose open work it is. */
  user_id?: string;
  /** E-mail address of that user. */
  person?: string;
  person_name?: string;
  /** Group of the open records; null in the notification of managers. */
  group?: string | null;
  /** Number of the open records. */
  total?: number;
  /** The first 20 of the open records. */
  records?: {
    type: string;
    id: string;
    title: string;
  }[];
  delivery_id?: string;
  event?: string;
  attempts?: number;
  last_status?: number | null;
  last_error?: string | null;
  failed_at?: string;
  /** Number of failed deliveries that the notification stands for: after 20 notifications about a webhook within an hour, the last one is updated and becomes unread again. */
  count?: number;
  /** POST to this URL to send the delivery again. */
  replay_url?: string;
}

export interface NotificationList {
  data: (Notification | NotificationFields)[];
  /** Absent on the last page. */
  next_cursor?: string;
  /** Number of notifications that you have not read; 1,000 if there are more. */
  unread: number;
}

export interface NotificationsRead {
  /** Number of notifications that were unread. */
  read: number;
  read_at: string;
}

export interface NotificationPreferences {
  /** Whether notifications of each type are also sent by mail. */
  email: {
    /** Another user assigned an incident to you. */
    "incident.assigned": boolean;
    /** The opener of an incident asked to notify you. */
    "incident.stakeholders": boolean;
    /** The requester of an incident that is assigned to you, or to nobody in your group, wrote a public note. */
    "incident.replied": boolean;
    /** The hold of an incident that is assigned to you, or to nobody in your group, ended at its time. */
    "incident.resumed": boolean;
    /** Somebody else wrote a public note on your incident, or on one that you are in copy of. */
    "incident.answered": boolean;
    /** A mail of yours made a record. Only mailed, and not stored as a notification. */
    "mail.received": boolean;
    /** Your incident is on hold until you reply. */
    "incident.awaiting_you": boolean;
    /** Your incident, or one that you are in copy of, was resolved. */
    "incident.resolved": boolean;
    /** A change or a service request was submitted, and you may approve or reject it. */
    "approval.requested": boolean;
    /** A service request of yours was approved, rejected or fulfilled. */
    "request.decided": boolean;
    /** A task that is assigned to you, or to nobody in your group, can begin: all tasks that it depends on are done or skipped. */
    "task.ready": boolean;
    /** A change that you requested was approved or rejected. */
    "change.decided": boolean;
    /** An article, or a revision of one, waits for review, and you may publish it. */
    "article.submitted": boolean;
    /** An article of yours, or your revision of one, was published. */
    "article.published": boolean;
    /** An article of yours, or your revision of one, was sent back with a comment. */
    "article.sent_back": boolean;
    /** An incident assigned to you has used 75 % of its SLA time. */
    "sla.breach_warning": boolean;
    /** A delivery of your webhook failed permanently; at most one mail per hour. */
    "webhook.delivery_failed": boolean;
    /** The owner of a webhook was deactivated or lost a permission; sent to super admins. */
    "webhook.owner_inactive": boolean;
    /** Somebody mentioned you in a note that you may read. */
    mention: boolean;
    /** A record that you watch changed its state or got a note that you may read. Not sent to somebody whom another type notifies of the same update. */
    "watched.updated": boolean;
    /** Somebody was deactivated who has open records of your group; managers get it for all groups. */
    "work.left_open": boolean;
    /** The open records of somebody were handed over to you. */
    "work.handed_over": boolean;
    /** A rule or a macro of the service desk notified or mailed you. */
    "rule.message": boolean;
    /** A service request was submitted, and you may approve or reject it. Replaced by `approval.requested`. */
    "request.submitted": boolean;
    /** A change was submitted, and you may approve or reject it. Replaced by `approval.requested`. */
    "change.submitted": boolean;
  };
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

export interface NotificationPreferencesUpdate {
  email?: {
    /** Another user assigned an incident to you. */
    "incident.assigned"?: boolean | undefined;
    /** The opener of an incident asked to notify you. */
    "incident.stakeholders"?: boolean | undefined;
    /** The requester of an incident that is assigned to you, or to nobody in your group, wrote a public note. */
    "incident.replied"?: boolean | undefined;
    /** The hold of an incident that is assigned to you, or to nobody in your group, ended at its time. */
    "incident.resumed"?: boolean | undefined;
    /** Somebody else wrote a public note on your incident, or on one that you are in copy of. */
    "incident.answered"?: boolean | undefined;
    /** A mail of yours made a record. Only mailed, and not stored as a notification. */
    "mail.received"?: boolean | undefined;
    /** Your incident is on hold until you reply. */
    "incident.awaiting_you"?: boolean | undefined;
    /** Your incident, or one that you are in copy of, was resolved. */
    "incident.resolved"?: boolean | undefined;
    /** A change or a service request was submitted, and you may approve or reject it. */
    "approval.requested"?: boolean | undefined;
    /** A service request of yours was approved, rejected or fulfilled. */
    "request.decided"?: boolean | undefined;
    /** A task that is assigned to you, or to nobody in your group, can begin: all tasks that it depends on are done or skipped. */
    "task.ready"?: boolean | undefined;
    /** A change that you requested was approved or rejected. */
    "change.decided"?: boolean | undefined;
    /** An article, or a revision of one, waits for review, and you may publish it. */
    "article.submitted"?: boolean | undefined;
    /** An article of yours, or your revision of one, was published. */
    "article.published"?: boolean | undefined;
    /** An article of yours, or your revision of one, was sent back with a comment. */
    "article.sent_back"?: boolean | undefined;
    /** An incident assigned to you has used 75 % of its SLA time. */
    "sla.breach_warning"?: boolean | undefined;
    /** A delivery of your webhook failed permanently; at most one mail per hour. */
    "webhook.delivery_failed"?: boolean | undefined;
    /** The owner of a webhook was deactivated or lost a permission; sent to super admins. */
    "webhook.owner_inactive"?: boolean | undefined;
    /** Somebody mentioned you in a note that you may read. */
    mention?: boolean | undefined;
    /** A record that you watch changed its state or got a note that you may read. Not sent to somebody whom another type notifies of the same update. */
    "watched.updated"?: boolean | undefined;
    /** Somebody was deactivated who has open records of your group; managers get it for all groups. */
    "work.left_open"?: boolean | undefined;
    /** The open records of somebody were handed over to you. */
    "work.handed_over"?: boolean | undefined;
    /** A rule or a macro of the service desk notified or mailed you. */
    "rule.message"?: boolean | undefined;
    /** A service request was submitted, and you may approve or reject it. Replaced by `approval.requested`. */
    "request.submitted"?: boolean | undefined;
    /** A change was submitted, and you may approve or reject it. Replaced by `approval.requested`. */
    "change.submitted"?: boolean | undefined;
  } | undefined;
}

export interface Mailbox {
  id: string;
  /** At most 29 characters before the @, because the addresses of replies are longer. Its mail server must deliver `address+…` here, too. */
  address: string;
  /** Mail to these addresses reaches the mailbox, too. */
  aliases: string[];
  /** Sender name of its mail. */
  name: string;
  /** A new mail creates such a record. */
  record_type: "incident" | "request";
  defaults: {
    assignment_group?: string;
    category?: string;
    /** P1 is the most urgent. Defaults to P3. */
    priority?: "P1" | "P2" | "P3" | "P4";
    /** Values of the instance's own fields by key (`GET /fields`). */
    custom?: Record<string, unknown>;
  };
  trust: {
    /** The mail server that verifies senders, by the name in its `Authentication-Results`; null if none does. */
    authserv_id?: string | null;
    /** Whether mail of unverified senders is held. Default: false. */
    require_verified?: boolean;
    /** Whether `Authentication-Results` count in messages that a program sends. Default: false. */
    api?: boolean;
  };
  /** Automatic replies go to `verified` senders or to nobody. */
  reply_policy: "verified" | "none";
  /** An inactive mailbox receives and sends nothing. */
  active: boolean;
  incoming: {
    /** imap: workers read the folder INBOX of a mail server, from the time on at which the mailbox was set up; no mail there is changed. lmtp: a mail server delivers by LMTP (`LMTP_LISTEN`). api: a program sends messages. */
    kind: "imap" | "lmtp" | "api";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string;
    /** Default: 993. */
    port?: number;
    /** tls: from the first byte. starttls: the server must offer it. Default: tls. */
    security?: "starttls" | "tls";
    /** The user that signs in, most often the address of the mailbox. */
    user?: string;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth";
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string;
    /** Required with `oauth`. */
    client_id?: string;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string;
    /** Clients with these ids may send messages with `POST /mailboxes/<id>/messages`; those with the role `super_admin` always may. */
    clients?: string[];
  };
  outgoing: {
    /** instance: the mail server of the instance (`SMTP_URL`). smtp: this one. */
    kind: "instance" | "smtp";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string;
    /** Default: 587. */
    port?: number;
    /** tls: from the first byte. starttls: the server must offer it. Default: starttls. */
    security?: "starttls" | "tls";
    /** The user that signs in, most often the address of the mailbox. */
    user?: string;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth";
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string;
    /** Required with `oauth`. */
    client_id?: string;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string;
  };
  health: {
    /** idle: no mail yet. failed: it cannot be read or, with `imap`, no worker reads it; `last_error` says why, and what to do. */
    status: "idle" | "ok" | "failed";
    last_message_at: string | null;
    last_error: string | null;
    failing_since: string | null;
  };
  version: number;
  created_at: string;
  updated_at: string;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface MailboxFields {
  id: string;
  /** At most 29 characters before the @, because the addresses of replies are longer. Its mail server must deliver `address+…` here, too. */
  address?: string;
  /** Mail to these addresses reaches the mailbox, too. */
  aliases?: string[];
  /** Sender name of its mail. */
  name?: string;
  /** A new mail creates such a record. */
  record_type?: "incident" | "request";
  defaults?: {
    assignment_group?: string;
    category?: string;
    /** P1 is the most urgent. Defaults to P3. */
    priority?: "P1" | "P2" | "P3" | "P4";
    /** Values of the instance's own fields by key (`GET /fields`). */
    custom?: Record<string, unknown>;
  };
  trust?: {
    /** The mail server that verifies senders, by the name in its `Authentication-Results`; null if none does. */
    authserv_id?: string | null;
    /** Whether mail of unverified senders is held. Default: false. */
    require_verified?: boolean;
    /** Whether `Authentication-Results` count in messages that a program sends. Default: false. */
    api?: boolean;
  };
  /** Automatic replies go to `verified` senders or to nobody. */
  reply_policy?: "verified" | "none";
  /** An inactive mailbox receives and sends nothing. */
  active?: boolean;
  incoming?: {
    /** imap: workers read the folder INBOX of a mail server, from the time on at which the mailbox was set up; no mail there is changed. lmtp: a mail server delivers by LMTP (`LMTP_LISTEN`). api: a program sends messages. */
    kind: "imap" | "lmtp" | "api";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string;
    /** Default: 993. */
    port?: number;
    /** tls: from the first byte. starttls: the server must offer it. Default: tls. */
    security?: "starttls" | "tls";
    /** The user that signs in, most often the address of the mailbox. */
    user?: string;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth";
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string;
    /** Required with `oauth`. */
    client_id?: string;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string;
    /** Clients with these ids may send messages with `POST /mailboxes/<id>/messages`; those with the role `super_admin` always may. */
    clients?: string[];
  };
  outgoing?: {
    /** instance: the mail server of the instance (`SMTP_URL`). smtp: this one. */
    kind: "instance" | "smtp";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string;
    /** Default: 587. */
    port?: number;
    /** tls: from the first byte. starttls: the server must offer it. Default: starttls. */
    security?: "starttls" | "tls";
    /** The user that signs in, most often the address of the mailbox. */
    user?: string;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth";
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string;
    /** Required with `oauth`. */
    client_id?: string;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string;
  };
  health?: {
    /** idle: no mail yet. failed: it cannot be read or, with `imap`, no worker reads it; `last_error` says why, and what to do. */
    status: "idle" | "ok" | "failed";
    last_message_at: string | null;
    last_error: string | null;
    failing_since: string | null;
  };
  version?: number;
  created_at?: string;
  updated_at?: string;
}

export interface MailboxList {
  data: (Mailbox | MailboxFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface MailboxCreate {
  /** At most 29 characters before the @, because the addresses of replies are longer. Its mail server must deliver `address+…` here, too. */
  address: string;
  /** Sender name of its mail. */
  name: string;
  /** A new mail creates such a record. */
  record_type: "incident" | "request";
  /** Mail to these addresses reaches the mailbox, too. */
  aliases?: string[] | undefined;
  defaults?: {
    assignment_group?: string | undefined;
    category?: string | undefined;
    /** P1 is the most urgent. Defaults to P3. */
    priority?: "P1" | "P2" | "P3" | "P4" | undefined;
    /** Values of the instance's own fields by key (`GET /fields`). */
    custom?: Record<string, unknown> | undefined;
  } | undefined;
  trust?: {
    /** The mail server that verifies senders, by the name in its `Authentication-Results`; null if none does. */
    authserv_id?: string | null | undefined;
    /** Whether mail of unverified senders is held. Default: false. */
    require_verified?: boolean | undefined;
    /** Whether `Authentication-Results` count in messages that a program sends. Default: false. */
    api?: boolean | undefined;
  } | undefined;
  /** Automatic replies go to `verified` senders or to nobody. */
  reply_policy?: "verified" | "none" | undefined;
  /** An inactive mailbox receives and sends nothing. */
  active?: boolean | undefined;
  incoming?: {
    /** imap: workers read the folder INBOX of a mail server, from the time on at which the mailbox was set up; no mail there is changed. lmtp: a mail server delivers by LMTP (`LMTP_LISTEN`). api: a program sends messages. */
    kind: "imap" | "lmtp" | "api";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string | undefined;
    /** Default: 993. */
    port?: number | undefined;
    /** tls: from the first byte. starttls: the server must offer it. Default: tls. */
    security?: "starttls" | "tls" | undefined;
    /** The user that signs in, most often the address of the mailbox. */
    user?: string | undefined;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth" | undefined;
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string | undefined;
    /** Required with `oauth`. */
    client_id?: string | undefined;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string | undefined;
    /** Clients with these ids may send messages with `POST /mailboxes/<id>/messages`; those with the role `super_admin` always may. */
    clients?: string[] | undefined;
    /** Stored encrypted, and never returned. Required with `password` for a new server or user. */
    password?: string | undefined;
    /** Stored encrypted, and never returned. Required with `oauth` for a new server or user. */
    client_secret?: string | undefined;
  } | undefined;
  outgoing?: {
    /** instance: the mail server of the instance (`SMTP_URL`). smtp: this one. */
    kind: "instance" | "smtp";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string | undefined;
    /** Default: 587. */
    port?: number | undefined;
    /** tls: from the first byte. starttls: the server must offer it. Default: starttls. */
    security?: "starttls" | "tls" | undefined;
    /** The user that signs in, most often the address of the mailbox. */
    user?: string | undefined;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth" | undefined;
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string | undefined;
    /** Required with `oauth`. */
    client_id?: string | undefined;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string | undefined;
    /** Stored encrypted, and never returned. Required with `password` for a new server or user. */
    password?: string | undefined;
    /** Stored encrypted, and never returned. Required with `oauth` for a new server or user. */
    client_secret?: string | undefined;
  } | undefined;
}

export interface MailboxUpdate {
  /** At most 29 characters before the @, because the addresses of replies are longer. Its mail server must deliver `address+…` here, too. */
  address?: string | undefined;
  /** Mail to these addresses reaches the mailbox, too. */
  aliases?: string[] | undefined;
  /** Sender name of its mail. */
  name?: string | undefined;
  /** A new mail creates such a record. */
  record_type?: "incident" | "request" | undefined;
  defaults?: {
    assignment_group?: string | undefined;
    category?: string | undefined;
    /** P1 is the most urgent. Defaults to P3. */
    priority?: "P1" | "P2" | "P3" | "P4" | undefined;
    /** Values of the instance's own fields by key (`GET /fields`). */
    custom?: Record<string, unknown> | undefined;
  } | undefined;
  trust?: {
    /** The mail server that verifies senders, by the name in its `Authentication-Results`; null if none does. */
    authserv_id?: string | null | undefined;
    /** Whether mail of unverified senders is held. Default: false. */
    require_verified?: boolean | undefined;
    /** Whether `Authentication-Results` count in messages that a program sends. Default: false. */
    api?: boolean | undefined;
  } | undefined;
  /** Automatic replies go to `verified` senders or to nobody. */
  reply_policy?: "verified" | "none" | undefined;
  /** An inactive mailbox receives and sends nothing. */
  active?: boolean | undefined;
  incoming?: {
    /** imap: workers read the folder INBOX of a mail server, from the time on at which the mailbox was set up; no mail there is changed. lmtp: a mail server delivers by LMTP (`LMTP_LISTEN`). api: a program sends messages. */
    kind: "imap" | "lmtp" | "api";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string | undefined;
    /** Default: 993. */
    port?: number | undefined;
    /** tls: from the first byte. starttls: the server must offer it. Default: tls. */
    security?: "starttls" | "tls" | undefined;
    /** The user that signs in, most often the address of the mailbox. */
    user?: string | undefined;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth" | undefined;
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string | undefined;
    /** Required with `oauth`. */
    client_id?: string | undefined;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string | undefined;
    /** Clients with these ids may send messages with `POST /mailboxes/<id>/messages`; those with the role `super_admin` always may. */
    clients?: string[] | undefined;
    /** Stored encrypted, and never returned. Required with `password` for a new server or user. */
    password?: string | undefined;
    /** Stored encrypted, and never returned. Required with `oauth` for a new server or user. */
    client_secret?: string | undefined;
  } | undefined;
  outgoing?: {
    /** instance: the mail server of the instance (`SMTP_URL`). smtp: this one. */
    kind: "instance" | "smtp";
    /** Mail server. Required where a server is named, as is `user`. */
    host?: string | undefined;
    /** Default: 587. */
    port?: number | undefined;
    /** tls: from the first byte. starttls: the server must offer it. Default: starttls. */
    security?: "starttls" | "tls" | undefined;
    /** The user that signs in, most often the address of the mailbox. */
    user?: string | undefined;
    /** password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials). */
    auth?: "password" | "oauth" | undefined;
    /** Issues the access tokens; begins with https://. Required with `oauth`. */
    token_url?: string | undefined;
    /** Required with `oauth`. */
    client_id?: string | undefined;
    /** Permissions that are requested with the token, as the provider names them. */
    scope?: string | undefined;
    /** Stored encrypted, and never returned. Required with `password` for a new server or user. */
    password?: string | undefined;
    /** Stored encrypted, and never returned. Required with `oauth` for a new server or user. */
    client_secret?: string | undefined;
  } | undefined;
}

export interface MailboxDeleted {
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface MailboxTest {
  incoming: {
    /** skipped: the mailbox is not read by IMAP, so nobody signs in. */
    status: "ok" | "failed" | "skipped";
    /** Host and port; null if none is configured. */
    server: string | null;
    /** The step that failed and the correction; null if nothing failed. */
    reason: string | null;
    /** Members that may have the wrong value, such as `password`. */
    fields: string[];
  };
  outgoing: {
    status: "ok" | "failed";
    /** Host and port; null if none is configured. */
    server: string | null;
    /** The step that failed and the correction; null if nothing failed. */
    reason: string | null;
    /** Members that may have the wrong value, such as `password`. */
    fields: string[];
  };
}

export interface Message {
  id: string;
  mailbox_id: string;
  /** How the message was received. */
  via: "imap" | "lmtp" | "api";
  /** Address in MAIL FROM; empty for a mail that asks for no report, null for `imap` and `api`. */
  envelope_from: string | null;
  /** Addresses in RCPT TO. */
  envelope_to: string[];
  /** Bytes of the raw message. */
  size: number;
  /** Address in From, in lower case; null until it is known. */
  sender: string | null;
  subject: string | null;
  /** The first 1,000 characters of its new text; null until they are known. */
  excerpt: string | null;
  /** `received`: waits for its processing. `applied`: became a record or a note. `held`: waits for somebody to decide. `ignored`: has no effect. `failed`: could not be processed. */
  state: "received" | "applied" | "held" | "ignored" | "failed";
  /** Why it was not applied. `not_a_participant` (held): its verified sender is neither a participant of the record nor an agent. `sender_failed` (held): the domain of its sender says that such mail is not its own. `sender_unverified` (held): its sender is not verified, and the mailbox takes only verified mail. `sender_unclear` (held): it names no sender, or more than one. `unknown_sender` (held): nobody has the address of its sender, and `mail_new_requesters` is off. `sender_inactive` (held): its sender is a person whose account is not active. `flood` (held): more than 20 messages of its sender reached the record within ten minutes. `encrypted` (held): it is encrypted, so its text cannot be read here. `record_not_writable` (held): the record takes no notes, for example because it was deleted. `invalid_record` (held): the record that it would make is not valid, for example by its defaults. `mailbox_inactive` (held): its mailbox was deactivated or deleted after it was received. `bounce` (ignored): it reports that a mail of ours was not delivered. `own_address` (ignored): it comes from a mailbox of this instance. `automatic` (ignored): it was sent automatically in response to a mail of ours. `discarded` (ignored): somebody discarded it. `unparsable` (failed): it is not a mail, or exceeds the limits of the parser. `too_large` (failed): it is larger than 64 MB, so only its header was read; the mail is at the mail server. `not_processed` (failed): it could not be processed; the log of the instance says why. More causes may be added; ignore unknown ones. */
  cause: "not_a_participant" | "sender_failed" | "sender_unverified" | "sender_unclear" | "unknown_sender" | "sender_inactive" | "flood" | "encrypted" | "record_not_writable" | "invalid_record" | "mailbox_inactive" | "bounce" | "own_address" | "automatic" | "discarded" | "unparsable" | "too_large" | "not_processed" | null;
  /** How its record was found: by the signed reply address, a Message-ID of a mail from here, any Message-ID that is known for a record, the id in the subject, or somebody who attached the message. More values may be added; ignore unknown ones. */
  matched_by: "reply_address" | "own_message_id" | "known_message_id" | "subject" | "new_record" | "attached" | null;
  /** Id of an incident or a service request. */
  record_id: string | null;
  /** The note; null if the record was created. */
  note_id: string | null;
  /** Whether the sender was verified; null until it is known. */
  sender_verified: boolean | null;
  verified_by: "authentication_results" | "dkim" | null;
  /** Says why the sender is verified, or is not. */
  verification_reason: string | null;
  /** Decisions that its state allows now. */
  allowed_decisions: ("release" | "discard" | "attach" | "reprocess")[];
  /** Attempts to process it since the last decision. */
  attempts: number;
  /** The last decision of a person. */
  decision: "release" | "discard" | "attach" | "reprocess" | null;
  /** Id of an incident or a service request. */
  attach_to: string | null;
  /** E-mail address of the person. */
  decided_by: string | null;
  decided_at: string | null;
  received_at: string;
  processed_at: string | null;
  version: number;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface MessageFields {
  id: string;
  mailbox_id?: string;
  /** How the message was received. */
  via?: "imap" | "lmtp" | "api";
  /** Address in MAIL FROM; empty for a mail that asks for no report, null for `imap` and `api`. */
  envelope_from?: string | null;
  /** Addresses in RCPT TO. */
  envelope_to?: string[];
  /** Bytes of the raw message. */
  size?: number;
  /** Address in From, in lower case; null until it is known. */
  sender?: string | null;
  subject?: string | null;
  /** The first 1,000 characters of its new text; null until they are known. */
  excerpt?: string | null;
  /** `received`: waits for its processing. `applied`: became a record or a note. `held`: waits for somebody to decide. `ignored`: has no effect. `failed`: could not be processed. */
  state?: "received" | "applied" | "held" | "ignored" | "failed";
  /** Why it was not applied. `not_a_participant` (held): its verified sender is neither a participant of the record nor an agent. `sender_failed` (held): the domain of its sender says that such mail is not its own. `sender_unverified` (held): its sender is not verified, and the mailbox takes only verified mail. `sender_unclear` (held): it names no sender, or more than one. `unknown_sender` (held): nobody has the address of its sender, and `mail_new_requesters` is off. `sender_inactive` (held): its sender is a person whose account is not active. `flood` (held): more than 20 messages of its sender reached the record within ten minutes. `encrypted` (held): it is encrypted, so its text cannot be read here. `record_not_writable` (held): the record takes no notes, for example because it was deleted. `invalid_record` (held): the record that it would make is not valid, for example by its defaults. `mailbox_inactive` (held): its mailbox was deactivated or deleted after it was received. `bounce` (ignored): it reports that a mail of ours was not delivered. `own_address` (ignored): it comes from a mailbox of this instance. `automatic` (ignored): it was sent automatically in response to a mail of ours. `discarded` (ignored): somebody discarded it. `unparsable` (failed): it is not a mail, or exceeds the limits of the parser. `too_large` (failed): it is larger than 64 MB, so only its header was read; the mail is at the mail server. `not_processed` (failed): it could not be processed; the log of the instance says why. More causes may be added; ignore unknown ones. */
  cause?: "not_a_participant" | "sender_failed" | "sender_unverified" | "sender_unclear" | "unknown_sender" | "sender_inactive" | "flood" | "encrypted" | "record_not_writable" | "invalid_record" | "mailbox_inactive" | "bounce" | "own_address" | "automatic" | "discarded" | "unparsable" | "too_large" | "not_processed" | null;
  /** How its record was found: by the signed reply address, a Message-ID of a mail from here, any Message-ID that is known for a record, the id in the subject, or somebody who attached the message. More values may be added; ignore unknown ones. */
  matched_by?: "reply_address" | "own_message_id" | "known_message_id" | "subject" | "new_record" | "attached" | null;
  /** Id of an incident or a service request. */
  record_id?: string | null;
  /** The note; null if the record was created. */
  note_id?: string | null;
  /** Whether the sender was verified; null until it is known. */
  sender_verified?: boolean | null;
  verified_by?: "authentication_results" | "dkim" | null;
  /** Says why the sender is verified, or is not. */
  verification_reason?: string | null;
  /** Decisions that its state allows now. */
  allowed_decisions?: ("release" | "discard" | "attach" | "reprocess")[];
  /** Attempts to process it since the last decision. */
  attempts?: number;
  /** The last decision of a person. */
  decision?: "release" | "discard" | "attach" | "reprocess" | null;
  /** Id of an incident or a service request. */
  attach_to?: string | null;
  /** E-mail address of the person. */
  decided_by?: string | null;
  decided_at?: string | null;
  received_at?: string;
  processed_at?: string | null;
  version?: number;
}

export interface MessageList {
  data: (Message | MessageFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface MessageAttach {
  /** Id of an incident or a service request. */
  record_id: string;
}

export interface Health {
  status: "ok" | "degraded" | "failed";
  version: string;
  checks: Record<string, {
    status: "ok" | "degraded" | "failed";
    detail?: string;
  }>;
}

export interface View {
  id: string;
  name: string;
  /** The list that the view shows. More lists may be added; ignore unknown ones. */
  list: "incidents" | "changes" | "requests" | "cis" | "articles";
  /** Parameters of the list by name, as in its URL, except `cursor`, `page` and `fields`. */
  query: Record<string, string>;
  /** Fields of the list in the order of the columns. If empty, the client chooses the columns. */
  columns: string[];
  /** Widths of columns in pixels, by field. The client chooses the widths of other columns. */
  column_widths: Record<string, number>;
  /** me: its owner only, the default. group: members of `group`. everyone: all callers; only managers can share a view with everyone. */
  audience: "me" | "group" | "everyone";
  /** Name of the group, if the audience is group. */
  group: string | null;
  /** E-mail address of the owner. */
  owner: string;
  created_at: string;
  updated_at: string;
  /** Incremented by every update; the value of the ETag. */
  version: number;
}

/** Returned if the request has `fields`: only those fields and the id. */
export interface ViewFields {
  id: string;
  name?: string;
  /** The list that the view shows. More lists may be added; ignore unknown ones. */
  list?: "incidents" | "changes" | "requests" | "cis" | "articles";
  /** Parameters of the list by name, as in its URL, except `cursor`, `page` and `fields`. */
  query?: Record<string, string>;
  /** Fields of the list in the order of the columns. If empty, the client chooses the columns. */
  columns?: string[];
  /** Widths of columns in pixels, by field. The client chooses the widths of other columns. */
  column_widths?: Record<string, number>;
  /** me: its owner only, the default. group: members of `group`. everyone: all callers; only managers can share a view with everyone. */
  audience?: "me" | "group" | "everyone";
  /** Name of the group, if the audience is group. */
  group?: string | null;
  /** E-mail address of the owner. */
  owner?: string;
  created_at?: string;
  updated_at?: string;
  /** Incremented by every update; the value of the ETag. */
  version?: number;
}

export interface ViewList {
  data: (View | ViewFields)[];
  /** Number of matching records on all pages. */
  total: number;
  /** Present and true if more records match than were counted. */
  total_is_lower_bound?: boolean;
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ViewCreate {
  name: string;
  /** The list that the view shows. More lists may be added; ignore unknown ones. */
  list: "incidents" | "changes" | "requests" | "cis" | "articles";
  /** Parameters of the list by name, as in its URL, except `cursor`, `page` and `fields`. */
  query?: Record<string, string> | undefined;
  /** Fields of the list in the order of the columns. If empty, the client chooses the columns. */
  columns?: string[] | undefined;
  /** Widths of columns in pixels, by field. The client chooses the widths of other columns. */
  column_widths?: Record<string, number> | undefined;
  /** me: its owner only, the default. group: members of `group`. everyone: all callers; only managers can share a view with everyone. */
  audience?: "me" | "group" | "everyone" | undefined;
  /** Name of the group, if the audience is group. */
  group?: string | null | undefined;
}

export interface ViewUpdate {
  name?: string | undefined;
  /** The list that the view shows. More lists may be added; ignore unknown ones. */
  list?: "incidents" | "changes" | "requests" | "cis" | "articles" | undefined;
  /** Parameters of the list by name, as in its URL, except `cursor`, `page` and `fields`. */
  query?: Record<string, string> | undefined;
  /** Fields of the list in the order of the columns. If empty, the client chooses the columns. */
  columns?: string[] | undefined;
  /** Widths of columns in pixels, by field. The client chooses the widths of other columns. */
  column_widths?: Record<string, number> | undefined;
  /** me: its owner only, the default. group: members of `group`. everyone: all callers; only managers can share a view with everyone. */
  audience?: "me" | "group" | "everyone" | undefined;
  /** Name of the group, if the audience is group. */
  group?: string | null | undefined;
}

export interface ViewDeleted {
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

export interface SearchHighlight {
  /** The text with the match. More fields may be added; ignore unknown ones. */
  field: "title" | "text" | "note" | "summary" | "body";
  /** Consecutive pieces of plain text. */
  parts: {
    text: string;
    match: boolean;
  }[];
}

export interface SearchHit {
  /** Id of the record or user. */
  id: string;
  title: string;
  /** State of the record; status of a CI. */
  state?: string;
  /** URL in the API. */
  url: string;
  highlights: SearchHighlight[];
}

export interface SearchGroup {
  /** More types may be added; ignore unknown ones. */
  type: "incident" | "change" | "request" | "article" | "item" | "ci" | "person";
  /** Number of matches, if it is known exactly. */
  total?: number;
  data: SearchHit[];
}

export interface SearchResults {
  /** Types without a match are left out. */
  groups: SearchGroup[];
}
