import { describe, expect, it } from '@jest/globals';
import { refuseUnknown } from './not-offered.ts';

describe('refuseUnknown', () => {
  const ORG = '/api/0/organizations/errata';
  const PROJECT = '/api/0/projects/errata/web';

  it.each([
    ['GET', `${ORG}/events/?dataset=logs&field=trace`, 'logs. /logs.txt?query='],
    ['GET', `${ORG}/events/?field=x&dataset=ourlogs`, 'logs. /logs.txt?query='],
    ['GET', `${ORG}/events/?dataset=errors`, 'queries over events. /api/0/organizations/{org}/iss'],
    ['GET', `${ORG}/events-stats/?yAxis=count()`, 'queries over events.'],
    ['GET', `${PROJECT}/events/?cursor=`, 'the events of a project. /api/0/organizations/{org}/'],
    ['POST', `${PROJECT}/releases/1.0/files/`, 'the files of a release. "sentry-cli sourcemaps'],
    ['DELETE', `${PROJECT}/files/source-maps/?name=1`, 'the files of a release.'],
    ['GET', `${PROJECT}/files/dsyms/unknown/?checksums=8a`, 'debug files and builds.'],
    ['POST', `${PROJECT}/rules/`, 'alert rules. A project’s settings'],
    ['POST', `${ORG}/monitors/`, 'changes of monitors.'],
    ['GET', `${ORG}/trace/0a/`, 'traces. The page /traces/{trace}'],
    ['DELETE', `${PROJECT}/`, `DELETE ${PROJECT}/. /help/api-reference lists`],
  ])('names %s %s', (method, url, words) => {
    const { detail } = refuseUnknown({ method, originalUrl: url });
    expect(detail).toContain(`part of the Sentry API: ${words}`);
  });
});
