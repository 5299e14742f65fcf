export { toInvited } from './invited.ts';
export { findPasswordFault, normalisePassword } from './password.ts';
export type { PasswordFault } from './password.ts';
export {
  can,
  isInstanceRight,
  isProjectRole,
  projectRoles,
  rights,
  roles,
  toRole,
} from './roles.ts';
export type { ProjectRole, Right, Role } from './roles.ts';
export { isScope, scopes, toRights } from './scopes.ts';
export type { Scope } from './scopes.ts';
export { needsConfirmation } from './second-factor.ts';
export type { SecondFactorKind } from './second-factor.ts';
export { toSignInWaitMs } from './sign-in-wait.ts';
