import { schema } from '../../../people/api/index.ts';

const { anyObject, flag, id, listOf, named, object, orNull, text, time } = schema;

export const teamSchema = named(
  'Team',
  object({
    id,
    slug: text,
    name: text,
    dateCreated: time,
    isMember: flag,
    hasAccess: flag,
    avatar: anyObject,
  }),
);

export const projectSchema = named(
  'Project',
  object({
    id,
    slug: text,
    name: text,
    platform: orNull(text),
    dateCreated: time,
    isMember: flag,
    hasAccess: flag,
    features: listOf(text),
    environments: listOf(text),
    team: teamSchema,
    teams: listOf(teamSchema),
    organization: object({ id, slug: text, name: text }),
  }),
);

export const newProjectSchema = object(
  { name: text },
  { slug: orNull(text), platform: orNull(text) },
);
export const projectChangesSchema = object(
  {},
  { name: orNull(text), slug: orNull(text), platform: orNull(text) },
);
