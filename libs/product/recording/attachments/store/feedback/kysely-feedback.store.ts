import type { KyselyDatabase } from '#persistence/stores';
import { FeedbackStore, type UserFeedback } from './feedback.store.ts';
import { selectFirstSaid } from '../first-said.ts';

export class KyselyFeedbackStore extends FeedbackStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async list(projectId: number, eventId: string): Promise<UserFeedback[]> {
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
