import type { KyselyDatabase } from '#persistence/stores';
import { selectFirstSaid } from '../first-said.ts';

/** What a user said about an event. */
export interface UserFeedback {
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

/** What users said. `ReportStore.record` writes it. */
export class FeedbackStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** The first of what was said about an event, in the order in which it came. */
  async list(projectId: number, eventId: string): Promise<UserFeedback[]> {
    const rows = await selectFirstSaid(this.#database.kysely, projectId, eventId)
      .select(['name', 'email', 'url', 'message', 'received_at'])
      .execute();
    return rows.map(({ name, email, url, message, received_at: receivedAtMs }) => ({
      ...(name === null ? {} : { name }),
      ...(email === null ? {} : { email }),
      ...(url === null ? {} : { url }),
      message,
      receivedAtMs,
    }));
  }
}
