// Shows who would get which roles and groups by rules, before they are saved. Nothing is written.
import { isSamePerson } from '../../platform/context.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { readRecord } from '../../records/index.ts';
import { withGranted } from '../grants/assigned-roles.ts';
import { type GrantRow, grantsOf } from '../grants/grants.sql.ts';
import { evaluateRules, type Grant, type RoleRule } from '../grants/role-rules.ts';
import { groupsForRules, type RuleGroup } from '../groups/groups.sql.ts';
import { peopleOfIssuer, type PersonAtProvider } from './identities.sql.ts';
import type { IdentityProviderPreview } from './preview.schema.ts';
import {
  identityProviders,
  requireOwnSignIn,
  requireValid,
  ruleFaults,
} from './providers/providers.service.ts';

const MAX_EXAMINED = 1000;
const MAX_SHOWN = 100;

interface Known {
  groups: readonly RuleGroup[];
  grants: readonly GrantRow[];
  source: string;
}

const isMember = ({ members }: RuleGroup, email: string): boolean =>
  members.some((member) => isSamePerson(member, email));

/** Compares the rights that a person has now with those after the next sign-in. */
function changesFor(person: PersonAtProvider, next: Grant, { groups, grants, source }: Known) {
  const { user_id, email, name, roles } = person;
  const own = grants.filter((grant) => grant.user_id === user_id);
  const others = own.filter((grant) => grant.source !== source);
  const byThis = own.find((grant) => grant.source === source);
  const later = withGranted(person, [
    ...next.roles,
    ...others.flatMap((grant) => grant.roles),
  ]).roles;
  const stays = new Set(others.flatMap((grant) => grant.groups));
  const granted = groups.filter(({ id }) => byThis?.groups.includes(id) && !stays.has(id));
  const gained = groups.filter(
    (group) => next.groups.includes(group.name) && !isMember(group, email),
  );
  const lost = granted.filter(
    (group) => !next.groups.includes(group.name) && isMember(group, email),
  );
  const namesOf = (some: readonly RuleGroup[]) => some.map((group) => group.name);
  return {
    user_id,
    email,
    name,
    gains: { roles: later.filter((role) => !roles.includes(role)), groups: namesOf(gained) },
    loses: { roles: roles.filter((role) => !later.includes(role)), groups: namesOf(lost) },
  };
}

type Changes = ReturnType<typeof changesFor>;

const isChanged = ({ gains, loses }: Changes): boolean =>
  [gains, loses].some(({ roles, groups }) => roles.length + groups.length > 0);

async function previewPeople(
  db: Db,
  { id, issuer }: { id: string; issuer: string },
  rules: readonly RoleRule[],
  mayGrantSuperAdmin: boolean,
) {
  const people = await peopleOfIssuer(db, issuer, MAX_EXAMINED);
  const grants = await grantsOf(
    db,
    people.map(({ user_id }) => user_id),
  );
  const names = [...new Set(rules.flatMap((rule) => rule.groups))];
  const ids = grants.filter(({ source }) => source === id).flatMap((grant) => grant.groups);
  const groups = await groupsForRules(db, names, [...new Set(ids)]);
  const changes = people
    .map((person) =>
      changesFor(person, evaluateRules(rules, person.claims, { mayGrantSuperAdmin }), {
        groups,
        grants,
        source: id,
      }),
    )
    .filter(isChanged);
  const isStored = (claim: string) => people.every(({ claims }) => Object.hasOwn(claims, claim));
  return {
    people: changes.slice(0, MAX_SHOWN),
    examined: people.length,
    changed: changes.length,
    unknown_claims: [...new Set(rules.map(({ claim }) => claim))].filter((one) => !isStored(one)),
    unknown_groups: names.filter((name) => !groups.some((group) => group.name === name)),
  };
}

export async function previewIdentityProvider(
  request: RequestContext<{ id: string }, unknown, IdentityProviderPreview>,
): Promise<Reply> {
  requireOwnSignIn(request);
  const { deps, params, body } = request;
  const { claims, ...draft } = body;
  const provider = {
    ...(await readRecord(deps.db, identityProviders, params.id, request)),
    ...draft,
  };
  requireValid(ruleFaults(provider));
  const { role_rules, may_grant_super_admin: mayGrantSuperAdmin } = provider;
  const example = claims && evaluateRules(role_rules, claims, { mayGrantSuperAdmin });
  return ok({
    example: example
      ? {
          roles: example.roles,
          groups: example.groups,
          rules: example.applied.map((rule) => role_rules.indexOf(rule)),
        }
      : null,
    ...(await previewPeople(deps.db, provider, role_rules, mayGrantSuperAdmin)),
  });
}
