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
