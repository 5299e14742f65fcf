import { schema } from '../../../people/api/index.ts';

const { count, listOf, named, object, oneOf, orNull, text } = schema;

export const chunkSettingsSchema = object({
  url: text,
  chunkSize: count,
  chunksPerRequest: count,
  maxFileSize: count,
  maxRequestSize: count,
  concurrency: count,
  hashAlgorithm: text,
  compression: listOf(text),
  maxWait: count,
  accept: listOf(text),
});

export const chunksTakenSchema = { type: 'array', maxItems: 0 };

export const bundleSchema = named(
  'Bundle',
  object(
    { checksum: text, chunks: listOf(text), projects: listOf({ type: ['string', 'integer'] }) },
    { version: orNull(text), dist: orNull(text) },
  ),
);

export const assembledSchema = object({
  state: oneOf('not_found', 'created', 'assembling', 'ok', 'error'),
  missingChunks: listOf(text),
  detail: orNull(text),
});
