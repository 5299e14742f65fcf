import { schema } from '../../../people/tokens/index.ts';

const { count, listOf, named, object, orNull, text } = schema;
const percent = orNull({ type: 'number', minimum: 0, maximum: 100 });

export const healthParameters = {
  project: { description: 'Slugs or ids.', schema: listOf(text) },
  environment: { description: 'Sessions of this environment.', schema: text },
};

export const healthSchema = named(
  'ReleaseHealth',
  object({
    version: text,
    sessions: count,
    crashed: count,
    crashFreeSessions: percent,
    users: count,
    crashFreeUsers: percent,
    permalink: orNull(text),
  }),
);
