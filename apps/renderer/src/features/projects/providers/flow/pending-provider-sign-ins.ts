import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Profile } from '#product/projects/providers/rules';
import { to as toUrl } from '#shared';
import type { Address } from '#shared';
import { SealedCookies } from '../../../people/accounts/index.ts';
import type { Visit } from '../../../people/accounts/index.ts';
import type { Challenge } from './oidc-client.ts';

/** A sign-in whose browser was redirected to a provider and has not returned yet. */
export interface PendingProviderSignIn {
  readonly provider: string;
  readonly challenge: Challenge;
  readonly to: Address;
  readonly invitation?: string;
  /** The signed-in person who links their account with the provider. Absent for a sign-in. */
  readonly userId?: number;
  /** The session that the provider is asked about again. Absent for a sign-in. */
  readonly sessionId?: number;
}

/** A person whom a provider has identified and who must still prove to own the account. */
export interface PendingLink {
  /** The form repeats this id, so that another tab cannot change what the form links. */
  readonly id: string;
  readonly provider: string;
  readonly profile: Profile;
  readonly userId: number;
  readonly to: Address;
}

const FLOW = 'errata-flow';
const LINK = 'errata-link';
const DOCUMENT = 'errata-document';
const DOCUMENT_LOADED_WITHIN_MS = 60_000;
const MOST_OF_GROUPS = 1000;
const LIFETIME_MS = 10 * 60_000;
/**
 * Longest return address that the cookie of a sign-in stores. Browsers reject cookies of more than
 * 4 kB.
 */
const LONGEST_ADDRESS = 1000;

/**
 * Stores a pending sign-in in an encrypted cookie of its browser for ten minutes. A newer sign-in
 * replaces the earlier one.
 */
@Injectable()
export class PendingProviderSignIns {
  constructor(private readonly cookies: SealedCookies) {}

  begin(visit: Visit, flow: PendingProviderSignIn): void {
    const to = flow.to.length > LONGEST_ADDRESS ? toUrl('/') : flow.to;
    this.cookies.set(visit, FLOW, { value: { ...flow, to }, lifetimeMs: LIFETIME_MS });
  }

  /** Returns and removes the pending sign-in, so that a provider's answer is accepted once. */
  end({ request, response }: Visit): PendingProviderSignIn | undefined {
    const flow = this.cookies.read(request, FLOW) as PendingProviderSignIn | undefined;
    this.cookies.clear(request, response, FLOW);
    return flow;
  }

  askToLink(visit: Visit, link: Omit<PendingLink, 'id'>): void {
    const { groups = [], ...profile } = link.profile;
    // Browsers reject cookies of more than 4 kB. A long list of groups is left out, and takes
    // effect only at the next sign-in.
    const isSmall = JSON.stringify(groups).length <= MOST_OF_GROUPS;
    const value = { ...link, id: randomUUID(), profile: isSmall ? link.profile : profile };
    this.cookies.set(visit, LINK, { value, lifetimeMs: LIFETIME_MS });
  }

  /** Notes that scripts load the next document of this browser, so that no form leads to it. */
  expectDocument(visit: Visit): void {
    this.cookies.set(visit, DOCUMENT, { value: true, lifetimeMs: DOCUMENT_LOADED_WITHIN_MS });
  }

  expectsDocument(request: Request): boolean {
    return this.cookies.read(request, DOCUMENT) === true;
  }

  findLink(request: Request): PendingLink | undefined {
    return this.cookies.read(request, LINK) as PendingLink | undefined;
  }

  endLink({ request, response }: Visit): void {
    this.cookies.clear(request, response, LINK);
  }
}
