import type { KyselyDatabase } from '../../kysely-database.ts';
import { FeedbackStore, type UserFeedback } from './feedback.store.ts';

/** Nobody reads more of one event at once. */
const MOST = 100;

export class KyselyFeedbackStore extends FeedbackStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async list(projectId: number, eventId: string): Promise<UserFeedback[]> {
    const rows = await this.#database.kysely
      .selectFrom('feedback')
      .select(['name', 'email', 'url', 'message', 'received_at'])
      .where('project_id', '=', projectId)
      .where('event_id', '=', eventId)
      .orderBy('received_at')
      .orderBy('id')
      .limit(MOST)
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
