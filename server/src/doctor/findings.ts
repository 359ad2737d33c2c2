// A finding is the result of one check.

export interface Finding {
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  detail: string;
  /** Absent if there is nothing to do. */
  advice?: string;
}

export const ok = (detail: string): Finding => ({ status: 'ok', detail });
export const skip = (detail: string): Finding => ({ status: 'skipped', detail });
export const warn = (detail: string, advice: string): Finding => ({
  status: 'warning',
  detail,
  advice,
});
export const fail = (detail: string, advice: string): Finding => ({
  status: 'failed',
  detail,
  advice,
});
