import { Injectable } from '@nestjs/common';

/** Knows the projects that take no spans. A job of the product tells them. */
@Injectable()
export class UnwantedSpans {
  private projects: ReadonlySet<number> = new Set();

  note(projects: ReadonlySet<number>): void {
    this.projects = projects;
  }

  has(projectId: number): boolean {
    return this.projects.has(projectId);
  }
}
