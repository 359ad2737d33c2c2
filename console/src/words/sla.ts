// The clocks of records are worded the same on every page.
export const slaMetrics = ['first_response', 'update', 'resolution'] as const;
export type SlaMetric = (typeof slaMetrics)[number];

export const metricLabels: Readonly<Record<SlaMetric, string>> = {
  first_response: 'First response',
  update: 'Next update',
  resolution: 'Resolution',
};

/** Cells of lists have room for a word. */
export const metricMarks: Readonly<Record<SlaMetric, string>> = {
  first_response: 'Reply',
  update: 'Update',
  resolution: 'Solve',
};
