import { schema } from '../../../people/api/index.ts';

const { count, listOf, named, object, oneOf, orNull, text, time } = schema;
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
    failed: count,
    failedOf: count,
    unhandledFreeSessions: percent,
    users: count,
    crashFreeUsers: percent,
    permalink: orNull(text),
  }),
);

export const watchParameters = {
  project: { description: 'Slugs or ids.', schema: listOf(text) },
  environment: { description: 'An environment that gets a place, too.', schema: text },
  seconds: { description: 'How far back names of events are looked at (3600).', schema: count },
};

export const shortageSchema = named(
  'NameShortage',
  object({ project: text, names: oneOf('release', 'environment', 'session'), lastAt: time }),
);
