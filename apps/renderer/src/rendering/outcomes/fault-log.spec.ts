import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger, NotFoundException } from '@nestjs/common';
import { ErrataError } from '#shared';
import { RecentLines } from '#telemetry';
import type { Request } from 'express';
import { DatabaseReadiness } from '../../database-readiness.ts';
import { ErrorMonitoring } from '../monitoring/error-monitoring.ts';
import type { ErrorContext } from '../monitoring/error-monitoring.ts';
import { getTrace } from '../monitoring/request-trace.ts';
import { toDigest } from './digest.ts';
import { FaultLog } from './fault-log.ts';

class NotingMonitoring extends ErrorMonitoring {
  readonly reports: { readonly error: unknown; readonly context: ErrorContext }[] = [];

  override report(error: unknown, context: ErrorContext): void {
    this.reports.push({ error, context });
  }
}

const away = new ErrataError('database.unavailable', { detail: 'ECONNREFUSED' });

function request(path = '/issues'): Request {
  return { method: 'GET', path, headers: {} } as unknown as Request;
}

const readiness = new DatabaseReadiness({ ping: () => Promise.reject(away) });

describe('FaultLog', () => {
  let lines: { readonly level: string; readonly text: string }[];
  let monitoring: NotingMonitoring;
  let faults: FaultLog;

  beforeEach(() => {
    lines = [];
    const noting = (level: string) => (text: unknown) =>
      void lines.push({ level, text: String(text) });
    Logger.overrideLogger({
      log: noting('log'),
      warn: noting('warn'),
      error: noting('error'),
      fatal: noting('fatal'),
    });
    monitoring = new NotingMonitoring(undefined, new RecentLines());
    faults = new FaultLog(monitoring, readiness);
  });

  afterEach(() => Logger.overrideLogger(true));

  it('writes a fault in one log line and one report, with its digest and trace', () => {
    const error = new Error('broken');
    const visit = request('/issues/7');
    const outcome = faults.report(error, visit);
    const digest = toDigest(error);
    expect(outcome.fault?.digest).toBe(digest);
    expect(lines).toEqual([
      {
        level: 'error',
        text: expect.stringContaining(`GET /issues/7 failed, digest ${digest}: broken`),
      },
    ]);
    expect(monitoring.reports).toEqual([{ error, context: { digest, trace: getTrace(visit) } }]);
  });

  it('logs an absent database once, however many requests and readiness checks meet it', async () => {
    expect(faults.report(away, request()).status).toBe(503);
    faults.report(away, request('/settings'));
    expect(await readiness.problems()).toEqual(['The database does not answer.']);
    const text = `The renderer answers pages with 503 (digest ${toDigest(away)}). The database does not answer. ECONNREFUSED`;
    expect(lines).toEqual([{ level: 'warn', text }]);
    expect(monitoring.reports).toHaveLength(2);
  });

  it('reports no refusal', () => {
    expect(faults.report(new NotFoundException(), request())).toMatchObject({ status: 404 });
    expect(lines).toHaveLength(0);
    expect(monitoring.reports).toHaveLength(0);
  });

  it('reports the same fault once a request, again in another, and returns its outcome each time', () => {
    const error = new Error('broken');
    const visit = request();
    expect(faults.report(error, visit)).toEqual(faults.report(error, visit));
    expect(lines).toHaveLength(1);
    expect(monitoring.reports).toHaveLength(1);
    faults.report(error, request());
    expect(lines).toHaveLength(2);
  });

  it('reports every fault of a request', () => {
    const visit = request();
    faults.report(new Error('one'), visit);
    faults.report(new Error('two'), visit);
    expect(
      lines.map(({ text }) => /: (?<message>one|two)/.exec(text)?.groups?.['message']),
    ).toEqual(['one', 'two']);
    expect(monitoring.reports).toHaveLength(2);
  });

  it.each([
    ['relay.busy', 'warn'],
    ['relay.failed', 'error'],
  ] as const)('logs the error %s at its level, %s', (code, level) => {
    faults.report(new ErrataError(code), request());
    expect(lines).toMatchObject([{ level }]);
  });

  it.each([undefined, null, 'text', Object.create(null) as unknown, { message: 'x' }])(
    'survives any thrown value: %p',
    (thrown) => {
      expect(faults.report(thrown, request()).status).toBe(500);
      expect(lines).toHaveLength(1);
    },
  );
});
