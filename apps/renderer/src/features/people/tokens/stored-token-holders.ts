import { Injectable, Logger, UnauthorizedException } from '@nestjs/common';
import type { Request } from 'express';
import { hashToken, TokenStore } from '#product/people/tokens';
import { toRights } from '#product/people/accounts/rules';
import { readBearer } from '#product/people/tokens/rules';
import type { Token } from '#product/people/tokens';
import { Clock, formatUtc, tokenLimits } from '#shared';
import { TokenHolders } from '../accounts/index.ts';
import type { HeldToken } from '../accounts/index.ts';

/**
 * Reads the token from the database at each request, so that a withdrawn token stops working at
 * once.
 */
@Injectable()
export class StoredTokenHolders extends TokenHolders {
  private readonly logger = new Logger('Tokens');

  constructor(
    private readonly tokens: TokenStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async find({ headers: { authorization } }: Request): Promise<HeldToken | undefined> {
    if (authorization === undefined) return undefined;
    const text = readBearer(authorization);
    const found = text === undefined ? undefined : await this.tokens.find(hashToken(text));
    // The message about an expired token must contain the word "expired". Clients look for this
    // word and tell the user to renew the token.
    if (!found) throw new UnauthorizedException('Invalid token');
    const { token, user } = found;
    const nowMs = this.clock.nowMs();
    const { expiresAtMs } = token;
    if (expiresAtMs !== undefined && expiresAtMs <= nowMs) {
      throw new UnauthorizedException(
        `Token expired at ${formatUtc(expiresAtMs)}. Make another one in Errata.`,
      );
    }
    await this.noteUsed(token, nowMs);
    return {
      token: {
        id: token.id,
        name: token.name,
        scopes: token.scopes,
        rights: toRights(token.scopes),
        expiresAtMs,
      },
      user,
    };
  }

  override async count(userId: number): Promise<number> {
    return (await this.tokens.list(userId)).length;
  }

  override withdrawAll(userId: number, byUserId: number): Promise<number> {
    return this.tokens.withdrawAll(userId, { byUserId, atMs: this.clock.nowMs() });
  }

  private async noteUsed({ id, lastUsedAtMs = 0 }: Token, nowMs: number): Promise<void> {
    if (Math.abs(nowMs - lastUsedAtMs) < tokenLimits.usedAfterMs) return;
    try {
      await this.tokens.noteUsed(id, nowMs);
    } catch (error) {
      this.logger.warn(`The last use of token ${id} was not noted: ${String(error)}`);
    }
  }
}
