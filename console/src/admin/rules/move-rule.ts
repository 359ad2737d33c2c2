// Moves and switches are shown at once and sent one after another.
import {
  type AutomatedType,
  faultOf,
  queryClient,
  ruleQuery,
  rulesQuery,
  type RuleSummary,
  updateRule,
} from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { inOrder, placeAt } from '../order.ts';

const { queryKey } = rulesQuery;

/** Reads the list again, and the rules that are open. */
export const refreshRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey });

const read = (): RuleSummary[] => queryClient.getQueryData(queryKey) ?? [];

export const rulesOf = (rules: readonly RuleSummary[], type: AutomatedType): RuleSummary[] =>
  rules.filter(({ record_type }) => record_type === type);

let last: Promise<void> = Promise.resolve();

function send(run: () => Promise<void>, refused: string): void {
  const mine = last.then(run).catch((error: unknown) => {
    toast(`${refused} ${faultText(faultOf(error))}`, { tone: 'red', forMs: 15_000 });
  });
  last = mine;
  // The list is read again after the last of several changes.
  void mine.then(() => (last === mine ? refreshRules() : undefined));
}

/** Moves a rule to a place among the rules of its type; the first is 0. */
export function placeRule(type: AutomatedType, id: string, to: number): void {
  const changes = placeAt(rulesOf(read(), type), id, to);
  if (changes.length === 0) return;
  const positions = new Map(changes.map(({ id: moved, position }) => [moved, position]));
  const shown = inOrder(
    read().map((rule) => ({ ...rule, position: positions.get(rule.id) ?? rule.position })),
  );
  queryClient.setQueryData(queryKey, shown);
  const ofType = rulesOf(shown, type);
  const place = ofType.findIndex((rule) => rule.id === id);
  announce(`${ofType[place]?.name ?? 'The rule'} is number ${place + 1} of ${ofType.length}.`);
  send(async () => {
    for (const [moved, position] of positions) await updateRule(moved, { position });
  }, 'The order was not saved.');
}

export function switchRule({ id, name }: Pick<RuleSummary, 'id' | 'name'>, active: boolean): void {
  queryClient.setQueryData(
    queryKey,
    read().map((rule) => (rule.id === id ? { ...rule, active } : rule)),
  );
  announce(`${name} is switched ${active ? 'on' : 'off'}.`);
  send(
    async () => {
      const saved = await updateRule(id, { active });
      queryClient.setQueryData(ruleQuery(id).queryKey, saved);
    },
    `${name} was not switched ${active ? 'on' : 'off'}.`,
  );
}
