import type { Request } from 'express';

/**
 * Finds the project that a request is about. Each feature whose URLs name a project provides an
 * implementation.
 */
export abstract class ProjectOf {
  /** Returns undefined when the URL names no project. */
  abstract find(request: Request): Promise<number | undefined>;
}
