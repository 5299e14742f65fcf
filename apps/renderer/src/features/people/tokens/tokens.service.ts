import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hashToken, TokenStore } from '#product/people/tokens';
import type { Token } from '#product/people/tokens';
import {
  formatOrganisationToken,
  formatPersonalToken,
  tokenBytes,
} from '#product/people/tokens/rules';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { Clock, tokenLimits } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { describeNumber } from '../menus/index.ts';
import type { SectionState } from '../menus/index.ts';
import { AccountNotices } from '../accounts/index.ts';
import type { MadeToken, NewTokenDto, TokenLine, TokensProps } from './tokens.dto.ts';

const DAY_MS = 86_400_000;
const HINT_LENGTH = 4;
/** Tokens of the organisation end only when their maker says so. */
const USUAL_DAYS = { person: tokenLimits.personalDays, organisation: 0 } as const;

export interface TokenOwner {
  readonly kind: 'organisation' | 'person';
  readonly by: User;
}

/** Lists, makes and withdraws tokens. The methods do not check rights. Callers must do so. */
@Injectable()
export class TokensService implements SectionState {
  constructor(
    private readonly tokens: TokenStore,
    private readonly users: UserStore,
    private readonly notices: AccountNotices,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async describeState(): Promise<string> {
    return describeNumber((await this.tokens.list('organisation')).length, 'token', 'none');
  }

  async show(owner: TokenOwner): Promise<TokensProps> {
    const tokens = await this.tokens.list(toStored(owner));
    const makers = tokens.flatMap(({ madeBy }) => madeBy ?? []);
    const users = await this.users.listByIds([...new Set(makers)]);
    const names = new Map(users.map(({ id, name, email }) => [id, name ?? email]));
    return {
      nowMs: this.clock.nowMs(),
      isOfOrganisation: owner.kind === 'organisation',
      tokens: tokens.map((token) => toLine(token, names)),
      address: this.config.publicUrl,
      organisation: this.config.organisation,
    };
  }

  /**
   * Makes a token, and tells its maker by mail. The returned text cannot be read again, because only
   * its hash is stored. Returns undefined when the owner has too many tokens.
   */
  async make(
    owner: TokenOwner,
    { name, scopes, days }: NewTokenDto,
  ): Promise<MadeToken | undefined> {
    const nowMs = this.clock.nowMs();
    const token = this.write(owner, nowMs);
    const lifetimeDays = days === undefined ? USUAL_DAYS[owner.kind] : Number(days);
    const facts = {
      name: name.trim().replaceAll(/\s+/g, ' ') || name,
      userId: owner.kind === 'person' ? owner.by.id : undefined,
      expiresAtMs: lifetimeDays === 0 ? undefined : nowMs + lifetimeDays * DAY_MS,
    };
    const made = await this.tokens.create(
      {
        ...facts,
        hash: hashToken(token),
        hint: token.slice(-HINT_LENGTH),
        scopes,
        madeBy: owner.by.id,
        createdAtMs: nowMs,
      },
      this.notices.tellToken(owner.by, facts),
    );
    if (!made) return undefined;
    return { token, name: made.name };
  }

  withdraw(owner: TokenOwner, id: number): Promise<boolean> {
    const atMs = this.clock.nowMs();
    return this.tokens.withdraw(toStored(owner), { id, byUserId: owner.by.id, atMs });
  }

  private write({ kind }: TokenOwner, issuedAtMs: number): string {
    const random = randomBytes(tokenBytes);
    if (kind === 'person') return formatPersonalToken(random);
    const { publicUrl: url, organisation: org } = this.config;
    return formatOrganisationToken({ issuedAtMs, url, org, random });
  }
}

function toStored({ kind, by }: TokenOwner): number | 'organisation' {
  return kind === 'organisation' ? kind : by.id;
}

function toLine(token: Token, names: ReadonlyMap<number, string>): TokenLine {
  const { userId: _, madeBy, ...line } = token;
  return madeBy === undefined ? line : { ...line, madeBy: names.get(madeBy) ?? `Person ${madeBy}` };
}
