// Each record type of the command line has a list, a table and a card.
import type { Signalbox } from '../../../index.ts';
import type { OptionSpecs } from '../../command.ts';
import type { Card } from '../../terminal/card.ts';
import { paintDim, paintId } from '../../terminal/paint.ts';
import type { Column } from '../../terminal/table.ts';
import { age, localTime } from '../../terminal/time.ts';
import type { ListSpec } from '../lists.ts';

export interface RecordKind<Row = never, Full = never> extends ListSpec<Row> {
  /** Commands of the type begin with this word. */
  group: 'incidents' | 'changes' | 'cis' | 'articles';
  listOperation: string;
  getOperation: string;
  /** Examples in the help use this id. */
  exampleId: string;
  filters: OptionSpecs;
  sort: readonly string[];
  get: (client: Signalbox, id: string, options: { signal: AbortSignal }) => Promise<Full>;
  card: (record: Full) => Card;
  timeline: (client: Signalbox, id: string) => PromiseLike<{ data: readonly unknown[] }>;
}

interface Ided {
  id: string;
}

export const idColumn: Column<Ided> = { title: 'ID', value: ({ id }) => id, paint: paintId };
export const ageColumn = <Row>(title: string, timeOf: (row: Row) => string): Column<Row> => ({
  title,
  value: (row) => age(timeOf(row)),
  paint: paintDim,
  alignEnd: true,
  leaveOut: 4,
});
export const at = (time: string | null | undefined): string | null =>
  time ? localTime(time) : null;
