import { pageParameters, schema } from '../../people/api/index.ts';

const { anything, anyObject, count, id, listOf, named, object, oneOf, orNull, text, time } = schema;

const project = object({ id: count, slug: text, name: text });

export const releaseSchema = named(
  'Release',
  object({
    id: count,
    version: text,
    shortVersion: text,
    status: oneOf('open', 'archived'),
    ref: orNull(text),
    url: orNull(text),
    dateCreated: orNull(time),
    dateStarted: orNull(time),
    dateReleased: orNull(time),
    firstEvent: orNull(time),
    lastEvent: orNull(time),
    newGroups: count,
    projects: listOf(project),
    commitCount: count,
    deployCount: count,
    lastCommit: orNull(object({ id: text })),
    lastDeploy: { type: 'null' },
    authors: listOf(anything),
    owner: { type: 'null' },
    data: anyObject,
  }),
);

export const previousSchema = { anyOf: [releaseSchema, { type: 'object', maxProperties: 0 }] };

export const commitSchema = named(
  'Commit',
  object({
    id: text,
    message: orNull(text),
    dateCreated: orNull(time),
    author: orNull(object({ name: orNull(text), email: orNull(text) })),
    repository: orNull(object({ name: text })),
  }),
);

export const deploySchema = named(
  'Deploy',
  object(
    {
      id,
      environment: text,
      name: orNull(text),
      url: orNull(text),
      dateStarted: orNull(time),
      dateFinished: orNull(time),
    },
    { projects: listOf(text) },
  ),
);

const names = listOf({ type: ['string', 'integer'] });
const changes = {
  projects: orNull(names),
  url: orNull(text),
  ref: orNull(text),
  dateStarted: orNull(text),
  dateReleased: orNull(text),
  status: orNull(oneOf('open', 'archived')),
  commits: orNull(listOf(anyObject)),
  refs: orNull(listOf(anyObject)),
};

export const releaseChangesSchema = named('ReleaseChanges', object({}, changes));
export const newReleaseSchema = named('NewRelease', object({ version: text }, changes));
export const newDeploySchema = named(
  'NewDeploy',
  object(
    { environment: text },
    {
      name: orNull(text),
      url: orNull(text),
      dateStarted: orNull(text),
      dateFinished: orNull(text),
      projects: orNull(names),
    },
  ),
);

export const releaseParameters = {
  query: { description: 'A part of the version.', schema: text },
  project: { description: 'Slugs or ids.', schema: listOf(text) },
  ...pageParameters,
};
