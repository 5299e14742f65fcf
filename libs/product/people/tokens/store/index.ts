import { type Capability, storeOf } from '#persistence/stores';
import { createTokens } from './migrations/0032-create-tokens.ts';
import { noteToldEnds } from './migrations/0054-note-told-ends.ts';
import { TokenStore } from './token.store.ts';
import { tables } from './token.tables.ts';

export const tokens = {
  tables,
  migrations: [createTokens, noteToldEnds],
  stores: { tokens: storeOf(TokenStore) },
} as const satisfies Capability;
