import type { SpecRenderer } from '../support/spec-renderer.ts';

/** What the addresses and fields of a request are made of, made anew for each. */
export interface Fixture {
  readonly renderer: SpecRenderer;
  /** An issue of the project in which the roles are. */
  readonly issueId: number;
  /** Of the issue's only event. */
  readonly eventId: string;
  /** Another session of whoever asks. */
  readonly session: number;
}

export interface Request {
  /** That of the endpoint by default. */
  readonly path?: (fixture: Fixture) => Promise<string> | string;
  readonly fields?: (fixture: Fixture) => Promise<object> | object;
  /** The answer has no end: it is let go once its head is there. */
  readonly isEndless?: true;
}

/** Of nobody, a viewer, a member, a member of another project, an admin and an owner. */
export type Statuses = readonly [number, number, number, number, number, number];

/** What an endpoint answers to each. `GET /path` or `POST /path action`, as the route table has it. */
export type Row = readonly [endpoint: string, statuses: Statuses, request?: Request];

export const ALL_200: Statuses = [200, 200, 200, 200, 200, 200];

/** What people may quote of the event. */
export const QUOTED = { digest: '3512899471', requestId: 'req-7f3a', traceId: 'a'.repeat(32) };
