// Renders the texts of actions from the fields of the record.
import type { NotedType } from '../../records/index.ts';
import { Members, parseTemplate, render } from '../../templates/index.ts';
import type { Row } from '../actions/draft.ts';

const MAX_LENGTH = 65_536;

/** Templates read what the record's representation shows, never other columns. */
function payloadOf(
  { schema }: Pick<NotedType<Row, never>, 'schema'>,
  row: Row,
  more: object,
): object {
  const names = Object.keys(schema?.properties ?? {}).filter((name) => name in row);
  return {
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    custom: row.custom_values ?? {},
    ...more,
  };
}

/** A missing field renders as nothing, as in inbound webhooks. */
export function renderText(
  text: string,
  type: Pick<NotedType<Row, never>, 'schema'>,
  row: Row,
  more: object = {},
): string {
  if (!text.includes('{{') && !text.startsWith('$.')) return text;
  const payload = payloadOf(type, row, more);
  const result = render(parseTemplate(text), { payload, headers: {} }, new Members());
  return result.text.slice(0, MAX_LENGTH);
}
