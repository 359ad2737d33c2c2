// Each record type of the command line has a list, a table and a card; some types can be written too.
import type { Signalbox, UpdateOptions } from '../../../index.ts';
import type { ArgumentSpec, Invocation, OptionSpecs } from '../../command.ts';
import type { CustomizedKind } from '../../custom/assignments.ts';
import type { Card } from '../../terminal/card.ts';
import { paintDim, paintId } from '../../terminal/paint.ts';
import type { Column } from '../../terminal/table.ts';
import { age, localTime } from '../../terminal/time.ts';
import type { ListSpec } from '../lists.ts';

export interface RecordKind<Row = never, Full = never> extends ListSpec<Row>, CustomizedKind {
  /** Commands of the type begin with this word. */
  group: string;
  listOperation: string;
  getOperation: string;
  /** Examples in the help use this id. */
  exampleId: string;
  filters: OptionSpecs;
  sort: readonly string[];
  get: (client: Signalbox, id: string, options: { signal: AbortSignal }) => Promise<Full>;
  card: (record: Full) => Card;
  /** Absent if records of the type have no timeline. */
  timeline?: (client: Signalbox, id: string) => PromiseLike<{ data: readonly unknown[] }>;
  writes?: RecordWrites<Full>;
}

/** The body has the fields that arguments and options set; a test checks them against openapi.json. */
type Send<Saved> = (
  client: Signalbox,
  id: string,
  body: never,
  options: UpdateOptions,
) => PromiseLike<Saved>;

interface Write<Saved> {
  operationId: string;
  send: Send<Saved>;
}

/** A command completes its body by requests of its own, once it is connected. */
interface Completion {
  client: Signalbox;
  invocation: Pick<Invocation, 'values' | 'signal'>;
  readStdin: () => Promise<string>;
}

export interface FieldWrite<Full> extends Write<Full> {
  /** Only this command has these options, besides the fields of the type. */
  options?: OptionSpecs;
  /** The arguments and options of each example follow the command. */
  examples: readonly string[];
  /** Other fields take the place of the one-line summary. */
  hasOptionalSummary?: boolean;
  complete?: (body: Record<string, unknown>, given: Completion) => Promise<object>;
}

/** An action, such as an approval, changes the state by its own rules. */
interface RecordAction<Full> extends Write<Full> {
  verb: string;
  /** The summary is completed by the name of the type, such as `Approve`. */
  summary: string;
  description?: string;
  /** Arguments follow the id; their texts are fields of the body. */
  args?: readonly ArgumentSpec[];
  options?: OptionSpecs;
  /** The first example is the id alone, unless there are arguments. */
  examples?: readonly string[];
}

export interface RecordWrites<Full> {
  /** New and existing records have these fields. */
  fields: OptionSpecs;
  /** Absent if records of the type are only made in another way. */
  create?: FieldWrite<Full>;
  update: FieldWrite<Full>;
  /** Absent if records of the type have no work notes. */
  note?: Write<{ visibility: string }> & { options?: OptionSpecs };
  actions: readonly RecordAction<Full>[];
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

export const withArticle = (noun: string): string => `${/^[aei]/.test(noun) ? 'an' : 'a'} ${noun}`;
