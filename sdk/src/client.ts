// The client has the resources of the API as properties.
import { type AnswerPart, streamAnswer } from './ai.stream.ts';
import { bind, type Bound } from './bind.ts';
import type { CustomTypes } from './custom.ts';
import { completeOptions } from './environment.ts';
import { operations } from './generated/operations.ts';
import type { Resources } from './generated/resources.ts';
import type {
  AiAsk,
  AiAskAnswer,
  AiQuery,
  AiQueryAnswer,
  Job,
  JobAccepted,
} from './generated/schemas.ts';
import { waitForJob, type WaitOptions } from './jobs.wait.ts';
import type { EnvironmentOptions, RequestOptions, SignalboxOptions } from './options.ts';
import { Transport } from './transport.ts';
import type { sign, unwrap } from './webhooks.ts';

/** These methods are more than one request and one response. */
interface Additions {
  ai: {
    /** Ask the knowledge base, and get the text while it is written. */
    askStream: (body: AiAsk, options?: RequestOptions) => AsyncIterable<AnswerPart<AiAskAnswer>>;
    /** Query the copilot, and get the text while it is written. */
    queryStream: (
      body: AiQuery,
      options?: RequestOptions,
    ) => AsyncIterable<AnswerPart<AiQueryAnswer>>;
  };
  jobs: {
    /** Wait until a job has finished. Returns it whether its rows succeeded or not. */
    wait: (job: string | JobAccepted, options?: WaitOptions) => Promise<Job>;
  };
  webhooks: { unwrap: typeof unwrap; sign: typeof sign };
}

export type ClientResources<C = object> = Resources<C> & Additions;

const additionsOf = (resources: Resources, transport: Transport): Additions => ({
  ai: {
    askStream: (body, options) => streamAnswer(transport, '/ai/ask', body, options),
    queryStream: (body, options) => streamAnswer(transport, '/ai/query', body, options),
  },
  jobs: {
    wait: (job, options) => waitForJob(resources.jobs.get, job, options),
  },
  // Most clients receive no webhooks, and a page does not download what it does not use.
  webhooks: {
    unwrap: async (...given) => (await import('./webhooks.ts')).unwrap(...given),
    sign: async (...given) => (await import('./webhooks.ts')).sign(...given),
  },
});

// eslint-disable-next-line typescript/no-extraneous-class -- its properties come from the table of operations
const Bindings = class {
  constructor(transport: Transport) {
    const resources = bind(transport, operations);
    const additions = additionsOf(resources as unknown as Resources, transport) as unknown as Bound;
    for (const [name, methods] of Object.entries(additions))
      Object.assign(resources[name] ?? {}, methods);
    Object.assign(this, resources);
  }
} as unknown as new <C>(transport: Transport) => ClientResources<C>;

/** `C` declares the instance's own fields: `Signalbox<{ incident: { site: string } }>`. By default any key has any value. */
export class Signalbox<C extends CustomTypes<C> = object> extends Bindings<C> {
  /** Reads the address and the credentials from the environment if neither is given. */
  constructor(options: SignalboxOptions | EnvironmentOptions = {}) {
    super(new Transport(completeOptions(options)));
  }
}
