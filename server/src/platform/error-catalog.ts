// Explains every error the API returns; docs/reference/errors.md is generated from it. `code` is contract.

interface CatalogEntry {
  status: number;
  /** The title is the same for every error with this code. */
  title: string;
  /** Says when the error occurs, and names the members that only it has. */
  when: string;
  action: string;
}

const RETRY = 'Retry after the number of seconds in `Retry-After`.';

export const errorCatalog = {
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    when: 'The query, the body or a header is not valid. `errors` lists every error with its place.',
    action: 'Correct the fields that `errors` names.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    when: 'The body is not JSON, or not UTF-8.',
    action: 'Check quoting and encoding; in a shell, put the JSON in single quotes.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    when: 'The request is not valid HTTP: its URL, its length or its bytes.',
    action: 'Encode the URL, and check proxies that rewrite requests.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor does not belong to this list',
    when: 'The cursor was not issued by this list for these filters, this sort and this caller.',
    action: 'Start again without `cursor`.',
  },
  unauthenticated: {
    status: 401,
    title: 'The request is not authenticated',
    when: 'The token is missing, invalid or revoked, or the signature of an inbound event is wrong; `detail` says which.',
    action:
      'Obtain a token and send it as `Authorization: Bearer …`; sign inbound events with the secret of the webhook.',
  },
  token_expired: {
    status: 401,
    title: 'The access token has expired',
    when: 'The token has expired.',
    action: 'Obtain a new token.',
  },
  insufficient_role: {
    status: 403,
    title: 'Your roles do not allow this',
    when: 'The caller has none of the roles in `required_roles`.',
    action: 'Ask an administrator for one of them.',
  },
  actor_inactive: {
    status: 403,
    title: 'The caller may no longer do this',
    when: 'In a row of a job: the caller was deactivated, or lost the role that the operation needs, after the request.',
    action: 'Ask another person who may do it to repeat the failed rows.',
  },
  login_required: {
    status: 403,
    title: 'A login by a person is required',
    when: 'Creating an API key needs a token from an interactive login.',
    action: 'Log in with the authorization code flow.',
  },
  self_approval: {
    status: 403,
    title: 'You may not decide on your own record',
    when: 'The caller requested the record that it tries to approve or reject.',
    action: 'Ask another person who may decide.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    when: 'The path or record does not exist, is deleted, or is not visible to you. A path that ends with a slash and an id of another form are also 404; `detail` shows the right form.',
    action: 'Check the URL and the id.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path does not support this method.',
    action: 'Use one of `allowed_methods`, which are also in the header `Allow`.',
  },
  request_timeout: {
    status: 408,
    title: 'The request was not received in time',
    when: 'The request was not received within 10 seconds, or 60 for a large body with attachments.',
    action: 'Send it again; send large files in several notes.',
  },
  invalid_transition: {
    status: 409,
    title: 'The state cannot change this way',
    when: 'The state table does not allow this transition: `current_state`, `requested_state`.',
    action: 'Use one of `allowed_transitions`.',
  },
  merged: {
    status: 409,
    title: 'The incident is merged into another one',
    when: 'The incident is a duplicate, so it changes with its leader only; `merged_into` is the leader, if you may read it. Notes can be added.',
    action: 'Change the leader, or unmerge the incident first.',
  },
  cannot_merge: {
    status: 409,
    title: 'The incidents cannot be merged',
    when: 'The incidents would be merged into one that is resolved, closed or cancelled, or that has the limit of 500 duplicates; or the other one is a duplicate of this one. `detail` says which.',
    action: 'Merge into another incident, or in the other direction.',
  },
  in_use: {
    status: 409,
    title: 'Something else uses this',
    when: 'A calendar by which an SLA policy counts cannot be deleted; `policy` is the name of the policy.',
    action: 'Give the policy another calendar, or delete it.',
  },
  has_duplicates: {
    status: 409,
    title: 'Other incidents are merged into this one',
    when: 'An incident with duplicates cannot be deleted; `duplicates` is their number.',
    action: 'Unmerge them, or merge the incident into another one: its duplicates follow.',
  },
  not_linked: {
    status: 409,
    title: 'The incident does not follow any more',
    when: 'In a row of a job: the incident was unmerged after the job was queued.',
    action: 'Update the incident by itself.',
  },
  link_cycle: {
    status: 409,
    title: 'The link would close a cycle',
    when: 'The parent is the record itself or a child of it, directly or through others.',
    action: 'Remove the link between the two records that is in the way, or choose another kind.',
  },
  link_of_field: {
    status: 409,
    title: 'The link follows from a field',
    when: 'The link is not stored: it follows from the `field` of the record, such as `change_id`.',
    action: 'Change the field of the record.',
  },
  too_many_participants: {
    status: 409,
    title: 'Participant limit reached',
    when: 'The record has 100 participants besides the requester.',
    action: 'Remove participants who need not be notified any more.',
  },
  too_many_links: {
    status: 409,
    title: 'Link limit reached',
    when: 'One of the two records has 200 links, or the parent has more than 1,000 records above it.',
    action: 'Remove links that are not needed, or link to a common parent.',
  },
  not_published: {
    status: 409,
    title: 'The article is not published',
    when: 'Only a published article can be voted on.',
    action: 'Vote once it is published.',
  },
  no_pending_revision: {
    status: 409,
    title: 'There is no pending revision',
    when: 'The article has no pending revision that could be discarded, or the catalog item none that could be published.',
    action: 'None is needed; another editor may have published or discarded the revision.',
  },
  open_tasks: {
    status: 409,
    title: 'Tasks are open',
    when: 'A service request is to be fulfilled while some of its tasks are neither done nor skipped.',
    action: 'Finish or skip the tasks in `tasks` first.',
  },
  delivery_not_finished: {
    status: 409,
    title: 'The delivery has not finished yet',
    when: 'Only a delivery that is delivered or failed can be replayed, and each at most 100 times. `next_attempt_at` is the time of its next attempt.',
    action:
      'Wait until it has finished, or make the next attempt now with `POST /webhooks/deliveries/<id>/retry`.',
  },
  delivery_finished: {
    status: 409,
    title: 'The delivery has already finished',
    when: 'A delivery that is delivered or failed has no attempt left that could be made now; `delivery_status` is its status.',
    action: 'Send it again with `POST /webhooks/deliveries/<id>/replay`.',
  },
  webhook_inactive: {
    status: 409,
    title: 'The webhook is inactive',
    when: 'Nothing is sent to an inactive webhook, so no attempt can be made now.',
    action: 'Activate the webhook with `PATCH {active: true}`, and send the request again.',
  },
  mailbox_inactive: {
    status: 409,
    title: 'The mailbox is inactive',
    when: 'An inactive mailbox receives no messages.',
    action: 'Activate the mailbox with `PATCH {active: true}`, and send the message again.',
  },
  job_finished: {
    status: 409,
    title: 'The job has already finished',
    when: 'The job has finished and cannot be cancelled; `job_status` is its final status.',
    action: 'Read its results.',
  },
  target_refused: {
    status: 409,
    title: 'Webhook target address is not allowed',
    when: "The webhook's URL is, or resolves to, an address that is not public.",
    action: 'Use a public address, or ask the operator to allow this one with `EGRESS_ALLOW`.',
  },
  external_id_taken: {
    status: 409,
    title: 'Another record has this external id',
    when: 'The opener has another incident with this `external_id`.',
    action: 'Find it with `GET /incidents?external_id=…`.',
  },
  keys_unavailable: {
    status: 409,
    title: 'API keys are not available on this instance',
    when: 'The instance uses another identity provider, which cannot exchange API keys.',
    action: 'Obtain tokens from that provider.',
  },
  identity_providers_unavailable: {
    status: 409,
    title: 'This instance has no identity providers of its own',
    when: 'The instance uses another identity provider for everybody (`OIDC_ISSUER`), so people do not sign in here.',
    action: 'Configure sign-in at that provider.',
  },
  too_many_keys: {
    status: 409,
    title: 'API key limit reached',
    when: 'A user can have at most 50 API keys.',
    action: 'Revoke one that is no longer used.',
  },
  request_not_open: {
    status: 409,
    title: 'The service request has no work',
    when: 'Tasks can be added and changed only while their service request is approved; `current_state` is its state.',
    action: 'Wait for its approval, or create another service request.',
  },
  task_blocked: {
    status: 409,
    title: 'Another task is in the way',
    when: 'The task waits for others, which `waits_for` lists; or work on tasks that depend on it has begun, which `dependents` lists.',
    action: 'Finish or skip the tasks that it waits for, or open the dependents again first.',
  },
  too_many_tasks: {
    status: 409,
    title: 'Task limit reached',
    when: 'The service request has 100 tasks.',
    action: 'Use the tasks that it has, or create another service request.',
  },
  already_exists: {
    status: 409,
    title: 'The record already exists',
    when: 'A client, user, group or identity provider with this id, address, name or issuer exists; `field` names the field.',
    action: 'Use the existing record, or another value.',
  },
  cannot_invite: {
    status: 409,
    title: 'The user cannot be invited',
    when: 'The user is not active or has a password, or the instance sends no mail or uses another identity provider; `detail` says which.',
    action: 'Activate the user, or give the user a password yourself.',
  },
  no_open_work: {
    status: 409,
    title: 'There is nothing to hand over',
    when: 'No open record is assigned to the user.',
    action: 'Nothing needs to be done. `GET /users/<id>/open-work` shows what is left.',
  },
  last_administrator: {
    status: 409,
    title: 'The last administrator stays',
    when: 'The user is the last active one with the role super_admin, and would be deactivated or lose that role. Only a client with the role super_admin may do that.',
    action: 'Give somebody else the role first.',
  },
  granted_by_rule: {
    status: 409,
    title: 'A rule gives this role',
    when: 'The list of roles lacks `role`, which a role rule of `source`, an identity provider or SCIM connector, gives to the user.',
    action: 'Change that rule, or the claims of the person.',
  },
  provisioned: {
    status: 409,
    title: 'A directory manages this',
    when: 'The request changes `fields` of a user or group that the active SCIM connector `connector` provides.',
    action: 'Change them in the directory, or deactivate the connector.',
  },
  identity_conflict: {
    status: 409,
    title: 'Another CI has this identity',
    when: 'Another CI has the serial number, the FQDN, or the class and name. `ci_id` names it.',
    action: 'Update that CI, or correct the identifiers.',
  },
  request_in_progress: {
    status: 409,
    title: 'The first request with this key is still running',
    when: 'The first request with this `Idempotency-Key` is still running.',
    action: RETRY,
  },
  owner_may_not_act: {
    status: 409,
    title: 'The owner of the webhook is no longer permitted to do this',
    when: 'The owner of the inbound webhook may no longer create incidents, so its events cannot be replayed; or the owner of the outbound webhook was deactivated, so it cannot be activated.',
    action: 'Ask a super_admin to name another owner with `PATCH {owner}`.',
  },
  stream_gap: {
    status: 410,
    title: 'The stream cannot be resumed here',
    when: 'The `Last-Event-ID` is older than the retained events, or was not issued by this event log: events after it may be missing.',
    action: 'Read the current state, then open a stream without `Last-Event-ID`.',
  },
  version_mismatch: {
    status: 412,
    title: 'The record has changed since you read it',
    when: 'The record is not at the version of `If-Match`: `current_version`, `changed_fields`, and its `ETag`.',
    action: 'Read the record and apply your change to it again.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    when: 'The body has more than 1 MB, or 80 MB with attachments, or is large and does not consist of files.',
    action: 'Send a smaller body, or fewer files at once.',
  },
  attachment_quota: {
    status: 413,
    title: 'Attachment quota used up',
    when: 'The files have more bytes than you may attach today (UTC), or than one record may have: `quota` names the setting, `limit_bytes` is its value, `remaining_bytes` is what is left.',
    action:
      'Attach smaller or fewer files, or use another record. The daily quota is reset at midnight UTC.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be JSON',
    when: 'The body is not sent as JSON, or not in UTF-8. `curl -d` without a header sends a form.',
    action: 'Send `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    when: 'The key was used for a request with another body, `Content-Type` or query.',
    action: 'Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'A bucket is empty; `limited_by` names it.',
    action: `${RETRY} Back off exponentially.`,
  },
  too_many_jobs: {
    status: 429,
    title: 'You have too many unfinished jobs',
    when: 'You have 20 unfinished jobs.',
    action: `Wait for one to finish, or cancel one. ${RETRY}`,
  },
  too_many_streams: {
    status: 429,
    title: 'You have too many open event streams',
    when: 'You have `limit` open event streams at this process (`MAX_STREAMS_PER_CALLER`).',
    action: `Close one, or share one among the parts of your client. ${RETRY}`,
  },
  ai_budget_exceeded: {
    status: 429,
    title: 'Token budget used up',
    when: 'You have used your tokens for today (UTC): `budget` per day (setting `ai_tokens_per_day`).',
    action: `${RETRY} Responses from the cache are still served.`,
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    when: 'The request line and headers have more than 16 kB.',
    action: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    when: 'An unexpected error occurred. Nothing was changed.',
    action: 'Quote the request id when you contact support.',
  },
  model_output_invalid: {
    status: 502,
    title: 'The model returned no usable result',
    when: 'The output of the model did not have the required form, twice.',
    action: 'Send the request again, or use another model.',
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    when: 'The service is overloaded (event loop, memory, database queue), too many large uploads run at once, the record is locked by others, or the database is unavailable. A request that exceeds its time limit is cancelled. Nothing was changed, unless the database connection was lost, or the time limit was reached, during a commit; `detail` says so where it is known.',
    action: `${RETRY} Without that header, retry soon. Read before you repeat a create.`,
  },
  model_unavailable: {
    status: 503,
    title: 'The model is not available',
    when: 'The model provider did not respond, or too many requests wait for it, or the embedding model is not installed. All other routes work.',
    action: RETRY,
  },
  identity_unavailable: {
    status: 503,
    title: 'Access tokens cannot be verified at the moment',
    when: 'The keys that verify tokens cannot be fetched.',
    action: RETRY,
  },
} as const satisfies Record<string, CatalogEntry>;

/** Each item of `errors` has one of these codes; the text says when. */
export const faultCatalog = {
  required: 'The field or the whole body is missing, or a PATCH has no field.',
  unknown_field:
    'The body has an unknown field; `allowed` lists the known ones, `nearest` is similar.',
  unknown_parameter:
    'The query has an unknown parameter; `allowed` lists the known ones, if any, `nearest` is similar.',
  read_only_field: 'The field is read-only, and the value differs from the current one.',
  invalid_type: 'The value has the wrong JSON type.',
  not_nullable: 'The field cannot be null.',
  not_allowed: 'Not one of the values in `allowed`; `nearest` is similar.',
  too_long: 'Too many characters.',
  too_short: 'Too few characters.',
  too_large: 'The number, or the file, is too large.',
  too_small: 'The number is too small.',
  too_many:
    'Too many items: a comma-separated list has at most 50, one of addresses in the directory 100, a note 10 attachments, a body 20,000 values.',
  too_few: 'Too few items.',
  too_deep: 'The body nests deeper than 100 levels.',
  invalid_format:
    'Wrong format: an id, an e-mail address, a web address, a date, a time, a time zone, a language tag, base64, a file name, `If-Match` or `Idempotency-Key`.',
  invalid_characters: 'NUL or an unpaired surrogate.',
  blank: 'Only white space.',
  conflicting_parameters: 'Parameters that exclude each other: `cursor` and `page`.',
  page_too_large: 'A `page` after the first exceeds 4 MB; the message names a `limit` that fits.',
  not_assignable:
    'The assignee is deactivated or may not change such records; only with the setting `assignable_only`, and in catalog items always.',
  unknown_person:
    'Nobody has the address: of an assignee, only with the setting `assignable_only`; of a manager or delegate, or in a catalog item that is published, always.',
  unknown_group:
    'No group has the name; only with the setting `assignable_only`, and in catalog items always.',
  not_readable:
    'There is no such record that you may read; at a participant: no active user with the address may read the record.',
  refused_address: 'The URL of a webhook is, or resolves to, an address that is not allowed.',
} as const;
