import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyMirror } from '../src/keys/key-mirror.ts';
import { Intake } from '../src/intake/intake.ts';
import { MonitoringLog } from './support/doubles.ts';
import { createEnvelope } from './support/envelopes.ts';
import { startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const fault = new RangeError('met on the way');

let monitoring: MonitoringLog;
let relay: StartedRelay;

beforeEach(async () => {
  monitoring = new MonitoringLog();
  relay = await startRelay({}, { monitoring });
});

async function expectToFail(project: 'app' | 'errata', path = '/monitoring'): Promise<void> {
  const body = createEnvelope({ dsn: await relay.getDsn(project) });
  const answer = await fetch(`${relay.url}${path}`, { method: 'POST', body });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ detail: 'The relay failed on this request.' });
}

function fail(): never {
  throw fault;
}

describe('a fault while the relay takes a report', () => {
  it('is sent to monitoring, unless the report is of Errata’s own project', async () => {
    relay.spool.append = async () => fail();
    await expectToFail('errata');
    expect(monitoring.errors).toEqual([]);
    await expectToFail('app');
    expect(monitoring.errors).toEqual([fault]);
  });

  it('is answered but not sent to monitoring when the project is unknown', async () => {
    relay.app.get(KeyMirror).check = fail;
    await expectToFail('errata');
    await expectToFail('errata', '/api/2/envelope/?sentry_key=a');
    expect(monitoring.errors).toEqual([]);
  });

  it('is not sent to monitoring when the last error handler meets it', async () => {
    relay.app.get(Intake).take = fail;
    await expectToFail('errata');
    await expectToFail('errata', '/api/2/envelope');
    expect(monitoring.errors).toEqual([]);
  });
});

it('the relay sends a fault of a request without a report to monitoring', async () => {
  relay.spool.getQueueState = fail;
  expect((await fetch(`${relay.url}/health/ready`)).status).toBe(500);
  expect(monitoring.errors).toEqual([fault]);
});
