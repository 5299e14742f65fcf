export { members, MembershipStore } from './store/membership.store.ts';
export { includesProject, listProjectsWith } from './store/list-projects-with.ts';
export type { ProjectIds } from './store/list-projects-with.ts';
export type { Member } from './store/membership.store.ts';
