// Files of a note and undone changes are tested on the page of an incident.
import { readFile } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';
import { create, expect, openRecord, read, waitFor, type Walk } from './walks.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const WIDTH = 60;

/** Draws a picture of one colour. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x7f)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** Attaches a picture and a log to a note; the picture is shown, and both are downloaded unchanged. */
export async function attachFiles(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const id = await create(walk, { short_description: 'With files' });
  await openRecord(walk.ada, walk, id);
  const files = [
    { name: 'screen.png', mimeType: 'image/png', buffer: png(WIDTH, 40) },
    {
      name: 'a log.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('<script>alert(1)</script>\n'),
    },
  ];
  await page.locator('input[type=file]').setInputFiles(files);
  await page.getByRole('list', { name: 'Files to attach' }).getByText('screen.png').waitFor();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('See the picture');
  await page.keyboard.press('Control+Enter');
  const list = page.getByRole('list', { name: 'Files', exact: true });
  await list.getByText('a log.txt').waitFor();
  await list.getByRole('button', { name: 'Show' }).click();
  await list.getByRole('img', { name: 'screen.png' }).waitFor();
  await waitFor('the picture', async () => {
    const width = await page.evaluate(`document.querySelector('canvas')?.width`);
    return width === WIDTH ? true : undefined;
  });
  for (const { name, buffer } of files) {
    const downloading = page.waitForEvent('download');
    await list.getByRole('button', { name: `Download ${name}` }).click();
    const download = await downloading;
    expect(walk, 'the name', download.suggestedFilename(), name);
    const bytes = await readFile(await download.path());
    if (!bytes.equals(buffer)) walk.faults.push(`${name} has other bytes`);
  }
}

/** The key `z` undoes a change of a field, and withdraws a transition before it is sent. */
export async function undoChanges(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const id = await create(walk, { short_description: 'Undone', category: 'network' });
  await openRecord(walk.ada, walk, id);
  await page.getByRole('button', { name: 'Category: network, edit' }).click();
  const field = page.getByRole('combobox', { name: 'Category' });
  await field.fill('software');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Category: software, edit' }).waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Category: network, edit' }).waitFor();
  await waitFor('the old category', async () =>
    (await read(walk, id)).category === 'network' ? true : undefined,
  );
  await page.getByRole('button', { name: 'Start progress' }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Restarted');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sending in 5 s.').waitFor();
  await page.keyboard.press('z');
  const text = page.getByRole('textbox', { name: 'How was it fixed?' });
  await text.waitFor();
  expect(walk, 'the resolution', await text.inputValue(), 'Restarted');
  expect(walk, 'the state', (await read(walk, id)).state, 'in_progress');
}

/** A manager deletes an incident and restores it by the message. */
export async function deleteAndRestore(walk: Walk): Promise<void> {
  const { page, faults } = await walk.console.signIn('mia', 'itsm_manager');
  const id = await create(walk, { short_description: 'Deleted by mistake' });
  await page.goto(`${walk.console.url}/console/incidents/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(`${id} is deleted.`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${id} is restored.`).waitFor();
  expect(walk, 'the record', (await read(walk, id)).id, id);
  walk.faults.push(...faults);
}
