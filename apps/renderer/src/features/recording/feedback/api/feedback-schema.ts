import { schema } from '../../../people/api/index.ts';

const { id, named, object, orNull, text, time } = schema;

export const feedbackSchema = named(
  'Feedback',
  object({
    id,
    eventID: orNull(text),
    issue: orNull(object({ id })),
    name: text,
    email: text,
    comments: text,
    dateCreated: time,
    user: { type: 'null' },
    event: orNull(object({ id: text, eventID: text })),
  }),
);
