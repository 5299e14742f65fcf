import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Profile } from '#product/projects/providers/rules';
import type { Address } from '#shared';
import { SealedCookies } from '../../../people/accounts/index.ts';
import type { Challenge } from './oidc-client.ts';

interface Visit {
  readonly request: Request;
  readonly response: Response;
}

/** A browser that was led to a provider. */
export interface Flow {
  readonly provider: string;
  readonly challenge: Challenge;
  /** The address within the console to which it leads afterwards. */
  readonly to: Address;
  /** The token of an invitation that is to be accepted. */
  readonly invitation?: string;
  /** The person who was signed in and wants the identity for their account. */
  readonly userId?: number;
}

/** A person whom a provider has vouched for, and who has to prove that an account is theirs. */
export interface PendingLink {
  /** Stands in the form, so that another tab cannot change what it links. */
  readonly id: string;
  readonly provider: string;
  readonly profile: Profile;
  readonly userId: number;
  readonly to: Address;
}

const FLOW = 'errata-flow';
const LINK = 'errata-link';
const MOST_OF_GROUPS = 1000;
const LIFETIME_MS = 10 * 60_000;

/** Sign-ins under way, each in its browser, encrypted, for ten minutes. A newer one takes the place of the one before. */
@Injectable()
export class Flows {
  constructor(private readonly cookies: SealedCookies) {}

  begin(visit: Visit, flow: Flow): void {
    this.cookies.give(visit, FLOW, { value: flow, lifetimeMs: LIFETIME_MS });
  }

  /** Ends it: the same answer of a provider is taken once. */
  end({ request, response }: Visit): Flow | undefined {
    const flow = this.cookies.read(request, FLOW) as Flow | undefined;
    this.cookies.take(request, response, FLOW);
    return flow;
  }

  askToLink(visit: Visit, link: Omit<PendingLink, 'id'>): void {
    const { groups = [], ...profile } = link.profile;
    // A browser keeps no cookie of more than 4 kB. Groups that do not fit are judged at the next sign-in.
    const isSmall = JSON.stringify(groups).length <= MOST_OF_GROUPS;
    const value = { ...link, id: randomUUID(), profile: isSmall ? link.profile : profile };
    this.cookies.give(visit, LINK, { value, lifetimeMs: LIFETIME_MS });
  }

  findLink(request: Request): PendingLink | undefined {
    return this.cookies.read(request, LINK) as PendingLink | undefined;
  }

  endLink({ request, response }: Visit): void {
    this.cookies.take(request, response, LINK);
  }
}
