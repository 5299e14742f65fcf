import { pageParameters, schema } from '../../people/api/index.ts';

const { listOf, oneOf, text } = schema;

const timeParameters = {
  statsPeriod: { description: 'Until now: 24h, 14d.', schema: text },
  start: { description: 'From then on: 2026-01-05T12:00:00Z.', schema: text },
  end: { description: 'Until then.', schema: text },
};

export const issueParameters = {
  query: {
    description: 'A search as of the console. Absent: is:unresolved; empty: all.',
    schema: text,
  },
  project: { description: 'Slugs or ids.', schema: listOf(text) },
  environment: { description: 'Issues with such events.', schema: listOf(text) },
  sort: {
    description: 'The order.',
    schema: oneOf('date', 'new', 'freq', 'user', 'trends', 'recommended'),
  },
  ...timeParameters,
  ...pageParameters,
};

export const eventParameters = {
  query: {
    description: 'A search as of the page of events; without keys that are about issues.',
    schema: text,
  },
  environment: { description: 'Events of these environments.', schema: listOf(text) },
  full: { description: 'true: each event whole.', schema: text },
  ...timeParameters,
  ...pageParameters,
};

export const idParameters = {
  id: { description: '1 to 100 ids of issues.', schema: listOf(schema.id) },
};
