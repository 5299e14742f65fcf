import { BadRequestException, Controller, Get, Req } from '@nestjs/common';
import { toIsoTime } from '#shared';
import type { Request } from 'express';
import { OpenToAll } from '../../../rendering/index.ts';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { CurrentAccess, ForSignedIn, TokenHolders } from '../accounts/index.ts';
import type { Access, HeldToken } from '../accounts/index.ts';
import { toOrganisation } from './organisation.ts';
import { Describes } from './openapi/describes.decorator.ts';
import {
  organisationSchema,
  personSchema,
  regionsSchema,
  rootSchema,
} from './openapi/organisation-schemas.ts';
import { listOf } from './openapi/schema.ts';

@Controller('api/0')
export class RootController {
  constructor(
    private readonly holders: TokenHolders,
    private readonly config: RendererConfig,
  ) {}

  /**
   * Answers requests without a token as well, so that clients can report that they are not signed
   * in.
   */
  @Describes({ summary: 'The token, and for whom it stands.', answer: rootSchema })
  @Get()
  @OpenToAll()
  async show(@Req() request: Request): Promise<object> {
    const held = await this.holders.find(request);
    return {
      version: '0',
      user: held?.user ? { id: String(held.user.id), email: held.user.email } : null,
      auth: held ? toAuth(held) : null,
    };
  }

  @Describes({ summary: 'The person for whom the token stands.', answer: personSchema })
  @Get('auth')
  @ForSignedIn()
  showPerson(@CurrentAccess() { user }: Access): object {
    if (!user) {
      throw new BadRequestException('This token is one of the organisation: it stands for nobody.');
    }
    const { id, email, name } = user;
    return { id: String(id), name: name ?? email, email, username: email, isActive: true };
  }

  @Describes({ summary: 'The one organisation.', answer: listOf(organisationSchema) })
  @Get('organizations')
  @ForSignedIn()
  list(): object {
    return [toOrganisation(this.config)];
  }

  /** Clients list the organisations of each region, and sign in at each. */
  @Describes({ summary: 'The one region: this Errata.', answer: regionsSchema })
  @Get('users/me/regions')
  @ForSignedIn()
  listRegions(): object {
    const { organisation, publicUrl } = this.config;
    return { regions: [{ name: organisation, url: publicUrl }] };
  }
}

function toAuth({ token: { scopes, expiresAtMs } }: HeldToken): object {
  return { scopes, expires: expiresAtMs === undefined ? null : toIsoTime(expiresAtMs) };
}
