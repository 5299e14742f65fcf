/** Maximum lengths of texts, in characters. */
export const fieldLimits = Object.freeze({
  exceptionType: 256,
  exceptionValue: 8192,
  message: 8192,
  module: 512,
  function: 512,
  path: 1024,
  contextLine: 1024,
  name: 200,
  release: 200,
  environment: 64,
  address: 2048,
  headerValue: 1024,
  user: 256,
  breadcrumbMessage: 2048,
  fingerprintPart: 512,
  jsonText: 4096,
});

/**
 * Maximum sizes of JSON values, in characters without whitespace. `depth`, `entries` and
 * `keyLength` apply to every JSON value.
 */
export const jsonLimits = Object.freeze({
  variables: 96 * 1024,
  user: 16 * 1024,
  body: 32 * 1024,
  mechanism: 8 * 1024,
  extra: 64 * 1024,
  contexts: 64 * 1024,
  breadcrumbData: 64 * 1024,
  mechanisms: 16 * 1024,
  depth: 8,
  entries: 100,
  keyLength: 200,
});

export const listLimits = Object.freeze({
  headers: 60,
  fingerprintParts: 32,
  params: 50,
  cookies: 60,
  modules: 1000,
  images: 1000,
  integrations: 200,
  contextLines: 10,
});
