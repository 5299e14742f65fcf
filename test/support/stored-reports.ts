import { createStores, openDatabase } from '#persistence';
import type { Database, Stores } from '#persistence';
import type { NormalisedEvent } from '#shared';
import { eventually } from './eventually.ts';

/** More than any spec has. */
const LIMIT = 100;

/** What stands in the database of a folder, read beside the services that write it. */
export class StoredReports {
  private readonly database: Database;
  private readonly stores: Stores;

  constructor(dataDir: string) {
    this.database = openDatabase({ dataDir });
    this.stores = createStores(this.database);
  }

  /** Resolves with the event of that id once it is there. */
  untilEvent(eventId: string): Promise<NormalisedEvent> {
    return eventually(`event ${eventId} in the database`, async () => {
      const issues = await this.stores.issues.list({ limit: LIMIT });
      const found = await Promise.all(issues.map(({ id }) => this.stores.events.find(id, eventId)));
      return found.find((each) => each !== undefined)?.event;
    });
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
