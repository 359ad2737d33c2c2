// Exercises the parts of the SDK that depend on the platform, in an empty project and in a browser, and returns the results.
export async function exercise({ Signalbox, SignalboxError, webhooks }, options) {
  const client = new Signalbox(options);
  const aborter = new AbortController();
  let connected = () => {};
  const isConnected = new Promise((resolve) => (connected = resolve));
  const stream = client.events.stream(
    { type: 'incident.created' },
    { onConnect: connected, signal: aborter.signal },
  );
  const events = stream[Symbol.asyncIterator]();
  const first = events.next();
  await isConnected;
  const { data: created, response } = await client.incidents
    .create({ short_description: 'Printer on fire', category: 'package' })
    .withResponse();
  const { value: event } = await first;
  await events.return();
  const listed = [];
  for await (const { id } of client.incidents.list({ category: 'package', limit: 1 }))
    listed.push(id);
  const note = await client.incidents.addNote(created.id, {
    body: 'x',
    attachments: [{ filename: 'a.txt', content_type: 'text/plain', data: btoa('hello') }],
  });
  const file = await client.incidents.downloadAttachment(
    created.id,
    note.id,
    note.attachments[0].id,
  );
  const error = await client.incidents
    .update(created.id, { priority: 'P1' }, { ifMatch: 99 })
    .catch((fault) => fault);
  const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;
  const headers = await webhooks.sign('{"event":"x"}', secret, { id: 'm1' });
  const unwrapped = await webhooks.unwrap('{"event":"x"}', headers, secret);
  return {
    isListed: listed.includes(created.id),
    isStreamed: event.data.id === created.id,
    hasMetadata: Boolean(response.etag && response.requestId && response.rateLimit),
    file: await file.text(),
    error: SignalboxError.is(error, 'version_mismatch') && error.status,
    unwrapped: unwrapped.event,
  };
}
