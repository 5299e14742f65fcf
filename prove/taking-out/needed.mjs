/** Stands for more others than a list is worth. */
export const MANY = 'many';

/** Capabilities that others need, and these others: capabilities, or the app of a file. */
export const NEEDED = {
  'people/menus': MANY,
  'people/accounts': MANY,
  'people/console': MANY,
  'people/settings': MANY,
  'people/audit': MANY,
  'people/second-factor': 'projects/people',
  'people/api': MANY,
  'people/tokens': 'alerting/channels, apps/monitoring-relay',
  'projects/projects': MANY,
  'projects/members': MANY,
  'projects/providers': 'projects/people, triage/issue-list',
  'recording/reports': MANY,
  'recording/storage': MANY,
  'recording/counts': MANY,
  'recording/steps': MANY,
  'recording/changes': MANY,
  'recording/issue-page': MANY,
  'recording/artifacts': 'apps/monitoring-relay, operation/demo, triage/reprocessing',
  'recording/tags': MANY,
  'recording/issues': MANY,
  'recording/issue-list': MANY,
  'recording/record': MANY,
  'recording/releases': MANY,
  'recording/release-health':
    'alerting/alerts, recording/suspect-commits, retention/project-health, triage/event-list, triage/issue-pages, triage/mcp',
  'recording/logs': 'operation/erasing, recording/finding',
  'recording/attachments':
    'operation/erasing, recording/feedback, retention/deletion, retention/project-deletion, retention/retention',
  'recording/outcomes': MANY,
  'recording/failed-reports':
    'apps/monitoring-relay, operation/erasing, operation/operation, retention/project-deletion, retention/retention',
  'recording/search':
    'alerting/alerts, recording/grouping-rules, triage/event-list, triage/issue-list',
  'recording/finding':
    'apps/monitoring-relay, operation/demo, triage/issue-list, triage/issue-pages, triage/mcp',
  'recording/filters': 'retention/project-data',
  'recording/privacy': 'retention/project-data',
  'recording/code-links': 'recording/suspect-commits',
  'recording/suspect-commits': 'triage/why-now',
  'recording/code-colours': 'triage/getting-started',
  'retention/deletion':
    'retention/project-deletion, retention/retention, triage/bulk, triage/issue-list',
  'retention/project-deletion': 'operation/demo, projects/projects, recording/record',
  'retention/space': 'apps/monitoring-relay, operation/operation, retention/retention',
  'retention/retention': 'operation/operation',
  'retention/bounds': MANY,
  'retention/project-data': 'operation/operation',
  'alerting/outbox':
    'alerting/alerts, alerting/channels, alerting/operator-alerts, operation/erasing',
  'alerting/channels':
    'alerting/alerts, alerting/operator-alerts, alerting/outbox, operation/erasing, triage/getting-started',
  'alerting/alerts': MANY,
  'triage/states': MANY,
  'triage/reprocessing': 'triage/issue-pages',
  'triage/history': 'triage/issue-api',
  'triage/merging': 'triage/issue-api, triage/issue-list',
  'triage/issue-tags': 'triage/why-now',
  'triage/saved-searches': 'triage/issue-list',
  'triage/bulk': 'triage/issue-list',
  'triage/event-list': 'triage/issue-api, triage/issue-pages, triage/mcp',
  'triage/getting-started': 'operation/demo',
  'triage/issue-list': 'triage/issue-pages',
  'triage/issue-pages': 'triage/issue-api, triage/mcp',
  'triage/issue-api': 'triage/mcp',
};
