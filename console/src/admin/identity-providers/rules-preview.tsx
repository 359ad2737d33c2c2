// Before rules are saved, the preview shows who would get which roles and groups.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  faultOf,
  type IdentityProviderPreviewResult,
  inputFaultsOf,
  previewIdentityProvider,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { rolesText } from '../form/roles.tsx';
import formStyles from '../form/form.module.css';
import styles from '../settings/settings.module.css';
import { type Rule, savedRules } from './rules.form.ts';

type Rights = Pick<IdentityProviderPreviewResult['people'][number]['gains'], 'roles' | 'groups'>;

const rightsText = ({ roles, groups }: Rights): string =>
  [rolesText(roles), groups.join(', ')].filter((text) => text !== '').join('; ');

const changesText = ({ gains, loses }: IdentityProviderPreviewResult['people'][number]): string =>
  [
    ['gains', rightsText(gains)],
    ['loses', rightsText(loses)],
  ]
    .filter(([, text]) => text !== '')
    .map(([verb, text]) => `${verb} ${text}`)
    .join(', ');

function Result({ result }: { result: IdentityProviderPreviewResult }) {
  const { example, people, examined, changed, unknown_claims, unknown_groups } = result;
  const lines = [
    example && `The example gets: ${rightsText(example) || 'nothing'}.`,
    `Something changes for ${changed} of ${examined} people who have signed in.`,
    unknown_groups.length > 0 && `Unknown groups: ${unknown_groups.join(', ')}.`,
    unknown_claims.length > 0 && `Known only after the next sign-in: ${unknown_claims.join(', ')}.`,
  ].filter((line) => typeof line === 'string');
  return (
    <div role="status" className={styles.texts}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {people.length > 0 && (
        <ul>
          {people.map((person) => (
            <li key={person.user_id}>{`${person.name}: ${changesText(person)}`}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns undefined if the text is no JSON object; no claims if it is empty. */
function claimsOf(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const claims: unknown = JSON.parse(text);
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims)
      ? (claims as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

export function RulesPreview({ id, rules }: { id: string; rules: readonly Rule[] }) {
  const [text, setText] = useState('');
  const claims = claimsOf(text);
  const draft = savedRules(rules);
  const preview = useMutation({
    mutationFn: () =>
      previewIdentityProvider(id, {
        ...(draft && { role_rules: draft }),
        ...(claims && { claims }),
      }),
  });
  const unavailable =
    (claims === undefined ? 'The example is not a JSON object.' : undefined) ??
    (draft ? undefined : 'A rule has no claim or no value.');
  const faults = [...inputFaultsOf(preview.error).values()];
  return (
    <details>
      <summary>Preview</summary>
      <div className={styles.texts}>
        <TextArea
          label="Example of claims as JSON, such as an id token; may be empty"
          value={text}
          rows={4}
          onChange={setText}
        />
        <div>
          <Button unavailable={unavailable} onClick={() => preview.mutate()}>
            Preview the rules
          </Button>
        </div>
        {preview.error && (
          <p className={formStyles.fault} role="alert">
            {faults.join(' ') || faultText(faultOf(preview.error))}
          </p>
        )}
        {preview.data && <Result result={preview.data} />}
      </div>
    </details>
  );
}
