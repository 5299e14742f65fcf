import type { Request } from 'express';

/** Knows which project a request is about. A feature provides one for its addresses. */
export abstract class ProjectOf {
  /** Undefined when there is nothing at the address. */
  abstract find(request: Request): Promise<number | undefined>;
}
