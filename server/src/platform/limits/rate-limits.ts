// The rate limits are separate from the buckets so that the configuration loads quickly.

/** The API contract states them under "Limits". RATE_LIMITS overrides single values. */
export const rateLimits = {
  general: 100,
  'ai.ask': 60,
  'ai.analyze': 30,
  'ai.exemplars': 120,
  'ai.suggest': 120,
  'ai.query': 60,
  gateway: 5000,
  'gateway.burst': 10_000,
  inbound: 200,
  address: 100,
  'address.burst': 200,
  // Wrong passwords, client secrets, codes and keys are charged: enough for typing errors, too few for guessing.
  credentials: 1,
  'credentials.burst': 30,
};

export type RateLimitName = keyof typeof rateLimits;
export type RateLimits = Record<RateLimitName, number>;
