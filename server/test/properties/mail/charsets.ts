// Encodes text in the charsets of mail. Node only decodes them, so the tables are made by decoding all their bytes.

type Table = ReadonlyMap<string, readonly number[]>;

const tables = new Map<string, Table>();

function makeTable(charset: string): Table {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && !text.includes('\uFFFD') && !table.has(text))
      table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  if (charset === 'shift_jis' || charset === 'gb2312')
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  return table;
}

/** Returns undefined if the charset does not have all characters of the text. */
export function encode(text: string, charset: string): Uint8Array | undefined {
  if (charset === 'utf-8') return new TextEncoder().encode(text);
  const table = tables.get(charset) ?? makeTable(charset);
  tables.set(charset, table);
  const bytes = Array.from(text, (character) => table.get(character));
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes.flat() as number[]);
}
