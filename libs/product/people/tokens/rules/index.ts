export { isScope, scopes, toRights } from './scopes.ts';
export type { Scope } from './scopes.ts';
export {
  formatOrganisationToken,
  formatPersonalToken,
  readBearer,
  tokenBytes,
} from './token-text.ts';
export type { OrganisationTokenFacts } from './token-text.ts';
