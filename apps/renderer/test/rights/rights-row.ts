import { randomUUID } from 'node:crypto';
import { createToken } from '../../src/features/people/accounts/sessions/session-token.ts';
import type { SpecRenderer } from '../support/spec-renderer.ts';

/** Values for the address and fields of a request, made anew for each request. */
export interface Fixture {
  readonly renderer: SpecRenderer;
  /** An issue of the project in which the visitors have their roles. */
  readonly issueId: number;
  readonly eventId: string;
  readonly session: number;
}

export interface Request {
  /** Path of the request, by default the endpoint's path. */
  readonly path?: (fixture: Fixture) => Promise<string> | string;
  readonly fields?: (fixture: Fixture) => Promise<object> | object;
  /** Set when the answer never ends. The spec closes the connection after the answer's head. */
  readonly isEndless?: true;
}

/** Statuses for nobody, a viewer, a member, a member of another project, an admin and an owner. */
export type Statuses = readonly [number, number, number, number, number, number];

/** Statuses of an endpoint, named as in the route table: `GET /path` or `POST /path action`. */
export type Row = readonly [endpoint: string, statuses: Statuses, request?: Request];

export const ALL_200: Statuses = [200, 200, 200, 200, 200, 200];

/** Ids of the event that people may quote. */
export const QUOTED = { digest: '3512899471', requestId: 'req-7f3a', traceId: 'a'.repeat(32) };

export async function addPerson({ users }: SpecRenderer['stores']): Promise<number> {
  const email = `${randomUUID()}@example.org`;
  return (await users.create({ email, emailKey: email, passwordHash: '' }, 1))!.id;
}

export async function makeInvitation({ renderer }: Fixture, projectIds: readonly number[] = []) {
  const { token, hash } = createToken();
  const { id } = await renderer.stores.invitations.create({
    tokenHash: hash,
    grant: { kind: 'member', role: 'viewer', projectIds },
    invitedBy: 1,
    createdAtMs: Date.now(),
    expiresAtMs: Date.now() + 60_000,
  });
  return { id, token };
}
