export {
  formatOrganisationToken,
  formatPersonalToken,
  readBearer,
  tokenBytes,
} from './token-text.ts';
export type { OrganisationTokenFacts } from './token-text.ts';
