const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const count = { type: 'integer', minimum: 0 };

const issue = {
  type: 'object',
  title: 'AlertedIssue',
  properties: {
    id: count,
    shortId: text,
    reason: text,
    type: text,
    message: text,
    place: text,
    code: {
      type: 'object',
      properties: { file: text, line: count, text },
      required: ['file', 'line', 'text'],
    },
    level: { enum: ['fatal', 'error', 'warning', 'info', 'debug'] },
    environment: text,
    release: text,
    events: count,
    users: count,
    url: text,
    firstSeen: time,
    lastSeen: time,
    end: {
      type: 'object',
      properties: {
        how: { enum: ['resolved', 'muted', 'merged', 'deleted', 'recovered'] },
        by: text,
        release: text,
        afterRelease: text,
        commit: text,
        seconds: count,
        at: time,
      },
      required: ['how', 'seconds', 'at'],
    },
  },
  required: [
    'id',
    'shortId',
    'reason',
    'type',
    'message',
    'place',
    'level',
    'events',
    'users',
    'url',
    'firstSeen',
    'lastSeen',
  ],
};

export const webhookSchema = {
  type: 'object',
  title: 'Alert',
  properties: {
    version: { const: 1 },
    id: text,
    kind: {
      enum: ['issues', 'summary', 'over', 'operator', 'person', 'account', 'check-in', 'test'],
    },
    title: text,
    lines: { type: 'array', items: text },
    level: { enum: ['fatal', 'error', 'warning', 'info', 'debug', 'ok'] },
    project: {
      type: 'object',
      properties: { slug: text, name: text },
      required: ['slug', 'name'],
    },
    issues: { type: 'array', items: issue },
    more: count,
    url: text,
    at: time,
  },
  required: ['version', 'id', 'kind', 'title', 'lines', 'level', 'issues', 'more', 'url', 'at'],
} as const;
