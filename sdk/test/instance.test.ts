// The SDK is tested against one instance, over TCP.
import { receiverEnv } from '../../server/test/support/receivers.ts';
import { clientTests } from './client.cases.ts';
import { sdkSection } from './setup.ts';
import { streamTests } from './stream.cases.ts';
import { tokenTests } from './tokens.cases.ts';
import { webhookTests } from './webhooks.cases.ts';

sdkSection(
  'The SDK',
  (instance) => {
    clientTests(instance);
    tokenTests(instance);
    streamTests(instance);
    webhookTests(instance);
  },
  { worker: true, env: receiverEnv() },
);
