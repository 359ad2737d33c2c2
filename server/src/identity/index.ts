import type { Feature } from '../feature.ts';
import { MINUTE } from '../platform/background/schedules.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { noteRequired } from './factors/required/required.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { adminCommands } from './admin.ts';
import { clientRoutes } from './clients/clients.routes.ts';
import { keyRoutes } from './keys/keys.routes.ts';
import { directoryRoutes } from './people/directory.routes.ts';
import { peopleSettings } from './people/people.settings.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { signInRoutes } from './sign-ins/sign-ins.routes.ts';
import { meRoutes } from './me/me.routes.ts';
import type { AuthListener } from './provider/listener.ts';
import { groupJobs } from './groups/groups.rename.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { externalRoutes } from './external/external.routes.ts';
import { identityProviderRoutes } from './external/providers/providers.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import { users } from './users/users.service.ts';

export { findReaders } from './people/readers.ts';
export { findPeople } from './people/directory.sql.ts';
export { clientAddress, domainOf, requireFreeAddress } from './addresses.ts';
export { assignmentWarnings } from './people/assignment.schema.ts';
export { assignmentSql } from './people/assignment.sql.ts';
export {
  type AssignedRow,
  checkAssignment,
  checkNewAssignment,
  findAssignmentFaults,
} from './people/assignment.ts';
export { nearestGroup, nearestPerson } from './people/nearest.ts';
export {
  ACCOUNT_MAIL_JOB,
  type AccountMailRequest,
  type FactorChange,
} from './account-links/account-mail-request.ts';
export { issueLinkUrl } from './account-links/account-links.ts';
export { INVITATION_DAYS } from './account-links/invitation.ts';
export { createResetLink, lockUserOfReset, RESET_MINUTES } from './account-links/password-reset.ts';
export { bootstrap } from './bootstrap.ts';
export { systemContext } from './system-context.ts';
export { currentActor, findActiveSubject } from './directory.ts';
export { type Subject, subjectSql } from './subjects.sql.ts';
export { hashKey, keyForm } from './keys/keys.form.ts';
export { applyGrant } from './grants/grants.ts';
export { evaluateRules, NO_GRANT, type RoleRule } from './grants/role-rules.ts';
export { roleRules } from './grants/role-rules.schema.ts';
export { ruleWarnings } from './grants/rule-warnings.ts';
export { ClientId } from './clients/clients.schema.ts';
export { registerClient } from './clients/clients.service.ts';
export { mailableOf } from './mailable.sql.ts';
export { loadKeys, replaceSigningKeys } from './provider/keys.ts';
export { canOpenSigningKey, pollSealingKey, requireOwnKey } from './provider/own-key.ts';
export type { AuthListener } from './provider/listener.ts';
export { RevocationCache } from './revocations/revocation-cache.ts';
export { endAllSessions } from './sessions/sessions.sql.ts';
export { emailFrom, rolesFrom } from './claimed-roles.ts';
export { presentGroupNames, presentGroupSql, unknownGroups } from './groups/group-names.sql.ts';
export { sumByGroup, withAllGroupNames } from './groups/group-names.ts';
export { may, type Permission, type Role, roles } from './roles.ts';
export { groupRecord, registerGroup, saveGroup } from './groups/groups.handlers.ts';
export {
  groupAddress,
  groupMembers,
  type GroupRow,
  groupsOfMember,
  groupTable,
} from './groups/groups.sql.ts';
export { registerUser, saveUser } from './users/users.service.ts';
export {
  addressesWithRole,
  countUsersWithLogin,
  filterByRole,
  findUser,
  findUserOfAddress,
  type UserRow as User,
  type UserRow,
  userTable,
} from './users/users.sql.ts';

/** Imported on demand: the provider's modules take half a second to load, and other processes do not need them. */
export const startAuth = async (deps: Deps, prepare?: () => Promise<void>): Promise<AuthListener> =>
  (await import('./provider/listener.ts')).startAuth(deps, prepare);

export const identityFeature: Feature = {
  routes: [
    ...clientRoutes,
    ...userRoutes,
    ...groupRoutes,
    ...identityProviderRoutes,
    ...externalRoutes,
    ...keyRoutes,
    ...sessionRoutes,
    ...factorRoutes,
    ...signInRoutes,
    ...meRoutes,
    ...directoryRoutes,
  ],
  records: [users],
  settings: peopleSettings,
  sealed: [
    { table: 'signing_keys', column: 'private_key', isFollowed: true },
    { table: 'provider_state', column: 'content' },
    { table: 'factors', column: 'secret' },
    { table: 'verifications', column: 'secret' },
    { table: 'identity_providers', column: 'client_secret' },
  ],
  jobs: groupJobs,
  schedules: (deps) => [
    { name: 'note-required-factors', everySeconds: MINUTE, run: () => noteRequired(deps) },
  ],
  commands: adminCommands,
};
