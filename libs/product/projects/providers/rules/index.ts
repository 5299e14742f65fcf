export { planRoles } from './plan-roles.ts';
export type { GroupRule, RolePlan } from './plan-roles.ts';
export { planCheck, toDueSinceMs } from './plan-check.ts';
export { toProfile } from './profile.ts';
export type { Profile } from './profile.ts';
