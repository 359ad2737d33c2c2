// Validation beyond the schema: templates and paths must parse, and resolve_incident needs a dedup_key.
import type { Fault } from '../../platform/errors.ts';
import { type Filter, filterFaults } from '../filters.ts';
import type { FieldMapping } from './mapping/mapping.ts';
import { pathOf } from './mapping/paths.ts';
import { TemplateError } from './mapping/scanner.ts';
import { parseTemplate } from './mapping/templates.ts';

interface MappingSettings {
  action: string;
  field_mapping: FieldMapping;
  filters: readonly Filter[];
  dedup_key: string | null;
}

function parseFaults(pointer: string, parse: () => unknown): Fault[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [{ in: 'body', pointer, code: 'invalid_format', message: error.message }];
  }
}

export const mappingFaults = ({
  action,
  field_mapping,
  filters,
  dedup_key,
}: MappingSettings): Fault[] => [
  ...Object.entries(field_mapping).flatMap(([field, template]) =>
    parseFaults(`/field_mapping/${field}`, () => parseTemplate(template)),
  ),
  ...(dedup_key === null ? [] : parseFaults('/dedup_key', () => parseTemplate(dedup_key))),
  ...filters.flatMap(({ field }, index) =>
    parseFaults(`/filters/${index}/field`, () => pathOf(field)),
  ),
  ...filterFaults(filters),
  ...(action === 'resolve_incident' && (dedup_key ?? '').trim() === ''
    ? [
        {
          in: 'body' as const,
          pointer: '/dedup_key',
          code: 'required' as const,
          message:
            'dedup_key is required for resolve_incident: it identifies the incident to resolve.',
        },
      ]
    : []),
];
