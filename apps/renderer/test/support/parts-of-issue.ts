export const partsOfIssue = [
  '',
  '/events',
  '/events/:event',
  '/tags',
  '/tags/:key',
  '/tags/:key/values',
  '/notes',
  '/user-reports',
  '/activities',
  '/external-issues',
];
