import { anyObject, flag, id, listOf, named, object, orNull, text, time } from './schema.ts';

export const organisationSchema = named(
  'Organisation',
  object({
    id,
    slug: text,
    name: text,
    dateCreated: time,
    status: object({ id: text, name: text }),
    avatar: anyObject,
    isEarlyAdopter: flag,
    require2FA: flag,
    requireEmailVerification: flag,
    features: listOf(text),
    links: object({ organizationUrl: text, regionUrl: text }),
  }),
);

export const rootSchema = object({
  version: text,
  user: orNull(object({ id, email: text })),
  auth: orNull(object({ scopes: listOf(text), expires: orNull(time) })),
});

export const personSchema = object({ id, name: text, email: text, username: text, isActive: flag });

export const regionsSchema = object({ regions: listOf(object({ name: text, url: text })) });
