// The requests of the page are loaded with it, because few people open it.
export const policiesRouteOptions = {
  validateSearch: ({ peek }: Record<string, unknown>): { peek?: string } =>
    typeof peek === 'string' ? { peek } : {},
  loader: async (): Promise<void> => {
    const { loadPolicies } = await import('./policies.load.ts');
    await loadPolicies();
  },
};
