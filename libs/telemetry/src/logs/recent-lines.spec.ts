import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { monitoringLimits } from '#shared';
import { createLogger } from './create-logger.ts';
import { ClockDouble } from '../testing/index.ts';
import { RecentLines } from './recent-lines.ts';

describe('RecentLines', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('keeps the newest lines with their times, and passes on later lines for a time', () => {
    const clock = new ClockDouble();
    const lines = new RecentLines(clock);
    const write = (msg: string): void => lines.note({ level: 'info', msg, fields: {} });
    for (let count = 0; count < monitoringLimits.breadcrumbs + 5; count += 1) {
      clock.ms = count;
      write(`line ${count}`);
    }
    const passed: string[] = [];
    const kept = lines.take(({ msg }) => void passed.push(msg), 60_000);
    expect(kept).toHaveLength(monitoringLimits.breadcrumbs);
    expect(kept[0]).toEqual({ level: 'info', msg: 'line 5', fields: {}, atMs: 5 });
    write('later');
    expect(passed).toEqual(['later']);
    clock.ms += 60_000;
    write('much later');
    expect(passed).toEqual(['later']);
    expect(lines.take(() => undefined, 0)).toMatchObject([{ msg: 'much later' }]);
  });

  it('receives the lines that a process writes, with secrets masked, and no debug lines', () => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const recent = new RecentLines();
    const logger = createLogger({ service: 'spec', level: 'debug', format: 'text', recent });
    logger.debug?.('taken', 'Intake');
    logger.warn(`password=hunter2 /setup#${'t'.repeat(43)}`, 'Intake');
    expect(recent.take(() => undefined, 0)).toMatchObject([
      { level: 'warn', context: 'Intake', msg: 'password=*** /setup#…' },
    ]);
  });
});
