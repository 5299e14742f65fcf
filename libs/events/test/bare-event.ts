import type { NormalisedEvent } from '#shared';

export const bareEvent: NormalisedEvent = {
  eventId: 'a'.repeat(32),
  projectId: 1,
  occurredAtMs: 0,
  receivedAtMs: 0,
  level: 'error',
  platform: 'other',
  exceptions: [],
  breadcrumbs: [],
  tags: [],
  contexts: {},
  extra: {},
  cut: [],
};
