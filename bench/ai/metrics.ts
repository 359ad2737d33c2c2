// Rates an order of articles, given the right ones.

export interface Quality {
  /** The recall is the share of the right articles among the first five. */
  recall: number;
  /** The first ten articles count, discounted by the logarithm of their rank; 1 is the best order. */
  ndcg: number;
  /** MRR is one divided by the rank of the first right article. */
  mrr: number;
}

const discount = (rank: number): number => 1 / Math.log2(rank + 2);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

export function qualityOf(order: readonly string[], right: readonly string[]): Quality {
  const ranks = right.map((one) => order.indexOf(one)).filter((rank) => rank !== -1);
  const within = (most: number) => ranks.filter((rank) => rank < most);
  const ideal = sum(right.slice(0, 10).map((_, rank) => discount(rank)));
  return {
    recall: within(5).length / right.length,
    ndcg: sum(within(10).map(discount)) / ideal,
    mrr: ranks.length === 0 ? 0 : 1 / (Math.min(...ranks) + 1),
  };
}

const mean = (values: readonly number[]): number => sum(values) / Math.max(values.length, 1);

export const meanOf = (qualities: readonly Quality[]): Quality => ({
  recall: mean(qualities.map(({ recall }) => recall)),
  ndcg: mean(qualities.map(({ ndcg }) => ndcg)),
  mrr: mean(qualities.map(({ mrr }) => mrr)),
});
