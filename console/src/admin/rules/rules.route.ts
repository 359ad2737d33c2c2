// The page reads its data itself: few people open it, so that its requests are not loaded at first.
const types = ['incident', 'change', 'request'] as const;
type ShownType = (typeof types)[number];

export interface RulesSearch {
  peek?: string;
  type?: ShownType;
}

export const rulesRouteOptions = {
  validateSearch: ({ peek, type }: Record<string, unknown>): RulesSearch => {
    const shown = types.find((one) => one === type);
    return { ...(typeof peek === 'string' && { peek }), ...(shown && { type: shown }) };
  },
};
