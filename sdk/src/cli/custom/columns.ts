// Columns of CSV that name custom fields are read by the definitions.
import type { Signalbox } from '../../index.ts';
import type { CustomColumns } from '../rows/rows.ts';
import type { CustomizedKind } from './assignments.ts';
import { definitionsOf, findField } from './definitions.ts';
import { readValue } from './values.ts';

export const customColumns =
  (connect: () => Promise<Signalbox>, { many, customType }: CustomizedKind): CustomColumns =>
  async (keys) => {
    const definitions = customType && (await definitionsOf(await connect(), customType));
    const place = {
      where: 'The header',
      what: `a custom field of ${many}`,
      isAllowed: () => true,
    };
    return new Map(
      keys.map((key) => {
        const field = findField(definitions ?? new Map(), key, place);
        return [key, (cell: string) => readValue(field, cell)];
      }),
    );
  };
