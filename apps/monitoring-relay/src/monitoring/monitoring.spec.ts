import { describe, expect, it } from '@jest/globals';
import { ClockDouble } from '#telemetry/testing';
import { MonitoringLog } from '../../test/support/doubles.ts';

describe('Monitoring', () => {
  it('reports the errors that it is given, but none that its own project caused', () => {
    const monitoring = new MonitoringLog();
    monitoring.report('one', 'app');
    monitoring.report('two', 'errata');
    monitoring.report('three');
    expect(monitoring.errors).toEqual(['one', 'three']);
  });

  it('reports at most ten errors a minute, over all projects, and again when the clock is set back', () => {
    const clock = new ClockDouble();
    const monitoring = new MonitoringLog(clock);
    for (let count = 0; count < 1000; count += 1) monitoring.report(count, `project ${count}`);
    expect(monitoring.errors).toHaveLength(10);
    clock.ms += 59_999;
    monitoring.report('too early');
    clock.ms += 1;
    monitoring.report('in time');
    for (let count = 0; count < 20; count += 1) monitoring.report(count);
    clock.ms -= 3_600_000;
    monitoring.report('an hour earlier');
    const others = Array.from({ length: 9 }, (_, count) => count);
    expect(monitoring.errors.slice(10)).toEqual(['in time', ...others, 'an hour earlier']);
  });
});
