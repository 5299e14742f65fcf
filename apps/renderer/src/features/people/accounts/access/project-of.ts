import type { Request } from 'express';

/**
 * Finds the project that a request is about. Each feature with project addresses provides an
 * implementation.
 */
export abstract class ProjectOf {
  /** Returns undefined when the address names no project. */
  abstract find(request: Request): Promise<number | undefined>;
}
