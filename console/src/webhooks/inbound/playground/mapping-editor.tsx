// Edits the templates, filters and key of a draft.
import { useId } from 'react';
import type { FieldMapping } from '../../../api/index.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { FilterBuilder, type FilterResult } from '../../filters/filter-builder.tsx';
import { useOwnFields } from '../../own-names.ts';
import {
  actionLabels,
  type InboundAction,
  type MappingDraft,
  otherFields,
  recordTypeOf,
  shownFields,
} from '../inbound.draft.ts';
import styles from './playground.module.css';

interface MappingEditorProps {
  draft: MappingDraft;
  /** The paths come from the payload that is tried. */
  paths: readonly string[];
  faults: ReadonlyMap<string, string>;
  results: Readonly<Record<'filters' | 'resolve_when', readonly FilterResult[]>> | undefined;
  isReadOnly: boolean;
  onChange: (draft: MappingDraft) => void;
}

interface TemplateProps {
  name: string;
  template: string;
  fault: string | undefined;
  isReadOnly: boolean;
  onChange: (template: string) => void;
}

function Template({ name, template, fault, isReadOnly, onChange }: TemplateProps) {
  const id = useId();
  return (
    <div className={styles.template}>
      <label htmlFor={id}>{name}</label>
      <div>
        <textarea
          id={id}
          value={template}
          rows={1}
          readOnly={isReadOnly}
          spellCheck={false}
          maxLength={4096}
          placeholder='{{ path | default:"…" }}'
          aria-invalid={fault === undefined ? undefined : true}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {fault !== undefined && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}

export function MappingEditor(props: MappingEditorProps) {
  const { draft, paths, faults, results, isReadOnly, onChange } = props;
  const setField = (field: keyof FieldMapping, template: string) =>
    onChange({ ...draft, field_mapping: { ...draft.field_mapping, [field]: template } });
  const others = otherFields(draft, useOwnFields([recordTypeOf(draft)]));
  return (
    <>
      <section className={styles.part} aria-label="Mapping">
        <h2>Mapping</h2>
        <SelectField
          label="Each event should"
          value={draft.action}
          options={actionLabels}
          onChange={(action) => onChange({ ...draft, action: action as InboundAction })}
        />
        {shownFields(draft).map((field) => (
          <Template
            key={field}
            name={field}
            template={draft.field_mapping[field] ?? ''}
            fault={faults.get(`/field_mapping/${field}`)}
            isReadOnly={isReadOnly}
            onChange={(template) => setField(field, template)}
          />
        ))}
        <Template
          name="dedup_key"
          template={draft.dedup_key}
          fault={faults.get('/dedup_key')}
          isReadOnly={isReadOnly}
          onChange={(dedup_key) => onChange({ ...draft, dedup_key })}
        />
        {!isReadOnly && others.length > 0 && (
          <select
            className={styles.add}
            aria-label="Map another field"
            value=""
            onChange={(event) =>
              setField(event.currentTarget.value as keyof FieldMapping, '{{  }}')
            }
          >
            <option value="">Map another field…</option>
            {others.map((field) => (
              <option key={field} value={field}>
                {field}
              </option>
            ))}
          </select>
        )}
      </section>
      <section className={styles.part} aria-label="Filters">
        <h2>Filters</h2>
        <FilterBuilder
          filters={draft.filters}
          paths={paths}
          faults={faults}
          results={results?.filters}
          isReadOnly={isReadOnly}
          onChange={(filters) => onChange({ ...draft, filters })}
        />
      </section>
      {draft.action === 'create_incident' && (
        <section className={styles.part} aria-label="Resolve when">
          <h2>Resolve when</h2>
          <p className={styles.hint}>
            Events that match all conditions resolve the open incident with the same key.
          </p>
          <FilterBuilder
            name="resolve_when"
            filters={draft.resolve_when}
            paths={paths}
            faults={faults}
            results={results?.resolve_when}
            isReadOnly={isReadOnly}
            onChange={(resolve_when) => onChange({ ...draft, resolve_when })}
          />
        </section>
      )}
    </>
  );
}
