// The processes of `npm test` load this before `node:test`, which finds the test of an error by an async hook that
// follows every promise, for an eighth of the CPU time of a run. An AsyncLocalStorage follows them at no cost, so the
// hook needs to see only the tests.
import asyncHooks, { type AsyncResource } from 'node:async_hooks';

const { AsyncLocalStorage, createHook, executionAsyncId } = asyncHooks;
const currentTest = new AsyncLocalStorage<number>();

asyncHooks.executionAsyncId = () => currentTest.getStore() ?? executionAsyncId();

asyncHooks.createHook = (hook) =>
  createHook({
    ...hook,
    trackPromises: false,
    init(asyncId, type, triggerAsyncId, resource: AsyncResource) {
      if (type !== 'Test') return;
      hook.init?.(asyncId, type, triggerAsyncId, resource);
      const enter = resource.runInAsyncScope.bind(resource);
      resource.runInAsyncScope = (work, self, ...args) =>
        enter(() => currentTest.run(asyncId, () => Reflect.apply(work, self, args)));
    },
  });
