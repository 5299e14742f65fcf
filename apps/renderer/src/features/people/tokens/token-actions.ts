import { InvalidFieldsException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import type { MadeToken, NewTokenDto, TokenIdDto } from './tokens.dto.ts';
import type { TokenOwner, TokensService } from './tokens.service.ts';

const TOO_MANY = 'There are 100 tokens already. Withdraw one that nobody uses.';
const UNKNOWN = 'There is no such token. It may have been withdrawn.';

export async function makeToken(
  tokens: TokensService,
  owner: TokenOwner,
  fields: NewTokenDto,
): Promise<MadeToken> {
  const made = await tokens.make(owner, fields);
  if (!made) throw new InvalidFieldsException({ '': [TOO_MANY] });
  return made;
}

export async function withdrawToken(
  tokens: TokensService,
  owner: TokenOwner,
  { fields: { token }, flash }: { readonly fields: TokenIdDto; readonly flash: TellFlash },
): Promise<void> {
  if (!(await tokens.withdraw(owner, Number(token)))) {
    throw new InvalidFieldsException({ '': [UNKNOWN] });
  }
  flash({ text: 'The token is withdrawn. Nothing is answered to it any more.' });
}
