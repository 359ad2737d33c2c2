// Records with V8's coverage which files of the server a request passes through.
import inspector from 'node:inspector/promises';

/** Returns the files below `folders` in which a function was called while `work` ran. */
export async function filesCalledBy(
  folders: readonly string[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const session = new inspector.Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return result
    .filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    )
    .flatMap(({ url }) => {
      const path = url.slice(url.indexOf('server/src/'));
      return folders.some((folder) => path.startsWith(folder)) ? [path] : [];
    })
    .toSorted();
}
