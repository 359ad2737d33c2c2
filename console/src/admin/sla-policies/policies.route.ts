// The page reads its data itself: few people open it, so that its requests are not loaded at first.
export const policiesRouteOptions = {
  validateSearch: ({ peek }: Record<string, unknown>): { peek?: string } =>
    typeof peek === 'string' ? { peek } : {},
};
