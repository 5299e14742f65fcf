import { Injectable } from '@nestjs/common';
import { SavedSearchStore } from '#product/triage/saved-searches';
import type { SavedSearch } from '#product/triage/saved-searches';
import type { Access } from '../../people/accounts/index.ts';

@Injectable()
export class SavedSearchesService {
  constructor(private readonly searches: SavedSearchStore) {}

  /**
   * Returns the person's own searches first, then those of projects, each sorted by name. Returns
   * none for guests.
   */
  async list(access: Access): Promise<readonly SavedSearch[]> {
    const projectIds = access.listProjects('issues.read');
    return access.user ? this.searches.list({ userId: access.user.id, projectIds }) : [];
  }
}
