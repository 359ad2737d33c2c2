// A template approves its standard changes in advance, so they must have its risk and CIs.
import { type Fault, invalid } from '../platform/errors.ts';
import type { Settings } from '../platform/runtime/settings.ts';
import { nearest } from '../platform/text.ts';
import type { ChangeCreate, ChangeType, Risk } from './changes.schema.ts';
import type { Template } from './changes.settings.ts';
import type { ChangeRow } from './changes.sql.ts';

export const DEFAULT_RISK: Risk = 'medium';

type Templates = Pick<Settings, 'change_templates'>;

const fault = (
  field: string,
  code: Fault['code'],
  message: string,
  allowed?: readonly string[],
): Fault => ({ in: 'body', pointer: `/${field}`, code, message, ...(allowed && { allowed }) });

export const templateRequired = (): Fault =>
  fault(
    'template',
    'required',
    'template is required for a standard change. Name one of the templates in the settings.',
  );

export const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0;

/** Reports a risk or CIs that differ from the template, which allows any CIs if it names none. */
function deviations({ name, defaults }: Template, risk: Risk, ciIds: readonly string[]): Fault[] {
  const { risk: approved = DEFAULT_RISK, ci_ids } = defaults;
  const message = (field: string) =>
    `${field} is set by the template ${name}. Omit it, or create a normal change.`;
  return [
    ...(risk === approved ? [] : [fault('risk', 'not_allowed', message('risk'), [approved])]),
    ...(!ci_ids || isSameSet(ciIds, ci_ids)
      ? []
      : [fault('ci_ids', 'not_allowed', message('ci_ids'), ci_ids)]),
  ];
}

/** Fills the input with the defaults of its template. */
export function withTemplate(
  input: ChangeCreate,
  { change_templates }: Templates,
): ChangeCreate & { type: ChangeType } {
  const { template: name, type = name === undefined ? 'normal' : 'standard' } = input;
  if (type !== 'standard') {
    if (name === undefined) return { ...input, type };
    throw invalid([fault('template', 'not_allowed', 'Only a standard change has a template.')]);
  }
  if (name === undefined) throw invalid([templateRequired()]);
  const template = change_templates.find((one) => one.name === name);
  if (!template) {
    const names = change_templates.map((one) => one.name);
    const message = `template ${name} does not exist in the settings.`;
    const near = nearest(name, names);
    throw invalid([{ ...fault('template', 'not_allowed', message, names), nearest: near }]);
  }
  const filled = { ...template.defaults, ...input, type };
  const faults = deviations(template, filled.risk ?? DEFAULT_RISK, filled.ci_ids ?? []);
  if (faults.length > 0) throw invalid(faults);
  return filled;
}

/** Returns whether the template still approves the draft: it may have been edited or removed since. */
export function isPreapproved(row: ChangeRow, { change_templates }: Templates): boolean {
  const template = change_templates.find((one) => one.name === row.template);
  return (
    row.type === 'standard' &&
    template !== undefined &&
    deviations(template, row.risk, row.ci_ids).length === 0
  );
}
