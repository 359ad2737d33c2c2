// Only these exports of @signalbox/sdk are public.
export { Signalbox, type ClientResources } from './client.ts';
export { SignalboxError } from './errors.ts';
export type { ClientErrorCode, ErrorCode, InputError, ProblemMembers } from './errors.ts';
export { ApiPromise, type ResponseInfo, type WithResponse } from './api-promise.ts';
export { PagePromise, type Listed, type OneOrMany, type Page } from './pages.ts';
export type * from './custom.ts';
export type * from './options.ts';
export type { AnswerPart } from './ai.stream.ts';
export { EventStream, type StreamOptions } from './events.stream.ts';
export type { WaitOptions } from './jobs.wait.ts';
export { describeWarning } from './warnings.ts';
export * as webhooks from './webhooks.ts';
export type { UnwrapOptions, WebhookBody, WebhookHeaders } from './webhooks.ts';
export { eventTypes } from './generated/event-types.ts';
export type * from './generated/schemas.ts';
export type * from './generated/resources.ts';
