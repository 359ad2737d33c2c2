/** The options of a route that anybody may read without a token, and that the OpenAPI document does not list. */
export const publicPage = { config: { policy: 'public' }, schema: { hide: true } } as const;
