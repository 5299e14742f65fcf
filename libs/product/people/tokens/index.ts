export { tokens, TokenStore } from './store/token.store.ts';
export { claimEndingTokens } from './store/claim-ending-tokens.ts';
export type { EndingToken } from './store/claim-ending-tokens.ts';
export { hashToken } from './store/hash-token.ts';
export type { NewToken, Token, TokenHolder } from './store/token.types.ts';
