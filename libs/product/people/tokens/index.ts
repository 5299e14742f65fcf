export { tokens } from './store/index.ts';
export { hashToken } from './store/hash-token.ts';
export { TokenStore } from './store/token.store.ts';
export type { NewToken, Token, TokenHolder } from './store/token.types.ts';
