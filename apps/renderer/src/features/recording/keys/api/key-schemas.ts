import { schema } from '../../../people/api/index.ts';

const { count, flag, named, object, orNull, text, time } = schema;

export const keySchema = named(
  'Key',
  object({
    id: text,
    name: text,
    label: text,
    public: text,
    projectId: count,
    isActive: flag,
    rateLimit: orNull(object({ count, window: count })),
    dsn: object({ public: text }),
    dateCreated: orNull(time),
  }),
);

export const keyChangesSchema = object(
  {},
  {
    isActive: orNull(flag),
    name: orNull(text),
    rateLimit: orNull(object({ count, window: count })),
  },
);
